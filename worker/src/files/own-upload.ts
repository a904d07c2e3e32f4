import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { ClientContext, SignedIn } from '../context.ts'
import { files, fileUploads } from '../db/schema/index.ts'
import type { Step } from '../db/write.ts'
import { AppError, found } from '../errors.ts'
import { ownSection } from '../sections/own-section.ts'
import type { AfterKept } from './keep.ts'
import { templateRules } from './upload-template.ts'
import { answerRules } from './upload-answer.ts'
import { chatRules } from './upload-chat.ts'

/** What the purpose of an upload demands beyond that it is the caller's own. */
export interface Rules {
  /** Judges by what was just read, before anything is taken in. @throws AppError why it may not go on */
  check(): void
  /** Must still hold when something of it has come in. */
  open: readonly Step[]
  /** @throws AppError where it may no longer become a file */
  after: AfterKept
}

function uploadRow({ db, actor }: SignedIn, id: string) {
  return db
    .select({
      id: files.id,
      name: files.name,
      path: files.path,
      size: files.size,
      type: files.type,
      state: files.state,
      purpose: files.purpose,
      client_id: files.client_id,
      field_id: files.field_id,
      upload_id: fileUploads.upload_id,
      part_size: fileUploads.part_size,
      parts: fileUploads.parts,
    })
    .from(files)
    .leftJoin(fileUploads, eq(fileUploads.file_id, files.id))
    .where(
      and(
        eq(files.id, id),
        eq(files.owner_id, actor.userId),
        actor.clientId === null
          ? or(isNull(files.client_id), eq(files.purpose, 'chat'))
          : or(isNull(files.client_id), eq(files.client_id, actor.clientId)),
        inArray(files.state, ['pending', 'stored']),
      ),
    )
}
/** The row of an upload with what R2 needs to go on; without the latter once it is a file. */
export type UploadRow = Awaited<ReturnType<typeof uploadRow>>[number]

const isClient = (ctx: SignedIn): ctx is ClientContext => ctx.actor.role === 'client' && ctx.actor.clientId !== null

/**
 * The caller's own upload, and what its purpose demands of it, in one round trip. A new purpose adds its rules here.
 * @throws AppError `not_found`
 */
export async function ownUpload(ctx: SignedIn, id: string): Promise<{ row: UploadRow; rules: Rules }> {
  const section = sql<string>`(SELECT assignment_id FROM files WHERE id = ${id})`
  const [rows, sections] = isClient(ctx)
    ? await ctx.db.batch([uploadRow(ctx, id), ownSection(ctx, section)])
    : [await uploadRow(ctx, id), []]
  const row = found(rows[0])
  if (row.purpose === 'answer' && isClient(ctx)) return { row, rules: answerRules(ctx, found(sections[0]), row) }
  if (row.purpose === 'template') return { row, rules: templateRules(ctx) }
  if (row.purpose === 'chat') return { row, rules: chatRules(ctx, found(row.client_id)) }
  throw new AppError('not_found')
}
