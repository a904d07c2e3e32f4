import { liveVersion, rollBackRemote } from '../registry-api.ts'
import { action, portalOf } from './action.ts'

/** Returns what a rollback has done: which version is live now, what was rolled back, and what was live before. */
function describeRollBack(name: string, live: string | null, from: string | null, before: string | undefined): string {
  if (live === null) return `${name} ${from} was removed from the portal`
  if (from === null || from === live) return `${name} ${live} is live`
  if (live === before) return `The canary ${from} was rolled back; ${name} ${live} stays live`
  return `${name} ${live} is live again and replaced ${from}`
}

export const rollback = action({
  usage: `pnpm remote rollback <name>   makes the version live that was live before, and holds it: starts, deployments
                              and CI jobs leave the remote alone until somebody publishes it
                              --to <version>: to this version; the live one only holds it; none removes the remote
                              --again: also to a version that was rolled back
                              --reload-tabs: open tabs leave later versions when nothing is unsaved; also afterwards
                              --reason "…": for the history`,
  options: {
    to: { type: 'string' },
    reason: { type: 'string' },
    'reload-tabs': { type: 'boolean' },
    again: { type: 'boolean' },
  },
  run: async (name, given) => {
    const portal = await portalOf(name, given)
    const { reason, 'reload-tabs': leave = false, again = false } = given
    const to = given.to === 'none' ? null : given.to
    const expected = (await liveVersion(portal, name)) ?? undefined
    const { version, previous } = await rollBackRemote(portal, name, { to, expected, reason, leave, again })
    const said = describeRollBack(name, version, previous, expected)
    const tabs = leave ? ' Open tabs leave later versions as soon as nothing is unsaved.' : ''
    console.log(`${said}. It is held until somebody publishes ${name}.${tabs}`)
  },
})
