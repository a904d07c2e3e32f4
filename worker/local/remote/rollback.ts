import { liveVersion, rollBackRemote } from '../registry-api.ts'
import { action, portalOf } from './action.ts'

export const rollback = action({
  usage: `pnpm remote rollback <name>   makes the version live that was live before (--to <version>, --reason "…"), and
                              pins it; with --leave, open tabs leave the other version, and previews end`,
  options: { to: { type: 'string' }, reason: { type: 'string' }, leave: { type: 'boolean' } },
  run: async (name, given) => {
    const portal = await portalOf(name, given)
    const { to, reason, leave = false } = given
    const expected = (await liveVersion(portal, name)) ?? undefined
    const { version, previous } = await rollBackRemote(portal, name, { to, expected, reason, leave })
    if (version === previous) console.log(`${name} ${version} is live already.`)
    else {
      console.log(`${name} ${version} is live again${previous === null ? '' : ` and replaced ${previous}`}.`)
      console.log(`It is pinned: start and deployments keep it. To end this, publish ${name}, or run`)
      console.log(`pnpm remote unpin ${name}`)
    }
  },
})
