import { eq, sql } from 'drizzle-orm'
import type { Context, SignedIn } from '../../context.ts'
import { storageFull, storageLimit } from '../../platform/db/firm-storage.ts'
import { firmStorage } from '../../platform/db/schema/index.ts'
import { check, type Step } from '../../platform/db/write.ts'

/** Returns a query for the bytes that a firm has stored: files and texts. */
export const storageUsed = ({ db }: Pick<Context, 'db'>, firmId: string) =>
  db.select({ bytes: firmStorage.bytes }).from(firmStorage).where(eq(firmStorage.firm_id, firmId))

/** Returns a step that refuses a file beyond the storage limit of the firm. */
export function withinStorage(ctx: SignedIn, size: number): Step {
  const { firmId, role } = ctx.actor
  const isWithin = sql`coalesce(${storageUsed(ctx, firmId)}, 0) + ${size} <= ${storageLimit(ctx.settings)}`
  return { ...check('storage_limit', isWithin), explain: async () => storageFull(role) }
}
