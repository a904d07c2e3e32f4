import type { VitalsReport } from '@portal/contract/vitals'
import { RemoteLoadError } from '../federation/remote-load-error.ts'

type PageError = VitalsReport['errors'][number]

const FRAMES = 5
/** Matches one of our bundles in a stack, with line and column. */
const OWN = /(\/(?:assets|remotes\/[a-z][a-z0-9-]*\/[0-9A-Za-z.-]+)\/[\w.-]+\.js:\d{1,7}:\d{1,7})\)?$/
const OF_REMOTE = /^\/remotes\/([a-z][a-z0-9-]*)\/([0-9A-Za-z.-]+)\//

/**
 * Returns the reportable parts of an error: its class and the places in our bundles. Never the
 * message, which may quote the user. Returns undefined for errors of other code, such as browser
 * extensions.
 */
export function scrub(error: unknown, origin: string): PageError | undefined {
  if (!(error instanceof Error)) return undefined
  const frames: string[] = []
  for (const line of (error.stack ?? '').split('\n')) {
    const [, place] = OWN.exec(line.trim()) ?? []
    // The same path on another origin belongs to other code.
    if (place && line.includes(`${origin}${place}`) && frames.length < FRAMES) frames.push(place)
  }
  const [first] = frames
  if (!first) return undefined
  const [, name, version] = OF_REMOTE.exec(first) ?? []
  const thrower = name && version ? { name, version } : null
  const kind = /^(?:[A-Z][a-z]{1,15}){0,3}(?:Error|Exception)$/.test(error.name) ? error.name : 'Error'
  return { kind, ran: error instanceof RemoteLoadError ? error.ran : thrower, frames }
}
