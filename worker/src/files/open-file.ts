import { extensionOf, MEDIA_TYPES } from '@portal/contract/files'
import { and, eq, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { SignedIn } from '../context.ts'
import { files, firms } from '../db/schema/index.ts'
import { found } from '../errors.ts'
import { LETTER, letterOf } from '../workforms/starters/letter.ts'

/** A stretch of a file, in bytes. */
export interface Stretch {
  offset: number
  length: number
}

/** A file to send: what to call it, and its stream. */
export interface OpenFile {
  name: string
  /** Media type by the extension, never by what the uploader claimed. */
  type: string
  /** Bytes. */
  size: number
  /** Hex; empty where it is not known. */
  sha256: string
  /** All of it, or a stretch. @throws AppError `not_found` */
  read(stretch?: Stretch): Promise<ReadableStream>
}

/** A client: their own files, what came with messages to them, and templates that a workform assigned to them offers. */
function clientMay(clientId: string, firmId: string, userId: string): SQL | undefined {
  const offered = sql`EXISTS (
    SELECT 1 FROM book_client_workforms a JOIN workform_versions v ON v.id = a.workform_version_id, json_each(v.fields) f
    WHERE a.client_id = ${clientId} AND json_extract(f.value, '$.templateFile.path') IN (${files.id}, ${files.path}))`
  // Of their own firm only: a workform may name any path, and naming another firm's must not open it.
  const sent = or(ne(files.purpose, 'chat'), isNotNull(files.message_id), eq(files.owner_id, userId))
  return or(
    and(eq(files.client_id, clientId), sent),
    and(eq(files.purpose, 'template'), eq(files.firm_id, firmId), offered),
  )
}

/** A bookkeeper: templates of the firm, and what their own clients have submitted; not what a client has only begun with. */
function bookkeeperMay(userId: string, firmId: string): SQL | undefined {
  const ownClient = sql`${files.client_id} IN (SELECT id FROM book_clients WHERE bookkeeper_id = ${userId})`
  const submitted = sql`EXISTS (
    SELECT 1 FROM book_client_workforms a JOIN book_form_submissions s ON s.id = a.submission_id
    WHERE a.id = ${files.assignment_id} AND instr(s.data, ${files.id}) > 0)`
  return or(
    and(eq(files.purpose, 'template'), eq(files.firm_id, firmId)),
    and(eq(files.purpose, 'chat'), ownClient, or(isNotNull(files.message_id), eq(files.owner_id, userId))),
    and(eq(files.purpose, 'answer'), ownClient, submitted),
  )
}

/** The built-in engagement letter, in the name of the firm that asks for it or whose client asks. */
async function openLetter(ctx: SignedIn): Promise<OpenFile> {
  const [firm] = await ctx.db.select({ name: firms.name }).from(firms).where(eq(firms.id, ctx.actor.firmId))
  const letter = await letterOf(firm?.name ?? null)
  const read = async ({ offset, length }: Stretch = { offset: 0, length: letter.length }) =>
    new Blob([letter.subarray(offset, offset + length)]).stream()
  return { name: LETTER.name, type: LETTER.type, size: letter.length, sha256: '', read }
}

/**
 * Opens a file for whoever may read it, by its id, or by its path (which is what a workform's template names).
 * @throws AppError `not_found` where it is not there, or not theirs
 */
export async function openFile(ctx: SignedIn, key: string): Promise<OpenFile> {
  if (key === LETTER.path) return openLetter(ctx)
  const { role, userId, firmId, clientId } = ctx.actor
  const allowed = role === 'client' ? clientMay(clientId ?? '', firmId, userId) : bookkeeperMay(userId, firmId)
  const [row] = await ctx.db
    .select({ name: files.name, path: files.path, size: files.size, sha256: files.sha256 })
    .from(files)
    .where(and(or(eq(files.id, key), eq(files.path, key)), eq(files.state, 'stored'), allowed))
  const { path, name, size, sha256 } = found(row)
  return {
    name,
    type: MEDIA_TYPES[extensionOf(name)] ?? 'application/octet-stream',
    size,
    sha256,
    read: async (stretch) => found(await ctx.env.UPLOADS.get(path, stretch ? { range: stretch } : {})).body,
  }
}
