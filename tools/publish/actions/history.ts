import type { Canary } from '@portal/contract/canaries'
import type { RemoteSwitches, RemoteVersions } from '@portal/contract/publishing'
import { aboutOf, audienceOf, byWhom, describeSwitch, FAILURE_NAMES, titleOf } from '@portal/contract/publishing-texts'
import { FAILURES } from '@portal/contract/vitals'
import { localTime } from '../../command/local-time.ts'
import { StartError } from '../../command/start-error.ts'
import { getCanary } from '../canary-api.ts'
import { type Portal, PortalError } from '../portal-api.ts'
import { listRemote, listSwitches } from '../registry-api.ts'
import { action, portalOf } from './action.ts'
import { type Entry, layOut, wrap } from './entries.ts'

const DAY_MS = 24 * 60 * 60_000

/**
 * Returns the time of an option: `14:03` is the end of the last such minute, in local time; or a date with a time.
 * @throws StartError when it is neither
 */
export function timeOf(text: string, now: Date): Date {
  const clock = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text)
  const isDate = /^\d{4}-\d{2}-\d{2}/.test(text)
  const at = clock ? new Date(now) : new Date(isDate ? text : Number.NaN)
  if (clock) at.setHours(Number(clock[1]), Number(clock[2]), 59, 999)
  // A minute includes its seconds.
  if (/T\d\d:\d\d$/.test(text)) at.setSeconds(59, 999)
  if (clock && at.getTime() > now.getTime() + 60_000) at.setTime(at.getTime() - DAY_MS)
  if (Number.isNaN(at.getTime()))
    throw new StartError(`--at takes a time like 14:03 or 2026-11-23T14:03, not "${text}".`)
  return at
}

type Version = RemoteVersions['items'][number]

/** How many versions and changes are listed without `--all`. */
const VERSIONS = 8
const CHANGES = 12

/** Returns the canary of a remote with its results. */
const canaryOf = (portal: Portal, name: string): Promise<Canary | undefined> =>
  getCanary(portal, name).catch((error: unknown) => {
    if (error instanceof PortalError && error.code === 'not_found') return undefined
    throw error
  })

/** Returns who gets a canary, how it goes, and what it waits for. */
function describeCanary(running: Canary): string[] {
  const { canary, live } = running.results
  const kinds = FAILURES.filter((kind) => canary.failed[kind] + live.failed[kind] > 0)
  const failed = kinds.map((kind) => `${FAILURE_NAMES[kind]} ${canary.failed[kind]} (live: ${live.failed[kind]})`)
  return [
    `For ${audienceOf(running)}. People who have used it: ${canary.people}, of firms: ${canary.firms}`,
    failed.length > 0 ? `Firms with failures: ${failed.join(', ')}` : 'No failures',
    ...(running.waits ? [running.waits.text] : []),
  ]
}

/** Returns the state of a version in a word, and what there is to say about it. */
function stateOf({ live, version, bad, waits, refused }: Version, canary?: Canary): [state: string, ...string[]] {
  if (live) return refused ? ['live', refused] : ['live']
  if (version === canary?.version) return ['canary', ...describeCanary(canary)]
  if (bad) return ['bad', `Rolled back ${localTime(bad.at)} ${byWhom(bad)}`]
  if (waits) return ['waits', `Waits for ${waits}`]
  return refused ? ['', refused] : ['']
}

function entryOfVersion(item: Version, canary?: Canary): Entry {
  const { version, message, author, created_at, actor, branch, commit } = item
  const [mark, ...notes] = stateOf(item, canary)
  const by = `announced by ${actor ?? 'an unknown publisher'} ${localTime(created_at)}`
  const title = (text: string | null) => titleOf({ version, message: text })
  const details = [author && `author ${author}`, branch, commit?.slice(0, 8)]
  return { mark, message, title, notes, by, details, version: message && version }
}

function entryOfSwitch(change: RemoteSwitches['items'][number]): Entry {
  const { message, author, actor, reason, at } = change
  return {
    mark: localTime(at),
    message,
    title: (text) => describeSwitch({ ...change, message: text }),
    notes: reason ? [reason] : [],
    by: `by ${actor}`,
    details: [author && `author ${author}`],
    version: message && aboutOf(change),
  }
}

export const history = action({
  usage: `pnpm remote history <name>    says whether it is held and why, lists its versions, and who changed which
                              version is live, when and why; --all: also long ago
                              --at 14:03, --at 2026-11-23T14:03: until then, and which version was live`,
  options: { at: { type: 'string' }, all: { type: 'boolean' } },
  run: async (name, given) => {
    const at = given.at === undefined ? undefined : timeOf(given.at, new Date())
    const portal = await portalOf(name, given)
    const [{ items, live }, { items: versions, held }, canary] = await Promise.all([
      listSwitches(portal, name, at),
      listRemote(portal, name),
      canaryOf(portal, name),
    ])
    const isListed = (version: Version, i: number): boolean =>
      given.all || i < VERSIONS || version.live || version.version === canary?.version
    const all = at ? [] : versions
    const listed = all.filter(isListed)
    const changes = given.all ? items : items.slice(0, CHANGES)
    const state = at
      ? `At ${localTime(at)}, ${live ? `${name} ${live}` : `no version of ${name}`} was live.`
      : `${name} is ${held ? `held since ${localTime(held.at)} ${byWhom(held)}` : 'automatic.'}`
    const lines = [
      ...wrap(state),
      `Times are in ${Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'the time zone of this machine'}.`,
      ...(listed.length > 0 ? ['', 'Versions', ...layOut(listed.map((item) => entryOfVersion(item, canary)))] : []),
      '',
      ...(changes.length > 0 ? ['History', ...layOut(changes.map(entryOfSwitch))] : ['Nothing was published.']),
      ...(changes.length < items.length || listed.length < all.length ? ['', '--all lists more.'] : []),
    ]
    for (const line of lines) console.log(line)
  },
})
