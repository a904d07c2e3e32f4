import { publishCanary } from '../publish.ts'
import { liveVersion } from '../registry-api.ts'
import { checkBuild } from '../remotes/check-build.ts'
import { StartError } from '../sqld.ts'
import { action, portalOf } from './action.ts'
import { CANARY_OPTIONS, canaryTargets } from './canary-options.ts'
import { publishBuild } from './publish-build.ts'
import { BUILD_OPTIONS, withBuild } from './with-build.ts'

export const publish = action({
  usage: `pnpm remote publish <name>    builds, checks and uploads the remote, and makes it live (--reason "…");
                              refused when another version went live meanwhile, unless you pass --over <version>
                              --canary 5%, --person <address>, --firm <id or address of a bookkeeper>:
                              only for these people`,
  options: {
    ...BUILD_OPTIONS,
    ...CANARY_OPTIONS,
    over: { type: 'string' },
    reason: { type: 'string' },
  },
  run: async (name, given) => {
    const portal = await portalOf(name, given)
    const targets = canaryTargets(given)
    if (targets) {
      if (given.over !== undefined || given.reason !== undefined)
        throw new StartError('A canary replaces no version. Omit --over and --reason.')
      const { version, sent } = await withBuild(name, given, async (build) => {
        await checkBuild(build)
        return publishCanary({ ...portal, ...build, targets })
      })
      console.log(`${name} ${version} is a canary. Uploaded files: ${sent}. Results: pnpm remote canary ${name}`)
      if (given.firm || given.person)
        console.log(
          'To protect accounts, the portal does not say whether it knows the firms and people that you named.',
        )
      return
    }
    const expected = given.over ?? (await liveVersion(portal, name))
    const { reason } = given
    const said = await withBuild(name, given, async (build) => {
      await checkBuild(build)
      return publishBuild({ ...portal, ...build, expected, reason })
    })
    console.log(said)
  },
})
