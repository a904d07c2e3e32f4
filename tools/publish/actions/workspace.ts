import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSettings } from '../../command/command.ts'
import { ROOT } from '../../command/root.ts'
import { buildAll } from '../../run/build.ts'

/**
 * What `pnpm remote` takes from this workspace. The command for other repositories has
 * `tools/remote-cli/no-workspace.ts` instead.
 */

export { REMOTES } from '../../run/build.ts'

/** Builds a remote of this workspace. @returns its folder */
export async function buildRemote(name: string): Promise<string> {
  await buildAll({ only: [name] })
  return join(ROOT, name)
}

/** Returns the token that `pnpm start` created for the portal on this machine. */
export function localToken(name: string): string | undefined {
  const file = join(readSettings().data, 'remote-tokens.json')
  if (!existsSync(file)) return undefined
  return (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string | undefined>)[name]
}

const FOLDERS = { '@portal/contract': 'worker/contract', '@portal/sdk': 'shell/sdk' } as const

/** Returns the version of a package that remotes are built against. */
export const packageVersion = (name: keyof typeof FOLDERS): string =>
  (JSON.parse(readFileSync(join(ROOT, FOLDERS[name], 'package.json'), 'utf8')) as { version: string }).version
