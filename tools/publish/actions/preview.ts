import { resolve } from 'node:path'
import { RemoteName } from '@portal/contract/remotes'
import { localTime } from '../../command/local-time.ts'
import { StartError } from '../../command/start-error.ts'
import { readBuild } from '../build/built-remote.ts'
import { checkBuild } from '../build/check-build.ts'
import { readPlace } from '../build/prepare-build.ts'
import { previewRemote } from '../publish.ts'
import { previewLocalRemote } from '../registry-api.ts'
import { action, portalOf, wholeNumber } from './action.ts'
import { BUILD_OPTIONS, withBuild } from './with-build.ts'
import { buildRemote, REMOTES } from './workspace.ts'

/** Returns one link for several previews. */
function combined([first = '', ...others]: readonly string[]): string {
  const link = new URL(first)
  for (const other of others) link.searchParams.append('token', new URL(other).searchParams.get('token') ?? '')
  return link.href
}

/** Returns the place of a remote: of its build in this workspace, or in `remote.json`. */
async function placeOf(name: string, file: string | undefined) {
  if (file === undefined && REMOTES.includes(name)) return readBuild(await buildRemote(name)).place
  return readPlace(resolve(file ?? 'remote.json'))
}

type Given = Parameters<typeof portalOf>[1] & { place?: string | undefined; hours?: string | undefined }

/** Prints a link that makes a browser load a remote from a server on its own machine. */
async function previewLocal(name: string, server: string, given: Given): Promise<void> {
  const origin = server.replace(/\/+$/, '')
  const { routes, role, nav } = await placeOf(name, given.place)
  const hours = wholeNumber(given.hours, '--hours')
  const { url, expires_at } = await previewLocalRemote(await portalOf(name, given), name, {
    origin,
    routes,
    role,
    nav,
    hours,
  })
  console.log(
    `Your browser loads ${name} from ${origin} until ${localTime(expires_at)}, after you open this link:\n${url}`,
  )
}

export const preview = action({
  usage: `pnpm remote preview <name>…   builds, checks and uploads remotes, and prints one link: who opens it sees these
                              versions, all others keep the live ones (--hours 24)
                              --local http://localhost:3000: your browser loads the remote from this server`,
  options: { ...BUILD_OPTIONS, hours: { type: 'string' }, local: { type: 'string' } },
  many: true,
  run: async (name, given, more) => {
    if (given.local !== undefined && more.length > 0) throw new StartError('--local takes one remote.')
    if (given.local !== undefined) return previewLocal(name, given.local, given)
    const names = [...new Set([name, ...more])]
    const wrong = names.find((each) => !RemoteName.safeParse(each).success)
    if (wrong) throw new StartError(`${wrong} is not the name of a remote.`)
    if (names.length > 1 && (given.dist || REMOTES.length === 0))
      throw new StartError('A folder is the build of one remote. Preview each by itself.')
    const hours = wholeNumber(given.hours, '--hours')
    const previews: { name: string; url: string; version: string; expires_at: string }[] = []
    for (const each of names) {
      const portal = await portalOf(each, given)
      const link = await withBuild(each, given, async (build) => {
        // Operators can make an uploaded version live.
        await checkBuild(build)
        return previewRemote({ ...portal, ...build, hours })
      })
      previews.push({ name: each, ...link })
    }
    const versions = previews.map((each) => `${each.name} ${each.version}`).join(', ')
    const until = previews.map(({ expires_at }) => expires_at).sort()[0] ?? ''
    console.log(`Preview of ${versions}, until ${localTime(until)}:\n${combined(previews.map(({ url }) => url))}`)
  },
})
