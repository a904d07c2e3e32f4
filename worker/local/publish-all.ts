import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { publishRemote } from './publish.ts'
import { issueToken } from './remote-token.ts'
import type { Stack } from './stack.ts'

const root = join(import.meta.dirname, '../..')

/** The publishing token of a remote on this machine: made once, kept with the data. */
async function tokenFor(name: string, data: string, databaseUrl: string): Promise<string> {
  const file = join(data, 'remote-tokens.json')
  const tokens = (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}) as Record<string, string>
  const known = tokens[name]
  if (known) return known
  const token = await issueToken({ url: databaseUrl }, name)
  writeFileSync(file, JSON.stringify({ ...tokens, [name]: token }, null, 2), { mode: 0o600 })
  return token
}

/** Publishes the built remotes to the portal of this machine, the way a team publishes to production. */
export async function publishAll(stack: Stack, data: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const token = await tokenFor(name, data, stack.sqld.url)
    await publishRemote({ url: stack.url, token, dir: join(root, name) })
  }
}
