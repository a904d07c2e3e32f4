import type { Canary } from '@portal/contract/canaries'
import { formatSize } from '@portal/contract/files'
import type { Decision, RemoteSwitches, RemoteVersions } from '@portal/contract/publishing'
import { FAILURES } from '@portal/contract/vitals'
import { getCanary } from '../canary-api.ts'
import { type Portal, PortalError } from '../portal-api.ts'
import { listRemote, listSwitches } from '../registry-api.ts'
import { StartError } from '../sqld.ts'
import { action, portalOf } from './action.ts'

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
type Switch = RemoteSwitches['items'][number]

/** How many versions are listed. */
const VERSIONS = 20

const describeDecision = ({ by, at, reason }: Decision): string =>
  `since ${at.slice(0, 16)}Z by ${by}${reason ? `: ${reason}` : ''}`

/** Returns the state of a version in words, if there is something to say. */
function stateOf({ live, version, bad, waits, refused }: Version, canary: Canary | undefined): string[] {
  if (live) return ['live']
  if (version === canary?.version) return [`for ${shareOf(canary)}`]
  if (bad) return [`bad ${describeDecision(bad)}`]
  return waits ? [`waits for ${waits}`] : refused ? [refused] : []
}

/** Returns what a version is, as its publisher says: the portal does not know the repository. */
const titleOf = ({ message, author }: Pick<Version, 'message' | 'author'>): string[] =>
  [message && `“${message}”`, author].flatMap((text) => text || [])

function describeVersion(item: Version, canary: Canary | undefined): string {
  const { live, version, created_at, actor, branch, commit, size } = item
  const source = [branch, commit?.slice(0, 8)].flatMap((text) => text || [])
  const announced = `announced by ${actor ?? 'an unknown publisher'} at ${created_at}`
  const parts = [...titleOf(item), ...stateOf(item, canary), announced, ...source, formatSize(size), version]
  return `${live ? '→' : ' '} ${parts.join('   ')}`
}

/** Returns the canary of a remote with its results. */
const canaryOf = (portal: Portal, name: string): Promise<Canary | undefined> =>
  getCanary(portal, name).catch((error: unknown) => {
    if (error instanceof PortalError && error.code === 'not_found') return undefined
    throw error
  })

/** Returns who gets a canary: "5% of people, 1 firm". */
const shareOf = ({ percent, firms, people }: Canary): string =>
  [
    percent > 0 ? `${percent}% of people` : '',
    firms > 0 ? `${firms} ${firms === 1 ? 'firm' : 'firms'}` : '',
    people > 0 ? `${people} ${people === 1 ? 'person' : 'people'}` : '',
  ]
    .filter(Boolean)
    .join(', ')

function describeCanary(running: Canary): string {
  const { version, waits, results } = running
  const { canary, live } = results
  const failed = FAILURES.filter((kind) => canary.failed[kind] + live.failed[kind] > 0)
  const kinds = failed.map((kind) => `${kind} ${canary.failed[kind]} (live: ${live.failed[kind]})`)
  return [
    `${version} is for ${shareOf(running)}. People who have used it: ${canary.people}, of firms: ${canary.firms}`,
    ...(kinds.length > 0 ? [`firms with failures: ${kinds.join(', ')}`] : ['no failures']),
    ...(waits ? [waits.text] : []),
  ].join('; ')
}

const describeSwitch = (change: Switch): string => {
  const { kind, from, to, actor, reason, at } = change
  return [
    at,
    kind.padEnd(9),
    ...titleOf(change),
    `${from ?? 'none'} → ${to ?? 'none'}`,
    actor,
    ...(reason ? [reason] : []),
  ].join('   ')
}

export const history = action({
  usage: `pnpm remote history <name>    says whether it is held and why, lists its versions, and who changed which
                              version is live, when and why
                              --at 14:03, --at 2026-11-23T14:03: until then, and which version was live`,
  options: { at: { type: 'string' } },
  run: async (name, given) => {
    const at = given.at === undefined ? undefined : timeOf(given.at, new Date())
    const portal = await portalOf(name, given)
    const [{ items, live }, versions, canary] = await Promise.all([
      listSwitches(portal, name, at),
      listRemote(portal, name),
      canaryOf(portal, name),
    ])
    if (!at) {
      console.log(`${name} is ${versions.held ? `held ${describeDecision(versions.held)}` : 'automatic'}.`)
      if (canary) console.log(describeCanary(canary))
      for (const item of versions.items.slice(0, VERSIONS)) console.log(describeVersion(item, canary))
      console.log('')
    }
    for (const item of items) console.log(describeSwitch(item))
    if (items.length === 0) console.log(at ? 'Nothing was published until then.' : `${name} was never published.`)
    if (at) console.log(`At ${at.toISOString()}, ${live ? `${name} ${live}` : `no version of ${name}`} was live.`)
  },
})
