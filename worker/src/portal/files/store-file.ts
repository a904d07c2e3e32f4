import type { FileAnswer } from '@portal/contract/fields'
import { extensionOf, MEDIA_TYPES } from '@portal/contract/files'
import { and, eq, sql } from 'drizzle-orm'
import type { SignedIn } from '../../context.ts'
import { files } from '../../platform/db/schema/index.ts'
import { commit, commitOnce, type Step, step } from '../../platform/db/write.ts'
import { COMMIT_TIME } from '../../platform/db/statement.ts'
import { AppError, isAppError } from '../../errors.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { log } from '../../platform/log.ts'
import { putSmallFile, readSmallFile, SMALL_FILE_BYTES, type SmallFile } from '../../platform/storage/small-file.ts'
import type { Accepted } from '../../platform/storage/incoming.ts'
import type { OpenParts } from '../../platform/storage/parts.ts'
import { purge } from '../../platform/storage/purge.ts'
import { store } from '../../platform/storage/store.ts'
import { withinStorage } from './storage-limit.ts'

/** A file to store. The caller checks permissions with `before` and `UploadRules`. */
export interface NewFile {
  purpose: 'answer' | 'template' | 'chat'
  /** File name as the person uploaded it. */
  name: string
  clientId?: string
  assignmentId?: string
  fieldId?: string
  /** Returns the path in the bucket, made unique by a time in milliseconds. */
  pathAt: (at: number) => string
  /** Conditions that must hold when the upload begins. */
  before: readonly Step[]
}

/** Returns steps to commit together with the stored file. */
export type AfterStored = (file: FileAnswer, sha256: string) => readonly Step[]

const MAX_PATH_RETRIES = 5

/** Returns the steps that insert the row of a file, within the storage limit of the firm. */
function insertFileSteps(
  ctx: SignedIn,
  newFile: NewFile,
  file: FileAnswer,
  stored: { state?: 'stored'; sha256?: string },
): Step[] {
  const row = step(
    ctx.db.insert(files).values({
      ...file,
      ...stored,
      owner_id: ctx.actor.userId,
      firm_id: ctx.actor.firmId,
      client_id: newFile.clientId ?? null,
      assignment_id: newFile.assignmentId ?? null,
      field_id: newFile.fieldId ?? null,
      purpose: newFile.purpose,
      created_at: ctx.now.toISOString(),
    }),
  )
  return [withinStorage(ctx, file.size), row]
}

/** Returns steps that insert a pending file. The row exists before the object, so that no large object has no row. */
export const pendingFileSteps = (ctx: SignedIn, newFile: NewFile, file: FileAnswer): Step[] =>
  insertFileSteps(ctx, newFile, file, {})

/** Maps a path that is already taken to `stale`. */
export const PATH_TAKEN = { 'files.path': 'stale' } as const

/** Runs `insert` with a unique path. Retries with another time when a file has the same name and millisecond. */
export async function withUniquePath<T>(
  ctx: SignedIn,
  newFile: NewFile,
  size: number,
  insert: (file: FileAnswer) => Promise<T>,
): Promise<T> {
  const type = MEDIA_TYPES[extensionOf(newFile.name)] ?? 'application/octet-stream'
  for (let retries = 0; ; retries++) {
    const shiftMs = retries === 0 ? 0 : Math.ceil(Math.random() * 1000)
    const file = { id: uuidv7(), name: newFile.name, path: newFile.pathAt(ctx.now.getTime() + shiftMs), size, type }
    try {
      return await insert(file)
    } catch (error) {
      if (!isAppError(error, 'stale') || retries === MAX_PATH_RETRIES) throw error
    }
  }
}

/** Returns a step that marks a pending file as stored. */
export const markStoredStep = ({ db }: SignedIn, id: string, sha256: string): Step =>
  step(
    db
      .update(files)
      .set({ state: 'stored', sha256, created_at: sql`${COMMIT_TIME}` })
      .where(and(eq(files.id, id), eq(files.state, 'pending'))),
    'not_found',
  )

/**
 * Removes a failed upload unless it was completed in the meantime: its row now, its object and parts after the batch.
 * If this fails, the sweep removes it later.
 */
export async function discardUpload(
  ctx: SignedIn,
  file: Pick<FileAnswer, 'id' | 'path'>,
  parts?: OpenParts,
): Promise<void> {
  const { userId } = ctx.actor
  const pending = and(eq(files.id, file.id), eq(files.owner_id, userId), eq(files.state, 'pending'))
  try {
    await commit(ctx, [
      step(ctx.db.delete(files).where(pending), 'not_found'),
      ...purge(ctx, userId, [file.path], parts ? [parts] : []),
    ])
  } catch (error) {
    if (isAppError(error, 'not_found')) return
    log('upload.left', { id: ctx.requestId, error: error instanceof Error ? error.name : 'unknown' })
  }
}

/** Returns an upload error for the client. Unexpected errors are logged and become `busy`. */
export function uploadFailure(ctx: SignedIn, error: unknown): AppError {
  if (error instanceof AppError) return error
  log('upload.failed', { id: ctx.requestId, error: error instanceof Error ? error.message : 'unknown' })
  return new AppError('busy', { title: 'Upload failed', detail: 'Please try again.', retryAfter: 1 })
}

/**
 * Stores a small file that was checked as a whole: first the object, then its row. If the batch fails, the object is
 * removed; after a crash, the sweep removes it.
 */
async function storeSmall(ctx: SignedIn, newFile: NewFile, after: AfterStored, small: SmallFile): Promise<FileAnswer> {
  return withUniquePath(ctx, newFile, small.bytes.length, async (file) => {
    if (!(await putSmallFile(ctx.env.UPLOADS, file.path, file.type, small))) throw new AppError('stale')
    const row = insertFileSteps({ ...ctx, now: new Date() }, newFile, file, { state: 'stored', sha256: small.sha256 })
    try {
      const answer = await commitOnce(ctx, [...newFile.before, ...row, ...after(file, small.sha256)], file, PATH_TAKEN)
      // The same request was committed the other time that it was sent.
      if (answer.id !== file.id) await ctx.env.UPLOADS.delete(file.path)
      return answer
    } catch (error) {
      // After `busy` the batch may have been committed.
      if (!isAppError(error, 'busy')) await ctx.env.UPLOADS.delete(file.path)
      throw error
    }
  })
}

/** Stores a file of any size while it streams in: pending row, object, stored row. A failure leaves nothing behind. */
async function storeStreamed(
  ctx: SignedIn,
  newFile: NewFile,
  after: AfterStored,
  accepted: Accepted,
): Promise<FileAnswer> {
  const file = await withUniquePath(ctx, newFile, accepted.length, async (pending) => {
    await commit(ctx, [...newFile.before, ...pendingFileSteps(ctx, newFile, pending)], PATH_TAKEN)
    return pending
  })
  try {
    const sha256 = await store(ctx.env.UPLOADS, file.path, file, accepted)
    const answer = await commitOnce(ctx, [markStoredStep(ctx, file.id, sha256), ...after(file, sha256)], file)
    // The same request was committed the other time that it was sent: discard this file.
    if (answer.id !== file.id) await discardUpload(ctx, file)
    return answer
  } catch (error) {
    await discardUpload(ctx, file)
    throw error
  }
}

/**
 * Stores an accepted file.
 * @throws AppError the errors of `before` and `after`, `file_content`, or `busy` when the client disconnected or the
 *   storage failed
 */
export async function storeFile(
  ctx: SignedIn,
  newFile: NewFile,
  after: AfterStored,
  accepted: Accepted,
): Promise<FileAnswer> {
  try {
    if (accepted.length > SMALL_FILE_BYTES) return await storeStreamed(ctx, newFile, after, accepted)
    return await storeSmall(ctx, newFile, after, await readSmallFile(newFile.name, accepted))
  } catch (error) {
    throw uploadFailure(ctx, error)
  }
}
