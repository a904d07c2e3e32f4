import type { FileAnswer } from '@portal/contract/fields'
import { extensionOf, MEDIA_TYPES } from '@portal/contract/files'
import type { SignedIn } from '../context.ts'
import { files } from '../db/schema/index.ts'
import { commit, commitOnce, type Step, step } from '../db/write.ts'
import { AppError } from '../errors.ts'
import { uuidv7 } from '../ids.ts'
import { log } from '../log.ts'
import type { Accepted } from '../storage/incoming.ts'
import { store } from '../storage/store.ts'

/** A file to keep: whose it is and where it belongs. */
export interface Keeping {
  purpose: 'answer' | 'template'
  /** As the person called it. */
  name: string
  clientId?: string
  assignmentId?: string
  fieldId?: string
  /** Path in the bucket by a time in milliseconds, which makes it one of its own. */
  pathAt: (at: number) => string
  /** Conditions that must hold when the file is announced. */
  before: readonly Step[]
  /** What happens together with the file being there; gets the answer and the SHA-256. */
  after: (file: FileAnswer, sha256: string) => readonly Step[]
}

const PATH_TRIES = 5

/** Announces the file: its row is there before its object, so that no object is ever without one. */
async function announce(ctx: SignedIn, keeping: Keeping, size: number): Promise<FileAnswer> {
  const type = MEDIA_TYPES[extensionOf(keeping.name)] ?? 'application/octet-stream'
  for (let tries = 0; ; tries++) {
    const file: FileAnswer = { id: uuidv7(), name: keeping.name, path: keeping.pathAt(ctx.now.getTime() + tries), size, type }
    const row = ctx.db.insert(files).values({
      ...file,
      owner_id: ctx.actor.userId,
      firm_id: ctx.actor.firmId,
      client_id: keeping.clientId ?? null,
      assignment_id: keeping.assignmentId ?? null,
      field_id: keeping.fieldId ?? null,
      purpose: keeping.purpose,
      created_at: ctx.now.toISOString(),
    })
    try {
      await commit(ctx, [...keeping.before, step(row)], { 'files.path': 'stale' })
      return file
    } catch (error) {
      // Two files whose cleaned names are the same, in one millisecond: the later one takes the next.
      if (!(error instanceof AppError && error.code === 'stale') || tries === PATH_TRIES) throw error
    }
  }
}

/** Undoes an upload that came to nothing. What even this leaves behind, the sweep finds. */
async function discard(ctx: SignedIn, file: FileAnswer): Promise<void> {
  try {
    await ctx.env.UPLOADS.delete(file.path)
    await commit(ctx, [step({ sql: 'DELETE FROM files WHERE id = ?', args: [file.id] })])
  } catch (error) {
    log('upload.left', { id: ctx.requestId, error: error instanceof Error ? error.name : 'unknown' })
  }
}

/**
 * Keeps an accepted file: row `pending`, object, row `stored`. Any failure on the way leaves neither row nor object.
 * @throws AppError what `before` and `after` name, or `busy` when the sender went away or the storage failed
 */
export async function keepFile(ctx: SignedIn, keeping: Keeping, accepted: Accepted): Promise<FileAnswer> {
  const file = await announce(ctx, keeping, accepted.length)
  try {
    const sha256 = await store(ctx.env.UPLOADS, file.path, file.type, accepted)
    const stored = step(
      { sql: `UPDATE files SET state = 'stored', sha256 = ? WHERE id = ? AND state = 'pending'`, args: [sha256, file.id] },
      'not_found',
    )
    const answer = await commitOnce(ctx, [stored, ...keeping.after(file, sha256)], file)
    // The same request, sent twice, came through the other time: this file is one too many.
    if (answer.id !== file.id) await discard(ctx, file)
    return answer
  } catch (error) {
    await discard(ctx, file)
    if (error instanceof AppError) throw error
    log('upload.failed', { id: ctx.requestId, error: error instanceof Error ? error.message : 'unknown' })
    throw new AppError('busy', { title: 'Upload failed', detail: 'Please try again.', retryAfter: 1 })
  }
}
