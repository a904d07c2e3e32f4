import type { Decision, GoLive } from '@portal/contract/publishing'
import { byWhom } from '@portal/contract/publishing-texts'
import type * as z from 'zod'
import { localTime } from '../../command/local-time.ts'
import { StartError } from '../../command/start-error.ts'
import { PortalError } from '../portal-api.ts'
import { publishRemote } from '../publish.ts'

type Build = Parameters<typeof publishRemote>[0]

const codeOf = (error: unknown): string | undefined => (error instanceof PortalError ? error.code : undefined)

/** Returns the error with what to do next. */
export function withAdvice(error: unknown): unknown {
  const advice: Record<string, string> = {
    stale: 'To replace that version, pass --over <version>.',
    bad_version: 'To publish it all the same, pass --again.',
  }
  const next = advice[codeOf(error) ?? '']
  return next && error instanceof Error ? new StartError(`${error.message}\n${next}`) : error
}

/** Returns why the portal left a remote alone. @throws any other error */
export function leftAloneBy(error: unknown): string {
  if (codeOf(error) === 'left_alone' && error instanceof PortalError) return `${error.detail} It stays as it is.`
  throw error
}

/**
 * Publishes a build as starts, deployments and CI jobs do, who leave a held remote, a running canary and a bad version
 * alone.
 * @returns why it was left alone; undefined when it is live
 */
export const publishIfAllowed = (build: Build, how: z.input<typeof GoLive> = {}): Promise<string | undefined> =>
  publishRemote(build, { ...how, automatic: true }).then(() => undefined, leftAloneBy)

const describeHold = (hold: Decision): string => `This ended the hold since ${localTime(hold.at)} ${byWhom(hold)}.`

/**
 * Publishes a build to everyone.
 * @returns what happened, in words
 * @throws StartError when the portal refuses it, with what to do next
 */
export async function publishBuild(build: Build, how: z.input<typeof GoLive>): Promise<string> {
  const published = await publishRemote(build, how).catch((error: unknown) => {
    throw withAdvice(error)
  })
  const { name, version, previous, waits, ended, sent } = published
  const replaced = previous && previous !== version ? ` and replaced ${previous}` : ''
  const state = waits
    ? `waits for ${waits}. Until the portal is deployed with it, ${previous ?? 'no version'} stays live`
    : `is live${replaced}`
  const said = `${name} ${version} ${state}. Uploaded files: ${sent}.`
  return ended ? `${said} ${describeHold(ended)}` : said
}
