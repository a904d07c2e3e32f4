import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { siteOf } from '../../../platform/net/network-of.ts'
import { HashQueue } from './hash-queue.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'

const POLL_MS = 30
const MAX_WAIT_MS = 15_000

type Source = Pick<Context, 'settings' | 'network'>

/** A caller that waits for its turn. */
interface Caller {
  /** The account, if this browser has used it before or the person has proven to own it. */
  readonly knownAs?: string | undefined
}

const queue = new HashQueue()

/** Runs work in turn. Each request polls on its own timer: a worker must not await a promise of another request. */
async function inTurn<T>({ settings, network }: Source, { knownAs }: Caller, work: () => Promise<T>): Promise<T> {
  const until = Date.now() + MAX_WAIT_MS
  // Not by site: one account could be used from many.
  const ticket = queue.join(knownAs ?? siteOf(network ?? ''), Date.now(), knownAs !== undefined)
  if (!ticket) throw new AppError('busy', { retryAfter: 5 })
  try {
    while (!queue.enter(ticket, Date.now())) {
      if (Date.now() > until) throw new AppError('busy', { retryAfter: 5 })
      await pause(POLL_MS * (0.5 + Math.random()))
    }
    return await work()
  } finally {
    queue.leave(ticket, Date.now(), settings.PASSWORD_HASH_COST)
  }
}

/** Calls `hashPassword` in turn. @throws AppError `busy` when the queue is too long */
export const hashInTurn = (source: Source, caller: Caller, password: string): Promise<string> =>
  inTurn(source, caller, () => hashPassword(password, source.settings.PASSWORD_HASH_COST))

/** Calls `verifyPassword` in turn. @throws AppError `busy` when the queue is too long */
export const verifyInTurn = (
  source: Source,
  caller: Caller,
  password: string,
  stored: string | null | undefined,
): Promise<boolean> =>
  inTurn(source, caller, () => verifyPassword(password, stored, source.settings.PASSWORD_HASH_COST))
