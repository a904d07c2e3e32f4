import type { FileAnswer } from '@portal/contract/fields'
import { extensionOf, MEDIA_TYPES } from '@portal/contract/files'
import type { SignedIn } from '../context.ts'
import { files } from '../db/schema/index.ts'
import { commit, commitOnce, type Step, step } from '../db/write.ts'
import { COMMIT_TIME } from '../db/writer/hrana.ts'
import { AppError } from '../errors.ts'
import { uuidv7 } from '../ids.ts'
import { log } from '../log.ts'
import { putSmallFile, readSmallFile, SMALL_FILE_BYTES, type SmallFile } from '../storage/small-file.ts'
import type { Accepted } from '../storage/incoming.ts'
import type { OpenParts } from '../storage/parts.ts'
import { purge } from '../storage/purge.ts'
import { store } from '../storage/store.ts'
import { withinStorage } from './storage-limit.ts'

/** A file to keep: whose it is and where it belongs. Who may is judged by the caller, with `before` and with `Rules`. */
export interface Keeping {
  purpose: 'answer' | 'template' | 'chat'
  /** As the person called it. */
  name: string
  clientId?: string
  assignmentId?: string
  fieldId?: string
  /** Path in the bucket by a time in milliseconds, which makes it one of its own. */
  pathAt: (at: number) => string
  /** Conditions that must hold when the file is announced. */
  before: readonly Step[]
}

/** What happens together with the file being there; gets the answer and the SHA-256. */
export type AfterKept = (file: FileAnswer, sha256: string) => readonly Step[]

const PATH_TRIES = 5

function fileRow(
  ctx: SignedIn,
  keeping: Keeping,
  file: FileAnswer,
  stored: { state?: 'stored'; sha256?: string },
): Step[] {
  const row = step(
    ctx.db.insert(files).values({
      ...file,
      ...stored,
      owner_id: ctx.actor.userId,
      firm_id: ctx.actor.firmId,
      client_id: keeping.clientId ?? null,
      assignment_id: keeping.assignmentId ?? null,
      field_id: keeping.fieldId ?? null,
      purpose: keeping.purpose,
      created_at: ctx.now.toISOString(),
    }),
  )
  return [withinStorage(ctx, file.size), row]
}

/** The row of a file on its way; it is there before its object, so that no object of any size is ever without one. */
export const pendingRow = (ctx: SignedIn, keeping: Keeping, file: FileAnswer): Step[] => fileRow(ctx, keeping, file, {})

/** What `announce` answers with when the path of a file is taken already. */
export const PATH_TAKEN = { 'files.path': 'stale' } as const

/** Announces a file under a path of its own: of several with the same cleaned name in one millisecond the later ones step aside. */
export async function announced<T>(
  ctx: SignedIn,
  keeping: Keeping,
  size: number,
  announce: (file: FileAnswer) => Promise<T>,
): Promise<T> {
  const type = MEDIA_TYPES[extensionOf(keeping.name)] ?? 'application/octet-stream'
  for (let tries = 0; ; tries++) {
    const aside = tries === 0 ? 0 : Math.ceil(Math.random() * 1000)
    const file = { id: uuidv7(), name: keeping.name, path: keeping.pathAt(ctx.now.getTime() + aside), size, type }
    try {
      return await announce(file)
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'stale') || tries === PATH_TRIES) throw error
    }
  }
}

/** The step by which a file on its way becomes one that is there, as of now. */
export const storedStep = (id: string, sha256: string): Step =>
  step(
    {
      sql: `UPDATE files SET state = 'stored', sha256 = ?, created_at = ? WHERE id = ? AND state = 'pending'`,
      args: [sha256, COMMIT_TIME, id],
    },
    'not_found',
  )

/**
 * Undoes an upload that came to nothing, unless it has become a file meanwhile: its row now, its object and parts right after. What even
 * this leaves behind, the sweep finds.
 */
export async function discard(ctx: SignedIn, file: Pick<FileAnswer, 'id' | 'path'>, parts?: OpenParts): Promise<void> {
  try {
    await commit(ctx, [
      step(
        {
          sql: `DELETE FROM files WHERE id = ? AND owner_id = ? AND state = 'pending'`,
          args: [file.id, ctx.actor.userId],
        },
        'not_found',
      ),
      ...purge(ctx, ctx.actor.userId, [file.path], parts ? [parts] : []),
    ])
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return
    log('upload.left', { id: ctx.requestId, error: error instanceof Error ? error.name : 'unknown' })
  }
}

/** An error of the upload as the sender gets it; what is none of ours becomes `busy`. */
export function uploadFailure(ctx: SignedIn, error: unknown): AppError {
  if (error instanceof AppError) return error
  log('upload.failed', { id: ctx.requestId, error: error instanceof Error ? error.message : 'unknown' })
  return new AppError('busy', { title: 'Upload failed', detail: 'Please try again.', retryAfter: 1 })
}

/**
 * Keeps a small file, found good as a whole: its object, then its row and all that goes with it in one batch. An object whose batch did not
 * come about is removed; what a crash in between leaves, the sweep finds.
 */
async function keepSmall(ctx: SignedIn, keeping: Keeping, after: AfterKept, small: SmallFile): Promise<FileAnswer> {
  return announced(ctx, keeping, small.bytes.length, async (file) => {
    if (!(await putSmallFile(ctx.env.UPLOADS, file.path, file.type, small))) throw new AppError('stale')
    const row = fileRow({ ...ctx, now: new Date() }, keeping, file, { state: 'stored', sha256: small.sha256 })
    try {
      const answer = await commitOnce(ctx, [...keeping.before, ...row, ...after(file, small.sha256)], file, PATH_TAKEN)
      // The same request, sent twice, came through the other time.
      if (answer.id !== file.id) await ctx.env.UPLOADS.delete(file.path)
      return answer
    } catch (error) {
      // `busy` may mean that it was written all the same.
      if (!(error instanceof AppError && error.code === 'busy')) await ctx.env.UPLOADS.delete(file.path)
      throw error
    }
  })
}

/** Keeps a file of any size as it streams in: row `pending`, object, row `stored`. Any failure on the way leaves neither row nor object. */
async function keepStreamed(
  ctx: SignedIn,
  keeping: Keeping,
  after: AfterKept,
  accepted: Accepted,
): Promise<FileAnswer> {
  const file = await announced(ctx, keeping, accepted.length, async (announcing) => {
    await commit(ctx, [...keeping.before, ...pendingRow(ctx, keeping, announcing)], PATH_TAKEN)
    return announcing
  })
  try {
    const sha256 = await store(ctx.env.UPLOADS, file.path, file, accepted)
    const answer = await commitOnce(ctx, [storedStep(file.id, sha256), ...after(file, sha256)], file)
    // The same request, sent twice, came through the other time: this file is one too many.
    if (answer.id !== file.id) await discard(ctx, file)
    return answer
  } catch (error) {
    await discard(ctx, file)
    throw error
  }
}

/**
 * Keeps an accepted file.
 * @throws AppError what `before` and `after` name, `file_content`, or `busy` when the sender went away or the storage failed
 */
export async function keepFile(
  ctx: SignedIn,
  keeping: Keeping,
  after: AfterKept,
  accepted: Accepted,
): Promise<FileAnswer> {
  try {
    if (accepted.length > SMALL_FILE_BYTES) return await keepStreamed(ctx, keeping, after, accepted)
    return await keepSmall(ctx, keeping, after, await readSmallFile(keeping.name, accepted))
  } catch (error) {
    throw uploadFailure(ctx, error)
  }
}
