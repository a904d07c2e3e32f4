import { CANARY_STEPS } from '@portal/contract/canaries'
import { StartError } from '../../command/start-error.ts'
import { checkBuild } from '../build/check-build.ts'
import { continueCanary, getCanary, stopCanary } from '../canary-api.ts'
import type { Portal } from '../portal-api.ts'
import { publishGradually } from '../publish.ts'
import { liveVersion } from '../registry-api.ts'
import { action, portalOf } from './action.ts'
import { leftAloneBy, publishBuild, withAdvice } from './publish-build.ts'
import { BUILD_OPTIONS, withBuild } from './with-build.ts'

/** Continues or stops the canary of a remote. Returns what happened, in words. */
async function changeCanary(portal: Portal, name: string, stop: boolean, reason?: string): Promise<string> {
  const { version, percent } = await getCanary(portal, name)
  if (stop) {
    await stopCanary(portal, name, { version, reason })
    return `${name} ${version} is for nobody any more. Open tabs leave it.`
  }
  const next = await continueCanary(portal, name, { version, percent })
  return next.percent === 100
    ? `${name} ${version} is live.`
    : `${name} ${version} is for ${next.percent}% of people now.`
}

type Build = Parameters<typeof publishGradually>[0]
type How = Parameters<typeof publishGradually>[1]

/** Publishes a build to some people. Returns what happened, in words. */
async function publishToSome(build: Build, how: How): Promise<string> {
  const { name, version, percent, sent } = await publishGradually(build, how).catch((error: unknown) => {
    throw withAdvice(error)
  })
  if (percent === 100) return `${name} ${version} is live. Uploaded files: ${sent}.`
  const whom = [...(percent > 0 ? [`${percent}% of people`] : []), ...(how.for ?? [])].join(', ')
  return `${name} ${version} is for ${whom} now. Uploaded files: ${sent}. Results: pnpm remote history ${name}`
}

/** Returns whether the command runs in a CI job. Providers set the variable. */
const isCI = (value = ''): boolean => !['', '0', 'false'].includes(value)

export const publish = action({
  usage: `pnpm remote publish <name>    builds, checks and uploads the remote, and makes it live, which ends a hold
                              --gradually: for 5% of people first, then more; --continue and --stop
                              --for <address or firm>: only for this person or firm (any number of times)
                              --again: also if this version was rolled back
                              --over <version>: also if that version went live meanwhile
                              --reason "…": for the history
                              In CI jobs: --gradually, unless you pass --at-once; leaves a held remote, a running
                              canary and a version that was rolled back alone`,
  options: {
    ...BUILD_OPTIONS,
    gradually: { type: 'boolean' },
    'at-once': { type: 'boolean' },
    for: { type: 'string', multiple: true },
    continue: { type: 'boolean' },
    stop: { type: 'boolean' },
    again: { type: 'boolean' },
    over: { type: 'string' },
    reason: { type: 'string' },
  },
  run: async (name, given) => {
    const { gradually, 'at-once': atOnce, for: named, stop = false, again = false, over, reason } = given
    if ([gradually, atOnce, given.continue, stop].filter(Boolean).length > 1)
      throw new StartError('Pass only one of --gradually, --at-once, --continue and --stop.')
    const portal = await portalOf(name, given)
    if (stop || given.continue) return console.log(await changeCanary(portal, name, stop, reason))
    const automatic = isCI(process.env['CI'])
    const live = await liveVersion(portal, name)
    const isShare = gradually || (automatic && !atOnce && !named && live !== null)
    const said = await withBuild(name, given, async (build) => {
      await checkBuild(build)
      const how = { reason, again, automatic, expected: over ?? live }
      if (isShare || named)
        return publishToSome({ ...portal, ...build }, { ...how, percent: isShare ? CANARY_STEPS[0] : 0, for: named })
      return publishBuild({ ...portal, ...build }, how)
    }).catch((error: unknown) => {
      if (automatic) return leftAloneBy(error)
      throw error
    })
    console.log(said)
  },
})
