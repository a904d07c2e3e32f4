import { and, eq, sql } from 'drizzle-orm'
import type { SignedIn } from '../../context.ts'
import { chatMessages, type StoredAbout } from '../../platform/db/schema/index.ts'
import { type Step, step } from '../../platform/db/write.ts'

/**
 * Returns the steps with which a message answers the client's open questions. A bookkeeper's message answers those in
 * the conversation, unless it is about another section or another question (`docs/decisions/0047`).
 */
export function answerQuestions({ db, actor }: SignedIn, threadId: string, about: StoredAbout | null): Step[] {
  if (actor.role !== 'bookkeeper') return []
  const asked = chatMessages.about
  const isSame = about && [
    eq(sql`${asked} ->> '$.assignment_id'`, about.assignment_id),
    about.field_id === undefined ? undefined : eq(sql`${asked} ->> '$.field_id'`, about.field_id),
  ]
  const isOpen = sql`${chatMessages.awaits_answer} = 1`
  const open = and(eq(chatMessages.thread_id, threadId), isOpen, ...(isSame ?? []))
  return [step(db.update(chatMessages).set({ awaits_answer: false }).where(open))]
}
