import type { Session } from '@portal/contract/auth'

/**
 * What the page's first script has asked for while the rest is under way. That script is a bundle of its own, so both meet at a global.
 */

/** An answer that was asked for before the page's code was there. */
interface Early {
  /** Whose it is; see `ownerOf`. */
  owner: string
  /** When it was asked for, in ms since 1970. */
  at: number
  /** undefined where it failed: then it is asked for as ever. */
  answer: Promise<Response | undefined>
}

interface EarlyState {
  answers: Map<string, Early>
  /** When the first script got a new session, in ms since 1970. */
  refreshedAt: number
  /** The page's code is there and asks by itself. */
  closed: boolean
}
const scope = globalThis as { portalEarly?: EarlyState }

const state = (): EarlyState =>
  (scope.portalEarly ??= { answers: new Map(), refreshedAt: Number.NEGATIVE_INFINITY, closed: false })

/** As long as a query's data counts as fresh. */
const KEPT_MS = 15_000

/** A session as one record: a client who moves to another bookkeeper is somebody else. A renewed token changes nothing. */
const ownerOf = ({ session_id, user }: Session): string => `${session_id} ${user.id} ${user.client_id ?? ''}`

/** The same for one address, in whatever order its query stands. */
function keyOf(address: string): string {
  const { pathname, searchParams } = new URL(address, location.href)
  searchParams.sort()
  return `${pathname}?${searchParams.toString()}`
}

/** Remembers a request that is under way. */
export function rememberEarlyRequest(address: string, session: Session, request: Promise<Response>): void {
  const answer = request.then(
    (response) => (response.ok ? response : undefined),
    () => undefined,
  )
  state().answers.set(keyOf(address), { owner: ownerOf(session), at: Date.now(), answer })
  setTimeout(dropEarlyResponses, KEPT_MS)
}

/**
 * The answer to a GET that is under way already, once: for whom it was asked, and while it is fresh.
 * @returns undefined where there is none; a promise of undefined where it failed
 */
export function takeEarlyResponse(address: string, session: Session | null): Promise<Response | undefined> | undefined {
  const { answers } = state()
  if (answers.size === 0 || !session) return undefined
  const key = keyOf(address)
  const early = answers.get(key)
  answers.delete(key)
  return early && early.owner === ownerOf(session) && Date.now() - early.at < KEPT_MS ? early.answer : undefined
}

/** Forgets all of them: a write makes them old. */
export function dropEarlyResponses(): void {
  state().answers.clear()
}

/** Says that the page's code is there: a first script that comes only now has nothing to do. */
export function stopEarlyRequests(): void {
  state().closed = true
}

/** Whether the page's code was there first. */
export const areEarlyRequestsStopped = (): boolean => state().closed

/** Notes that the session was renewed before the page's code was there. */
export function noteEarlyRefresh(): void {
  state().refreshedAt = Date.now()
}

/** When that was, in ms since 1970; minus infinity where it was not. */
export const earlyRefreshAt = (): number => state().refreshedAt
