import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { RemoteName } from '@portal/contract/remotes'
import { buildAll, REMOTES } from './build.ts'
import { createRemote } from './create-remote.ts'
import { databaseFromEnvironment } from './database.ts'
import { issueToken, listTokens, revokeToken } from './remote-token.ts'
import {
  listRemote,
  type Portal,
  previewRemote,
  pruneRemote,
  publishRemote,
  removeRemote,
  rollBackRemote,
} from './publish.ts'
import { prepareBuild } from './remotes/prepare-build.ts'
import { StartError } from './sqld.ts'
import { readSettings } from './terminal.ts'

/** `pnpm remote`: manages a remote on any portal. */

const USAGE = `pnpm remote publish <name>    builds and uploads the remote, and makes it live
pnpm remote preview <name>    builds and uploads the remote, and prints a preview link (--hours 24)
pnpm remote list <name>       lists its versions
pnpm remote rollback <name>   makes the previous live version live again
pnpm remote prune <name>      lists old versions that are not in use (--days 30); --yes removes them
pnpm remote remove <name>     removes it from the portal, except in open tabs, until it is published again
pnpm remote create <name>     creates the folder of a new remote (--route /reports --label Reports --role bookkeeper)
pnpm remote token <name>      issues a token (--days 90 --label ci); --preview allows previews only,
                              --list lists tokens, --revoke <id> revokes one

Remotes in this workspace: ${REMOTES.join(', ')}. To publish or preview a remote from elsewhere, pass its build:
--dist <folder>       the folder with its mf-manifest.json
--place <file>        its routes, role and navigation entry (default: remote.json next to that folder)
--contract, --sdk     the versions it was built against (default: those in its manifest or in this workspace)

--url <address>     the portal (default: PORTAL_URL, or the portal on this machine)
--token <token>     the remote's token (default: REMOTE_TOKEN, or the token of the portal on this machine)
Managing tokens needs the database: LIBSQL_URL and LIBSQL_TOKEN, or the portal on this machine.`

const root = join(import.meta.dirname, '../..')

const OPTIONS = {
  url: { type: 'string' },
  token: { type: 'string' },
  hours: { type: 'string' },
  days: { type: 'string' },
  yes: { type: 'boolean' },
  list: { type: 'boolean' },
  revoke: { type: 'string' },
  label: { type: 'string' },
  preview: { type: 'boolean' },
  route: { type: 'string' },
  role: { type: 'string' },
  dist: { type: 'string' },
  place: { type: 'string' },
  contract: { type: 'string' },
  sdk: { type: 'string' },
} as const
type Given = ReturnType<typeof parseArgs<{ options: typeof OPTIONS; allowPositionals: true }>>['values']

/** Returns the token that `pnpm start` created for the portal on this machine. */
function localToken(name: string): string | undefined {
  const file = join(readSettings().data, 'remote-tokens.json')
  if (!existsSync(file)) return undefined
  return (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string | undefined>)[name]
}

function portalOf(name: string, given: Given): Portal {
  const address = given.url ?? process.env['PORTAL_URL']
  const token = given.token ?? process.env['REMOTE_TOKEN'] ?? (address ? undefined : localToken(name))
  if (!token) throw new StartError('No token. Pass --token, or set REMOTE_TOKEN.')
  return { url: address ?? `http://127.0.0.1:${process.env['PORT'] ?? 8787}`, token }
}

function wholeNumber(text: string | undefined, option: string): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d+$/.test(text)) throw new StartError(`${option} takes a whole number, not "${text}".`)
  return Number(text)
}

/** Calls `use` with the folder of a remote whose `dist` can be published: built here, or prepared from `--dist`. */
async function withBuild<T>(name: string, given: Given, use: (dir: string) => Promise<T>): Promise<T> {
  const { dist, place, contract, sdk } = given
  if (dist === undefined) {
    if (!REMOTES.includes(name))
      throw new StartError(
        `There is no remote ${name} in this workspace: ${REMOTES.join(', ')}. Pass its build as --dist.`,
      )
    await buildAll({ only: [name] })
    return use(join(root, name))
  }
  const dir = prepareBuild({ name, dist: resolve(dist), place: place && resolve(place), contract, sdk })
  return use(dir).finally(() => rmSync(dir, { recursive: true }))
}

const kB = (bytes: number): string => `${Math.ceil(bytes / 1000)} kB`

async function prune(name: string, given: Given): Promise<void> {
  const { items, strays } = await pruneRemote(portalOf(name, given), name, {
    days: wholeNumber(given.days, '--days'),
    dry: given.yes !== true,
  })
  const verb = given.yes ? 'removed' : 'would be removed'
  for (const { version, created_at, files, bytes, kept } of items)
    console.log(`${kept ? `kept (${kept})` : verb}   ${version}   ${created_at}   ${files} files, ${kB(bytes)}`)
  if (strays > 0) console.log(`${verb}   ${strays} files that belong to no version`)
  const removable = items.filter((item) => item.kept === null).length + strays
  if (removable === 0) console.log('There is nothing to remove.')
  else if (!given.yes) console.log('Nothing was removed. Pass --yes to remove these.')
}

const actions: Record<string, (name: string, given: Given) => Promise<void>> = {
  publish: async (name, given) => {
    const portal = portalOf(name, given)
    const { version, previous, sent } = await withBuild(name, given, (dir) => publishRemote({ ...portal, dir }))
    const replaced = previous && previous !== version ? ` and replaced ${previous}` : ''
    console.log(`${name} ${version} is live${replaced}. Uploaded files: ${sent}.`)
  },
  preview: async (name, given) => {
    const portal = portalOf(name, given)
    const hours = wholeNumber(given.hours, '--hours')
    const { url, version, expires_at } = await withBuild(name, given, (dir) => previewRemote({ ...portal, dir, hours }))
    console.log(`Preview of ${name} ${version}, until ${expires_at}:\n${url}`)
  },
  list: async (name, given) => {
    const { items } = await listRemote(portalOf(name, given), name)
    for (const { live, version, created_at, contract, sdk, refused } of items) {
      const line = `${live ? '→' : ' '} ${version}   ${created_at}   contract ${contract}, sdk ${sdk}`
      console.log(refused ? `${line}   ${refused}` : line)
    }
    if (items.length === 0) console.log(`No version of ${name} has been published.`)
  },
  rollback: async (name, given) => {
    const { version, previous } = await rollBackRemote(portalOf(name, given), name)
    console.log(`${name} ${version} is live again and replaced ${previous}.`)
  },
  prune,
  remove: async (name, given) => {
    const { previous } = await removeRemote(portalOf(name, given), name)
    console.log(`${name} ${previous} was removed from the portal. Publish ${name} to bring it back.`)
  },
  create: async (name, { route, label, role }) => {
    if (role !== undefined && role !== 'bookkeeper' && role !== 'client')
      throw new StartError('--role takes bookkeeper or client.')
    createRemote({ name, route, label, role })
    console.log(`Created ${name}/. Next, run pnpm install, then pnpm --dir ${name} dev.`)
  },
  token: manageTokens,
}

async function manageTokens(name: string, given: Given): Promise<void> {
  const store = databaseFromEnvironment()
  if (given.revoke) {
    if (!(await revokeToken(store, name, given.revoke)))
      throw new StartError(`${name} has no active token ${given.revoke}.`)
    console.log(`Token ${given.revoke} of ${name} was revoked.`)
  } else if (given.list) {
    const tokens = await listTokens(store, name)
    for (const { id, label, scope, created_at, expires_at, revoked_at } of tokens) {
      const end = revoked_at ? `revoked ${revoked_at}` : `expires ${expires_at ?? created_at}`
      console.log(`${id}   ${scope}   ${label ?? '-'}   created ${created_at}   ${end}`)
    }
    if (tokens.length === 0) console.log(`${name} has no tokens.`)
  } else {
    const days = wholeNumber(given.days, '--days')
    console.log(
      await issueToken(store, name, { label: given.label, scope: given.preview ? 'preview' : 'publish', days }),
    )
  }
}

try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: OPTIONS })
  const [action = '', name = ''] = positionals
  const run = actions[action]
  if (!run || !RemoteName.safeParse(name).success) throw new StartError(USAGE)
  await run(name, values)
} catch (error) {
  const misused =
    error instanceof TypeError && String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS')
  console.error(misused ? USAGE : error instanceof StartError ? error.message : error)
  process.exitCode = 1
}
