import type { Duplicate } from '@portal/contract/uploads'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { fileInScope } from '../auth/guests/scope.ts'
import type { ClientContext } from '../../context.ts'
import { bookClientWorkforms, files } from '../../platform/db/schema/index.ts'

/** Finds files with these hashes that the client already uploaded to the workform of a section. */
export async function findDuplicates(
  ctx: ClientContext,
  assignmentId: string,
  sha256: readonly string[],
): Promise<{ items: Duplicate[] }> {
  const { clientId } = ctx.actor
  const workform = ctx.db
    .select({ id: bookClientWorkforms.workform_id })
    .from(bookClientWorkforms)
    .where(and(eq(bookClientWorkforms.id, assignmentId), eq(bookClientWorkforms.client_id, clientId)))
  const items = await ctx.db
    .select({
      sha256: files.sha256,
      name: files.name,
      section_name: bookClientWorkforms.section_name,
      field_id: sql<string>`${files.field_id}`,
    })
    .from(files)
    .innerJoin(bookClientWorkforms, eq(bookClientWorkforms.id, files.assignment_id))
    .where(
      and(
        eq(files.client_id, clientId),
        eq(files.purpose, 'answer'),
        eq(files.state, 'stored'),
        fileInScope(ctx.actor),
        inArray(files.sha256, [...sha256]),
        eq(bookClientWorkforms.workform_id, workform),
      ),
    )
    .limit(100)
  return { items }
}
