import { AppError } from '../errors.ts'
import { hashPassword, verifyPassword } from './password.ts'

/**
 * Hashing blocks the isolate for a third of a second and takes 16 MiB: at most two are under way at once, so that other requests
 * get their turn in between.
 */
const AT_ONCE = 2
const LOOK_AGAIN_MS = 30
const WAIT_MAX_MS = 15_000
/** A request that was cancelled never gives its place back; after this long it is taken from it. */
const LEASE_MS = 5_000

// Each request waits on its own timer, never on a promise of another request: that one may be gone before it resolves.
const places = new Map<symbol, number>()

function takePlace(): symbol | undefined {
  const now = Date.now()
  for (const [place, since] of places) if (now - since > LEASE_MS) places.delete(place)
  if (places.size >= AT_ONCE) return undefined
  const place = Symbol('place')
  places.set(place, now)
  return place
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const until = Date.now() + WAIT_MAX_MS
  let place = takePlace()
  while (!place) {
    if (Date.now() > until) throw new AppError('busy', { retryAfter: 5 })
    await scheduler.wait(LOOK_AGAIN_MS * (0.5 + Math.random()))
    place = takePlace()
  }
  try {
    return await work()
  } finally {
    places.delete(place)
  }
}

/** `hashPassword`, in turn. @throws AppError `busy` when the line is too long */
export const hashInTurn = (password: string): Promise<string> => inTurn(() => hashPassword(password))

/** `verifyPassword`, in turn. @throws AppError `busy` when the line is too long */
export const verifyInTurn = (password: string, stored: string | null | undefined): Promise<boolean> =>
  inTurn(() => verifyPassword(password, stored))
