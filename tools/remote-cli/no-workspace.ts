import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { StartError } from '../command/start-error.ts'

/** Replaces `tools/publish/actions/workspace.ts` in the command for other repositories. */

export const REMOTES: readonly string[] = []

/** Throws StartError: other repositories build their remotes themselves. */
export function buildRemote(): Promise<string> {
  throw new StartError('Build the remote first.')
}

/** There is no portal on this machine. */
export const localToken = (): undefined => undefined

/** Returns the version of an installed package of the portal. Throws StartError if it is not installed. */
export function packageVersion(name: '@portal/contract' | '@portal/sdk'): string {
  const { resolve } = createRequire(join(process.cwd(), 'package.json'))
  try {
    return (JSON.parse(readFileSync(resolve(`${name}/package.json`), 'utf8')) as { version: string }).version
  } catch {
    throw new StartError(
      `${name} is not installed here. Install it, or pass --${name.replace('@portal/', '')} <version>.`,
    )
  }
}
