import { eq, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Settings } from '../../env.ts'
import { firmStorage } from './schema/index.ts'
import { build, type Query } from './statement.ts'

/**
 * How many bytes of text a change can add even if the storage is full, so that a firm can still approve, archive and
 * send short messages. A batch with less text than this is not checked.
 */
export const ALWAYS_ALLOWED_BYTES = 4000

const GB = 1e9
const RETRY_AFTER_S = 3600

/** Returns how many bytes a firm can store. */
export const storageLimit = ({ STORAGE_PER_FIRM_GB }: Pick<Settings, 'STORAGE_PER_FIRM_GB'>): number =>
  Math.floor(STORAGE_PER_FIRM_GB * GB)

export const storageFull = (role: Actor['role'] | undefined): AppError =>
  new AppError('storage_limit', {
    retryAfter: RETRY_AFTER_S,
    ...(role === 'client' ? { detail: 'There is no storage left for this. Please contact your bookkeeper.' } : {}),
  })

/** Returns a query that records what the firm stores before a change, for `isWithinStorage`. */
export const markStorage = (firmId: string): Query =>
  build.update(firmStorage).set({ bytes_before: firmStorage.bytes }).where(eq(firmStorage.firm_id, firmId))

/** Returns a condition: the storage of the firm is not full, or hardly anything was added to it since `markStorage`. */
export function isWithinStorage(firmId: string, limits: Pick<Settings, 'STORAGE_PER_FIRM_GB'>): SQL {
  const { firm_id, bytes, bytes_before } = firmStorage
  return sql`NOT EXISTS (SELECT 1 FROM ${firmStorage} WHERE ${firm_id} = ${firmId}
    AND ${bytes} > ${storageLimit(limits)} AND ${bytes} > ${bytes_before} + ${ALWAYS_ALLOWED_BYTES})`
}
