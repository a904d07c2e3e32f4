import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { sourcePseudonym } from '../../limits/pseudonyms.ts'
import { HashQueue } from './hash-queue.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'

const POLL_MS = 30
const MAX_WAIT_MS = 15_000

const queue = new HashQueue()

/** Runs work in turn. Each request polls on its own timer: a worker must not await a promise of another request. */
async function inTurn<T>(ctx: Pick<Context, 'settings' | 'ip'>, work: () => Promise<T>): Promise<T> {
  const until = Date.now() + MAX_WAIT_MS
  const ticket = queue.join(sourcePseudonym(ctx) ?? '', Date.now())
  if (!ticket) throw new AppError('busy', { retryAfter: 5 })
  try {
    while (!queue.enter(ticket, Date.now())) {
      if (Date.now() > until) throw new AppError('busy', { retryAfter: 5 })
      await pause(POLL_MS * (0.5 + Math.random()))
    }
    return await work()
  } finally {
    queue.leave(ticket, Date.now(), ctx.settings.PASSWORD_HASH_COST)
  }
}

/** Calls `hashPassword` in turn. @throws AppError `busy` when the queue is too long */
export const hashInTurn = (ctx: Pick<Context, 'settings' | 'ip'>, password: string): Promise<string> =>
  inTurn(ctx, () => hashPassword(password, ctx.settings.PASSWORD_HASH_COST))

/** Calls `verifyPassword` in turn. @throws AppError `busy` when the queue is too long */
export const verifyInTurn = (
  ctx: Pick<Context, 'settings' | 'ip'>,
  password: string,
  stored: string | null | undefined,
): Promise<boolean> => inTurn(ctx, () => verifyPassword(password, stored, ctx.settings.PASSWORD_HASH_COST))
