import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { publishRemote } from './publish.ts'
import { issueToken, isValidToken } from './remote-token.ts'
import type { Stack } from './stack.ts'

const root = join(import.meta.dirname, '../..')

const Tokens = z.record(z.string(), z.string())

/** Returns the stored tokens. A missing or damaged file counts as empty, since new tokens can be issued at any time. */
function readTokens(file: string): z.infer<typeof Tokens> {
  try {
    return Tokens.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return {}
  }
}

/** Returns the publishing token of a remote. Issues a new one if the database does not accept the stored one. */
async function tokenFor(name: string, data: string, databaseUrl: string): Promise<string> {
  const file = join(data, 'remote-tokens.json')
  const tokens = readTokens(file)
  const known = tokens[name]
  if (known && (await isValidToken({ url: databaseUrl }, name, known))) return known
  const token = await issueToken({ url: databaseUrl }, name)
  writeFileSync(file, JSON.stringify({ ...tokens, [name]: token }, null, 2), { mode: 0o600 })
  return token
}

/** Publishes the built remotes to the portal on this machine, the way a team publishes to production. */
export async function publishAll(stack: Stack, data: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const token = await tokenFor(name, data, stack.sqld.url)
    await publishRemote({ url: stack.url, token, dir: join(root, name) })
  }
}
