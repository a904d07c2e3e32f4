import type { ClientFile, ClientFilesPage, ClientFilesQuery } from '@portal/contract/client-record'
import { and, desc, eq, isNotNull, notInArray, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { BookkeeperContext } from '../../context.ts'
import { decodeCursor } from '../../platform/db/cursor.ts'
import { ofSection } from '../../platform/db/of-section.ts'
import { readPage } from '../../platform/db/page.ts'
import {
  bookClientWorkforms,
  bookFormSubmissions,
  bookWorkforms,
  files,
  workformSectionStatuses,
} from '../../platform/db/schema/index.ts'
import { found } from '../../errors.ts'
import { containsFolded } from '../../platform/search/contains-folded.ts'
import { ownClient } from './own-client.ts'

const SORT = 'client-files'
type Query = z.output<typeof ClientFilesQuery>

/** Returns a query for the submitted files of a client and those of the chat, newest first. Drafts are left out. */
function filesOf({ db }: BookkeeperContext, clientId: string, { q, cursor }: Query) {
  const after = decodeCursor(SORT, cursor)
  const isSubmitted = and(
    eq(files.purpose, 'answer'),
    sql`instr(${bookFormSubmissions.data}, ${files.id}) > 0`,
    isNotNull(bookClientWorkforms.id),
  )
  const isSent = and(eq(files.purpose, 'chat'), isNotNull(files.message_id))
  return db
    .select({
      id: files.id,
      name: files.name,
      size: files.size,
      type: files.type,
      created_at: files.created_at,
      workform_id: bookWorkforms.id,
      workform_name: bookWorkforms.name,
      section_name: bookClientWorkforms.section_name,
      status: workformSectionStatuses.status,
    })
    .from(files)
    .leftJoin(bookClientWorkforms, eq(bookClientWorkforms.id, files.assignment_id))
    .leftJoin(bookFormSubmissions, eq(bookFormSubmissions.id, bookClientWorkforms.submission_id))
    .leftJoin(bookWorkforms, eq(bookWorkforms.id, bookClientWorkforms.workform_id))
    .leftJoin(workformSectionStatuses, ofSection)
    .where(
      and(
        eq(files.client_id, clientId),
        // With `= 'stored'`, SQLite would read the stored files of all firms.
        notInArray(files.state, ['pending', 'removed']),
        or(isSubmitted, isSent),
        q ? containsFolded(q, files.name) : undefined,
        after && sql`(${files.created_at}, ${files.id}) < (${after.value}, ${after.id})`,
      ),
    )
    .orderBy(desc(files.created_at), desc(files.id))
}
type Row = Awaited<ReturnType<typeof filesOf>>[number]

function toFile({ workform_id, workform_name, section_name, status, ...file }: Row): ClientFile {
  if (workform_id === null || workform_name === null || section_name === null) return { ...file, section: null }
  return { ...file, section: { workform_id, workform_name, section_name, status: status ?? 'pending' } }
}

/**
 * Returns a page of a client's files across workforms, newest first.
 * @throws AppError `not_found`
 */
export async function listClientFiles(
  ctx: BookkeeperContext,
  clientId: string,
  query: Query,
): Promise<ClientFilesPage> {
  const limit = async (n: number): Promise<Row[]> => {
    const [[client], rows] = await ctx.db.batch([ownClient(ctx, clientId), filesOf(ctx, clientId, query).limit(n)])
    found(client)
    return rows
  }
  const keyOf = ({ created_at, id }: Row) => ({ value: created_at, id })
  const { items, next } = await readPage({ limit }, { limit: query.limit, sort: SORT, keyOf })
  return { items: items.map(toFile), next }
}
