import type { RemoteVersions } from '@portal/contract/remotes'
import type * as z from 'zod'
import { getCanary } from '../canary-api.ts'
import { type Portal, PortalError } from '../portal-api.ts'
import { listRemote } from '../registry-api.ts'
import { action, kB, portalOf } from './action.ts'

type Version = z.infer<typeof RemoteVersions>['items'][number]

/** Returns the notable states of a version. */
function statesOf(
  { version, pinned, staged, withdrawn_at, must_leave_at, refused }: Version,
  canary?: string,
): string[] {
  return [
    ...(version === canary ? ['canary'] : []),
    ...(pinned ? ['pinned'] : []),
    ...(staged ? ['published ahead'] : []),
    ...(withdrawn_at ? ['withdrawn'] : []),
    ...(must_leave_at ? ['tabs leave it'] : []),
    ...(refused ? [refused] : []),
  ]
}

/** Returns who announced a version, and what they say it is: the portal does not know the repository. */
function announcementOf({ actor, branch, commit, message }: Version): string {
  const claims = [branch, commit?.slice(0, 8), message && `“${message}”`].filter(Boolean).join(' · ')
  return `announced by ${actor ?? 'an unknown publisher'}${claims && `, as ${claims}`}`
}

function describe(item: Version, canary?: string): string {
  const { live, version, created_at, contract, sdk, size } = item
  const built = `contract ${contract}, sdk ${sdk}, ${kB(size)}`
  return [`${live ? '→' : ' '} ${version}`, created_at, built, announcementOf(item), ...statesOf(item, canary)].join(
    '   ',
  )
}

/** Returns the version of the running canary. */
async function canaryOf(portal: Portal, name: string): Promise<string | undefined> {
  try {
    return (await getCanary(portal, name)).version
  } catch (error) {
    if (error instanceof PortalError && error.code === 'not_found') return undefined
    throw error
  }
}

export const list = action({
  usage: 'pnpm remote list <name>       lists its versions',
  options: {},
  run: async (name, given) => {
    const portal = await portalOf(name, given)
    const [{ items }, canary] = await Promise.all([listRemote(portal, name), canaryOf(portal, name)])
    for (const item of items) console.log(describe(item, canary))
    if (items.length === 0) console.log(`No version of ${name} has been published.`)
  },
})
