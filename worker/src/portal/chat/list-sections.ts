import type { ChatAbout } from '@portal/contract/chat'
import { and, desc, eq } from 'drizzle-orm'
import type { SignedIn } from '../../context.ts'
import { isShown } from '../../platform/db/archived.ts'
import { bookClientWorkforms, bookWorkforms, chatThreads } from '../../platform/db/schema/index.ts'
import { found } from '../../errors.ts'
import { SECTION_COLUMNS } from './message-about.ts'
import { ownThread, ownThreads } from './own-thread.ts'

/** Maximum number of sections: well above what a client has. */
const MAX_SECTIONS = 500

/** Lists the client's sections that a message can be about. @throws AppError `not_found` */
export async function listSections(ctx: SignedIn, threadId: string): Promise<{ items: ChatAbout[] }> {
  const { assigned_at, position, section_name, hidden_by } = bookClientWorkforms
  const [threads, items] = await ctx.db.batch([
    ownThread(ctx, threadId),
    ctx.db
      .select(SECTION_COLUMNS)
      .from(bookClientWorkforms)
      .innerJoin(chatThreads, eq(chatThreads.client_id, bookClientWorkforms.client_id))
      .innerJoin(bookWorkforms, eq(bookWorkforms.id, bookClientWorkforms.workform_id))
      .where(and(eq(chatThreads.id, threadId), ownThreads(ctx.actor), isShown(hidden_by)))
      .orderBy(desc(assigned_at), bookWorkforms.name_order, position, section_name)
      .limit(MAX_SECTIONS),
  ])
  found(threads[0])
  return { items }
}
