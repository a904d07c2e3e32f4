import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { sourceMark } from '../../limits/marks.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'
import { TurnQueue } from './fair-queue.ts'

const LOOK_AGAIN_MS = 30
const WAIT_MAX_MS = 15_000

const queue = new TurnQueue()

/** Waits for a turn among all that want to hash. Each request waits on a timer of its own: a promise of another may never resolve. */
async function inTurn<T>(ctx: Pick<Context, 'settings' | 'ip'>, work: () => Promise<T>): Promise<T> {
  const until = Date.now() + WAIT_MAX_MS
  const ticket = queue.join(sourceMark(ctx) ?? '', Date.now())
  if (!ticket) throw new AppError('busy', { retryAfter: 5 })
  try {
    while (!queue.enter(ticket, Date.now())) {
      if (Date.now() > until) throw new AppError('busy', { retryAfter: 5 })
      await pause(LOOK_AGAIN_MS * (0.5 + Math.random()))
    }
    return await work()
  } finally {
    queue.leave(ticket, Date.now())
  }
}

/** `hashPassword`, in turn. @throws AppError `busy` when the line is too long */
export const hashInTurn = (ctx: Pick<Context, 'settings' | 'ip'>, password: string): Promise<string> =>
  inTurn(ctx, () => hashPassword(password))

/** `verifyPassword`, in turn. @throws AppError `busy` when the line is too long */
export const verifyInTurn = (
  ctx: Pick<Context, 'settings' | 'ip'>,
  password: string,
  stored: string | null | undefined,
): Promise<boolean> => inTurn(ctx, () => verifyPassword(password, stored))
