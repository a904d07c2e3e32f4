import { extensionOf, MEDIA_TYPES } from '@portal/contract/files'
import { and, eq, exists, inArray, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { elementInScope, fileInScope } from '../auth/guests/scope.ts'
import type { Actor, SignedIn } from '../../context.ts'
import {
  bookClients,
  bookClientWorkforms,
  bookFormSubmissions,
  files,
  firms,
  workformVersions,
} from '../../platform/db/schema/index.ts'
import { found } from '../../errors.ts'
import { isInAttempt } from '../sections/retire-files.ts'
import { LETTER, letterOf } from '../starters/letter.ts'

/** A range of a file, in bytes. */
export interface ByteRange {
  offset: number
  length: number
}

/** A file to send. */
export interface OpenFile {
  name: string
  /** Media type by extension, never as claimed by the uploader. */
  type: string
  /** Bytes. */
  size: number
  /** In hex; empty if unknown. */
  sha256: string
  /** Returns the content, or a range of it. @throws AppError `not_found` */
  read(range?: ByteRange): Promise<ReadableStream>
}

/** Returns the condition for files that a client can read: their own, sent ones, and templates of their workforms. */
function readableByClient({ clientId, firmId, userId, guest }: Actor): SQL | undefined {
  // The builder has no json_each.
  const offered = sql`EXISTS (
    SELECT 1 FROM ${bookClientWorkforms}
    JOIN ${workformVersions} ON ${workformVersions.id} = ${bookClientWorkforms.workform_version_id},
      json_each(${workformVersions.fields}) f
    WHERE ${bookClientWorkforms.client_id} = ${clientId}
      AND ${elementInScope({ guest }, sql`f.value`)}
      AND f.value ->> '$.templateFile.path' IN (${files.id}, ${files.path}))`
  // Only of their own firm, because a workform could name the path of another firm's file.
  const sent = or(ne(files.purpose, 'chat'), isNotNull(files.message_id), eq(files.owner_id, userId))
  return or(
    and(eq(files.client_id, clientId ?? ''), sent, fileInScope({ guest })),
    and(eq(files.purpose, 'template'), eq(files.firm_id, firmId), offered),
  )
}

/**
 * Returns the condition for files that a bookkeeper can read: templates of the firm and files that their clients
 * submitted, earlier submissions included, or sent.
 */
function readableByBookkeeper({ db, actor }: SignedIn): SQL | undefined {
  const { userId, firmId } = actor
  const clients = db.select({ id: bookClients.id }).from(bookClients).where(eq(bookClients.bookkeeper_id, userId))
  const ofClient = inArray(files.client_id, clients)
  const submitted = db
    .select({ id: bookClientWorkforms.id })
    .from(bookClientWorkforms)
    .innerJoin(bookFormSubmissions, eq(bookFormSubmissions.id, bookClientWorkforms.submission_id))
    .where(
      and(eq(bookClientWorkforms.id, files.assignment_id), sql`instr(${bookFormSubmissions.data}, ${files.id}) > 0`),
    )
  const wasSubmitted = isInAttempt(eq(bookClientWorkforms.assigned_by, userId))
  return or(
    and(eq(files.purpose, 'template'), eq(files.firm_id, firmId)),
    and(eq(files.purpose, 'chat'), ofClient, or(isNotNull(files.message_id), eq(files.owner_id, userId))),
    and(eq(files.purpose, 'answer'), ofClient, or(exists(submitted), wasSubmitted)),
  )
}

/** Opens the engagement letter in the name of the caller's firm. */
async function openLetter(ctx: SignedIn): Promise<OpenFile> {
  const [firm] = await ctx.db.select({ name: firms.name }).from(firms).where(eq(firms.id, ctx.actor.firmId))
  const letter = await letterOf(firm?.name ?? null)
  const read = async ({ offset, length }: ByteRange = { offset: 0, length: letter.length }) =>
    new Blob([letter.subarray(offset, offset + length)]).stream()
  return { name: LETTER.name, type: LETTER.type, size: letter.length, sha256: '', read }
}

/**
 * Opens a file by its id, or by its path as named in a workform, if the caller can read it.
 * @throws AppError `not_found`
 */
export async function openFile(ctx: SignedIn, key: string): Promise<OpenFile> {
  if (key === LETTER.path) return openLetter(ctx)
  const { role } = ctx.actor
  const readable = role === 'client' ? (['stored'] as const) : (['stored', 'replaced'] as const)
  const allowed = role === 'client' ? readableByClient(ctx.actor) : readableByBookkeeper(ctx)
  const [row] = await ctx.db
    .select({ name: files.name, path: files.path, size: files.size, sha256: files.sha256 })
    .from(files)
    .where(and(or(eq(files.id, key), eq(files.path, key)), inArray(files.state, readable), allowed))
  const { path, name, size, sha256 } = found(row)
  return {
    name,
    type: MEDIA_TYPES[extensionOf(name)] ?? 'application/octet-stream',
    size,
    sha256,
    read: async (range) => found(await ctx.env.UPLOADS.get(path, range ? { range } : {})).body,
  }
}
