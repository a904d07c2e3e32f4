import type { Session } from '@portal/contract/auth'

/**
 * Requests that the early script sent while the page's code was loading. The script is a
 * separate bundle, so both share a global variable.
 */

/** A request that was sent before the page's code had loaded. */
interface EarlyRequest {
  /** Session and user that it was sent for; see `ownerOf`. */
  owner: string
  /** Time of the request, in ms since 1970. */
  at: number
  /** Resolves to undefined if the request failed; the page then sends it again. */
  answer: Promise<Response | undefined>
}

interface EarlyState {
  answers: Map<string, EarlyRequest>
  /** Time at which the early script refreshed the session, in ms since 1970. */
  refreshedAt: number
  /** Whether the page's code has loaded and sends its own requests. */
  stopped: boolean
}
const scope = globalThis as { portalEarly?: EarlyState }

const state = (): EarlyState =>
  (scope.portalEarly ??= { answers: new Map(), refreshedAt: Number.NEGATIVE_INFINITY, stopped: false })

/** Equals the time for which the data of a query counts as fresh. */
const FRESH_MS = 15_000

/**
 * Identifies a session and its user. Switching to another bookkeeper changes it, a refreshed token
 * does not.
 */
const ownerOf = ({ session_id, user }: Session): string => `${session_id} ${user.id} ${user.client_id ?? ''}`

/** Returns the key of an address, which does not depend on the order of its parameters. */
function keyOf(address: string): string {
  const { pathname, searchParams } = new URL(address, location.href)
  searchParams.sort()
  return `${pathname}?${searchParams.toString()}`
}

/** Stores a request that the early script has sent. */
export function rememberEarlyRequest(address: string, session: Session, request: Promise<Response>): void {
  const answer = request.then(
    (response) => (response.ok ? response : undefined),
    () => undefined,
  )
  state().answers.set(keyOf(address), { owner: ownerOf(session), at: Date.now(), answer })
  setTimeout(dropEarlyResponses, FRESH_MS)
}

/**
 * Returns the response to a GET that the early script has sent, once: if it belongs to this session
 * and is fresh.
 * @returns undefined if there is none; a promise of undefined if it failed
 */
export function takeEarlyResponse(address: string, session: Session | null): Promise<Response | undefined> | undefined {
  const { answers } = state()
  if (answers.size === 0 || !session) return undefined
  const key = keyOf(address)
  const early = answers.get(key)
  answers.delete(key)
  return early && early.owner === ownerOf(session) && Date.now() - early.at < FRESH_MS ? early.answer : undefined
}

/** Discards all early responses, which a write makes stale. */
export function dropEarlyResponses(): void {
  state().answers.clear()
}

/** Tells the early script not to send anything, because the page's code has loaded. */
export function stopEarlyRequests(): void {
  state().stopped = true
}

/** Returns whether the page's code has loaded first. */
export const areEarlyRequestsStopped = (): boolean => state().stopped

/** Records that the early script has refreshed the session. */
export function noteEarlyRefresh(): void {
  state().refreshedAt = Date.now()
}

/** Returns the time of that refresh, in ms since 1970; minus infinity if there was none. */
export const earlyRefreshAt = (): number => state().refreshedAt
