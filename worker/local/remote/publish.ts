import { PortalError } from '../portal-api.ts'
import { publishCanary, publishRemote } from '../publish.ts'
import { liveVersion } from '../registry-api.ts'
import { StartError } from '../sqld.ts'
import { checkBuild } from '../remotes/check-build.ts'
import { action, portalOf, wholeNumber } from './action.ts'
import { CANARY_OPTIONS, canaryTargets } from './canary-options.ts'
import { BUILD_OPTIONS, withBuild } from './with-build.ts'

export const publish = action({
  usage: `pnpm remote publish <name>    builds, checks and uploads the remote, and makes it live (--reason "…");
                              refused when another version went live meanwhile, unless you pass --over <version>,
                              and when the scripts of a page are larger than --max-size 60 (kB, gzipped)
                              --canary 5%, --firm <id>, --person <email>: only for these people`,
  options: {
    ...BUILD_OPTIONS,
    ...CANARY_OPTIONS,
    over: { type: 'string' },
    reason: { type: 'string' },
    'max-size': { type: 'string' },
  },
  run: async (name, given) => {
    const portal = portalOf(name, given)
    const maxSize = wholeNumber(given['max-size'], '--max-size')
    const check = ({ dir }: { dir: string }): Promise<void> => checkBuild(dir, maxSize)
    const targets = canaryTargets(given)
    if (targets) {
      const { version, sent } = await withBuild(name, given, async (build) => {
        await check(build)
        return publishCanary({ ...portal, ...build, targets })
      })
      console.log(`${name} ${version} is a canary. Uploaded files: ${sent}. Results: pnpm remote canary ${name}`)
      return
    }
    const expected = given.over ?? (await liveVersion(portal, name))
    const { reason } = given
    const { version, previous, staged, sent } = await withBuild(name, given, async (build) => {
      await check(build)
      return publishRemote({ ...portal, ...build, expected, reason })
    }).catch((error: unknown) => {
      if (!(error instanceof PortalError) || error.code !== 'stale') throw error
      throw new StartError(`${error.message}\nCompare with it, then publish again with --over <version> to replace it.`)
    })
    const replaced = previous && previous !== version ? ` and replaced ${previous}` : ''
    const state = staged
      ? `was published ahead. ${staged} Until that portal is deployed, ${previous ?? 'no version'} stays live`
      : `is live${replaced}`
    console.log(`${name} ${version} ${state}. Uploaded files: ${sent}.`)
  },
})
