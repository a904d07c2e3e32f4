import { eq, sql } from 'drizzle-orm'
import type { Context, SignedIn } from '../context.ts'
import { firmStorage } from '../db/schema/index.ts'
import { check, type Step } from '../db/write.ts'
import { AppError } from '../errors.ts'

const GB = 1e9
const RETRY_AFTER_S = 3600

/** Returns how many bytes a firm can store. */
export const storageLimit = ({ settings }: Pick<Context, 'settings'>): number =>
  Math.floor(settings.STORAGE_PER_FIRM_GB * GB)

/** Returns a query for the bytes that a firm has stored. It returns no row for a firm without files. */
export const storageUsed = ({ db }: Pick<Context, 'db'>, firmId: string) =>
  db.select({ bytes: firmStorage.bytes }).from(firmStorage).where(eq(firmStorage.firm_id, firmId))

/** Returns a step that refuses a file beyond the storage limit of the firm. */
export function withinStorage(ctx: SignedIn, size: number): Step {
  const { firmId, role } = ctx.actor
  const explain = async () =>
    new AppError('storage_limit', {
      retryAfter: RETRY_AFTER_S,
      ...(role === 'client'
        ? { detail: 'There is no storage left for this file. Please contact your bookkeeper.' }
        : {}),
    })
  const isWithin = sql`coalesce(${storageUsed(ctx, firmId)}, 0) + ${size} <= ${storageLimit(ctx)}`
  return { ...check('storage_limit', isWithin), explain }
}
