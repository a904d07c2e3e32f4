import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { ROOT } from '../command/root.ts'
import type { Stack } from '../run/stack.ts'
import { publishIfAllowed } from './actions/publish-build.ts'
import { issueToken, isValidToken } from './credentials/remote-token.ts'

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
  const token = await issueToken({ url: databaseUrl }, name, { label: 'this machine' })
  writeFileSync(file, JSON.stringify({ ...tokens, [name]: token }, null, 2), { mode: 0o600 })
  return token
}

/**
 * Publishes the built remotes to the portal on this machine, the way a CI job publishes to production.
 * @param folder the folder with the folders of the remotes
 */
export async function publishAll(
  { url, sqld }: { url: string; sqld: Pick<Stack['sqld'], 'url'> },
  data: string,
  names: readonly string[],
  folder = ROOT,
): Promise<void> {
  for (const name of names) {
    const token = await tokenFor(name, data, sqld.url)
    const leftAlone = await publishIfAllowed({ url, token, dir: join(folder, name) })
    if (leftAlone) console.log(leftAlone)
  }
}
