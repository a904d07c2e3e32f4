import type { ChatAbout } from '@portal/contract/chat'
import { and, desc, eq, type SQL } from 'drizzle-orm'
import type { SignedIn } from '../context.ts'
import { bookClientWorkforms, bookWorkforms, chatThreads } from '../db/schema/index.ts'
import { found } from '../errors.ts'
import { ownThread, ownThreads } from './own-thread.ts'

/** Maximum number of sections: well above what a client has. */
const MAX_SECTIONS = 500

/** Selects the sections that a message in one of the actor's threads can be about. */
export const threadSections = ({ db, actor }: SignedIn, threadId: string, which?: SQL) =>
  db
    .select({
      assignment_id: bookClientWorkforms.id,
      workform_id: bookClientWorkforms.workform_id,
      workform_name: bookWorkforms.name,
      section_name: bookClientWorkforms.section_name,
    })
    .from(bookClientWorkforms)
    .innerJoin(chatThreads, eq(chatThreads.client_id, bookClientWorkforms.client_id))
    .innerJoin(bookWorkforms, eq(bookWorkforms.id, bookClientWorkforms.workform_id))
    .where(and(eq(chatThreads.id, threadId), ownThreads(actor), which))

/** Lists the client's sections that a message can be about. @throws AppError `not_found` */
export async function listSections(ctx: SignedIn, threadId: string): Promise<{ items: ChatAbout[] }> {
  const { assigned_at, position, section_name } = bookClientWorkforms
  const [threads, items] = await ctx.db.batch([
    ownThread(ctx, threadId),
    threadSections(ctx, threadId)
      .orderBy(desc(assigned_at), bookWorkforms.name, position, section_name)
      .limit(MAX_SECTIONS),
  ])
  found(threads[0])
  return { items }
}
