import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildAll, REMOTES } from './build.ts'
import { issueToken } from './remote-token.ts'
import { listRemote, type Portal, publishRemote, rollBackRemote } from './publish.ts'
import { StartError } from './sqld.ts'

/** `pnpm remote`: publishes one remote, lists its versions, switches it back, or makes a token for who may. */

const USAGE = `pnpm remote publish <name>    builds it, sends what is new, and makes it live
pnpm remote list <name>       shows its versions
pnpm remote rollback <name>   goes back to the version that was live before
pnpm remote token <name>      makes a token; needs the database: LIBSQL_URL, LIBSQL_TOKEN

<name> is one of ${REMOTES.join(', ')}.
--url <address>     the portal; PORTAL_URL, or the one on this machine
--token <token>     the remote's token; REMOTE_TOKEN, or that of the portal on this machine`

const root = join(import.meta.dirname, '../..')

/** The token that `pnpm start` made for the portal on this machine. */
function localToken(name: string): string | undefined {
  const file = join(resolve(process.env['PORTAL_DATA'] ?? join(root, '.data')), 'remote-tokens.json')
  if (!existsSync(file)) return undefined
  return (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string | undefined>)[name]
}

function portalOf(name: string, given: { url?: string | undefined; token?: string | undefined }): Portal {
  const address = given.url ?? process.env['PORTAL_URL']
  const token = given.token ?? process.env['REMOTE_TOKEN'] ?? (address ? undefined : localToken(name))
  if (!token) throw new StartError('A token is needed: --token, or REMOTE_TOKEN.')
  return { url: address ?? `http://127.0.0.1:${process.env['PORT'] ?? 8787}`, token }
}

const actions: Record<string, (portal: Portal, name: string) => Promise<void>> = {
  publish: async (portal, name) => {
    await buildAll({ only: [name] })
    const { version, previous, sent } = await publishRemote({ ...portal, dir: join(root, name) })
    console.log(`${name} ${version} is live${previous && previous !== version ? `, after ${previous}` : ''}. Files sent: ${sent}.`)
  },
  list: async (portal, name) => {
    const { items } = await listRemote(portal, name)
    for (const v of items) console.log(`${v.live ? '→' : ' '} ${v.version}   ${v.created_at}   contract ${v.contract}, sdk ${v.sdk}`)
    if (items.length === 0) console.log(`No version of ${name} has been published.`)
  },
  rollback: async (portal, name) => {
    const { version, previous } = await rollBackRemote(portal, name)
    console.log(`${name} ${version} is live again, after ${previous}.`)
  },
}

/** Whoever may write to the database may hand out tokens. */
async function printToken(name: string): Promise<void> {
  const url = process.env['LIBSQL_URL']
  const authToken = process.env['LIBSQL_TOKEN']
  if (!url) throw new StartError('LIBSQL_URL is not set: the database that the token is stored in.')
  console.log(await issueToken({ url, ...(authToken ? { authToken } : {}) }, name))
}

try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { url: { type: 'string' }, token: { type: 'string' } } })
  const [action = '', name = ''] = positionals
  const run = actions[action]
  if (!REMOTES.some((remote) => remote === name)) throw new StartError(USAGE)
  if (action === 'token') await printToken(name)
  else if (run) await run(portalOf(name, values), name)
  else throw new StartError(USAGE)
} catch (error) {
  const misused = error instanceof TypeError && String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS')
  console.error(misused ? USAGE : error instanceof StartError ? error.message : error)
  process.exitCode = 1
}
