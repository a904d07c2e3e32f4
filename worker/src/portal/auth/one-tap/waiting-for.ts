import type { OneTapWaiting } from '@portal/contract/one-tap'
import { and, count, eq, min, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { isShown } from '../../../platform/db/archived.ts'
import { bookClientWorkforms, chatThreads } from '../../../platform/db/schema/index.ts'
import { isOpen } from '../../../platform/db/section-phase.ts'

/** Returns what waits for a client: sections to fill in, the first due date among them, and unread messages. */
export async function waitingFor({ db }: Pick<Context, 'db'>, clientId: string): Promise<OneTapWaiting> {
  const { client_id, due_date, status, hidden_by } = bookClientWorkforms
  const [[open], [unread]] = await db.batch([
    db
      .select({ sections: count(), first_due: min(due_date) })
      .from(bookClientWorkforms)
      .where(and(eq(client_id, clientId), isOpen(status), isShown(hidden_by))),
    db
      .select({ messages: sql<number>`coalesce(sum(${chatThreads.client_unread}), 0)` })
      .from(chatThreads)
      .where(eq(chatThreads.client_id, clientId)),
  ])
  return { sections: open?.sections ?? 0, first_due: open?.first_due ?? null, messages: unread?.messages ?? 0 }
}
