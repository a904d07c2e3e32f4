import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { runFollowUps } from '../agent/run.ts'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'

const Input = z.object({ now: z.iso.datetime(), bookkeeper: z.string() })

/**
 * Runs the agent for the clients of one bookkeeper, as at another time: a plan of weeks is seen in a minute.
 * @throws AppError `not_found` outside development
 */
export async function runFollowUpsAt(ctx: Context, input: unknown): Promise<{ next: string | null }> {
  if (!ctx.settings.development) throw new AppError('not_found')
  const { now, bookkeeper } = Input.parse(input)
  const only = sql`g.client_id IN (SELECT id FROM book_clients WHERE bookkeeper_id IN (SELECT id FROM auth_users WHERE ${bookkeeper} IN (id, email)))`
  const next = await runFollowUps({ env: ctx.env, now: new Date(now), queuedAt: ctx.now }, only)
  return { next: next?.toISOString() ?? null }
}
