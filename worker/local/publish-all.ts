import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { publishRemote } from './publish.ts'
import { issueToken, isValidToken } from './remote-token.ts'
import { readPins } from './remotes/pins.ts'
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
  const token = await issueToken({ url: databaseUrl }, name, { label: 'pnpm start' })
  writeFileSync(file, JSON.stringify({ ...tokens, [name]: token }, null, 2), { mode: 0o600 })
  return token
}

/**
 * Publishes the built remotes to the portal on this machine, the way a team publishes to production. Skips pinned ones.
 * @param folder the folder with the folders of the remotes
 */
export async function publishAll(
  { url, sqld }: { url: string; sqld: Pick<Stack['sqld'], 'url'> },
  data: string,
  names: readonly string[],
  folder = root,
): Promise<void> {
  const pins = await readPins({ url: sqld.url })
  for (const name of names) {
    const pinned = pins.get(name)
    const token = await tokenFor(name, data, sqld.url)
    if (pinned === undefined) await publishRemote({ url, token, dir: join(folder, name) })
    else console.log(`${name} stays at ${pinned}, which is pinned. To end this, run pnpm remote unpin ${name}.`)
  }
}
