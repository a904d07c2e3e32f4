import { eq } from 'drizzle-orm'
import type { Context, SignedIn } from '../context.ts'
import { firmStorage } from '../db/schema/index.ts'
import { require, type Step } from '../db/write.ts'
import { AppError } from '../errors.ts'

const GB = 1e9
const RETRY_AFTER_S = 3600

/** Bytes that a firm may keep. */
export const storageLimit = ({ settings }: Pick<Context, 'settings'>): number =>
  Math.floor(settings.STORAGE_PER_FIRM_GB * GB)

/** A query for the bytes that a firm keeps; no row where it never kept any. */
export const storageUsed = ({ db }: Pick<Context, 'db'>, firmId: string) =>
  db.select({ bytes: firmStorage.bytes }).from(firmStorage).where(eq(firmStorage.firm_id, firmId))

/** A step that refuses a file for which the firm has no room left. */
export function withinStorage(ctx: SignedIn, size: number): Step {
  const { firmId, role } = ctx.actor
  const held = 'coalesce((SELECT s.bytes FROM firm_storage s WHERE s.firm_id = ?), 0)'
  const explain = async () =>
    new AppError('storage_limit', {
      retryAfter: RETRY_AFTER_S,
      ...(role === 'client' ? { detail: 'There is no storage left for this file. Please tell your bookkeeper.' } : {}),
    })
  return { ...require('storage_limit', `${held} + ? <= ?`, [firmId, size, storageLimit(ctx)]), explain }
}
