import type { ChatAbout } from '@portal/contract/chat'
import { sql } from 'drizzle-orm'
import type { SignedIn } from '../context.ts'
import { found } from '../errors.ts'
import { ownThread } from './own-thread.ts'

/** Maximum number of sections: well above what a client has. */
const MAX_SECTIONS = 500

/** Lists the client's sections that a message can be about. @throws AppError `not_found` */
export async function listSections(ctx: SignedIn, threadId: string): Promise<{ items: ChatAbout[] }> {
  const [threads, items] = await ctx.db.batch([
    ownThread(ctx, threadId),
    ctx.db.all<ChatAbout>(sql`SELECT a.id AS assignment_id, a.workform_id, w.name AS workform_name, a.section_name
      FROM book_client_workforms a JOIN book_workforms w ON w.id = a.workform_id
      WHERE a.client_id = (SELECT t.client_id FROM chat_threads t WHERE t.id = ${threadId})
      ORDER BY a.assigned_at DESC, w.name, a.position, a.section_name LIMIT ${MAX_SECTIONS}`),
  ])
  found(threads[0])
  return { items }
}
