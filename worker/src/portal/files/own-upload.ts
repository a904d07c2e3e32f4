import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { fileInScope } from '../auth/guests/scope.ts'
import type { ClientContext, SignedIn } from '../../context.ts'
import { files, fileUploads } from '../../platform/db/schema/index.ts'
import type { Step } from '../../platform/db/write.ts'
import { AppError, found } from '../../errors.ts'
import { ownSection, shownSection } from '../sections/own-section.ts'
import type { AfterStored } from './store-file.ts'
import { templateRules } from './upload-template.ts'
import { answerRules } from './upload-answer.ts'
import { chatRules } from './upload-chat.ts'

/** Checks that depend on the purpose of an upload. */
export interface UploadRules {
  /** Checks the state that was read, before any bytes are accepted. @throws AppError why the upload is refused */
  check(): void
  /** Conditions that must hold when a part is stored. */
  open: readonly Step[]
  /** Steps to commit with the file. @throws AppError why the upload is refused */
  after: AfterStored
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
        fileInScope(actor),
      ),
    )
}
/** The row of an upload. The columns of file_uploads are null once it is completed. */
export type UploadRow = Awaited<ReturnType<typeof uploadRow>>[number]

const isClient = (ctx: SignedIn): ctx is ClientContext => ctx.actor.role === 'client' && ctx.actor.clientId !== null

/**
 * Returns an upload of the caller with the rules of its purpose, in one round trip. A new purpose adds its rules here.
 * @throws AppError `not_found`
 */
export async function ownUpload(ctx: SignedIn, id: string): Promise<{ row: UploadRow; rules: UploadRules }> {
  const section = sql<string>`${ctx.db.select({ id: files.assignment_id }).from(files).where(eq(files.id, id))}`
  const [rows, sections] = isClient(ctx)
    ? await ctx.db.batch([uploadRow(ctx, id), ownSection(ctx, section)])
    : [await uploadRow(ctx, id), []]
  const row = found(rows[0])
  if (row.purpose === 'answer' && isClient(ctx)) return { row, rules: answerRules(ctx, shownSection(sections[0]), row) }
  if (row.purpose === 'template') return { row, rules: templateRules(ctx) }
  if (row.purpose === 'chat') return { row, rules: chatRules(ctx, found(row.client_id)) }
  throw new AppError('not_found')
}
