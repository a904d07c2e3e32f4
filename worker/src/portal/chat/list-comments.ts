import type { SectionComments } from '@portal/contract/chat'
import { and, asc, desc, eq, gt, isNull } from 'drizzle-orm'
import type { SignedIn } from '../../context.ts'
import {
  bookClientWorkforms,
  chatMessages,
  chatThreads,
  COMMENTED_SECTION,
  IS_COMMENT,
} from '../../platform/db/schema/index.ts'
import { found } from '../../errors.ts'
import { MESSAGE_COLUMNS } from './own-message.ts'
import { isFromPeer, ownThreads, SIDES } from './own-thread.ts'

/** Maximum number of comments, well above what a section usually has. The conversation shows all of them. */
const MAX_COMMENTS = 500
/** Maximum number of unread messages to return. Only the first ones limit which comments can be marked as read. */
const MAX_UNREAD = 100

/** Selects the latest comments on the questions of a section that the actor can see, newest first. */
export const sectionComments = ({ db, actor }: SignedIn, assignmentId: string) =>
  db
    .select(MESSAGE_COLUMNS)
    .from(chatMessages)
    .innerJoin(chatThreads, eq(chatThreads.id, chatMessages.thread_id))
    .where(and(eq(COMMENTED_SECTION, assignmentId), IS_COMMENT, ownThreads(actor)))
    .orderBy(desc(chatMessages.seq))
    .limit(MAX_COMMENTS)

/** Selects the first unread messages of the conversation that a section belongs to. */
export const unreadMessages = ({ db, actor }: SignedIn, assignmentId: string) =>
  db
    .select({ seq: chatMessages.seq })
    .from(bookClientWorkforms)
    .innerJoin(chatThreads, eq(chatThreads.client_id, bookClientWorkforms.client_id))
    .innerJoin(
      chatMessages,
      and(eq(chatMessages.thread_id, chatThreads.id), gt(chatMessages.seq, SIDES[actor.role].read)),
    )
    .where(
      and(
        eq(bookClientWorkforms.id, assignmentId),
        ownThreads(actor),
        isNull(chatMessages.deleted_at),
        isFromPeer(actor),
      ),
    )
    .orderBy(asc(chatMessages.seq))
    .limit(MAX_UNREAD)

/**
 * Lists the comments on the questions of a section, and the unread messages of its conversation.
 * @throws AppError `not_found`
 */
export async function listComments(ctx: SignedIn, assignmentId: string): Promise<SectionComments> {
  const [threads, comments, unread] = await ctx.db.batch([
    ctx.db
      .select({ thread_id: chatThreads.id, client_id: chatThreads.client_id })
      .from(bookClientWorkforms)
      .innerJoin(chatThreads, eq(chatThreads.client_id, bookClientWorkforms.client_id))
      .where(and(eq(bookClientWorkforms.id, assignmentId), ownThreads(ctx.actor))),
    sectionComments(ctx, assignmentId),
    unreadMessages(ctx, assignmentId),
  ])
  return { ...found(threads[0]), items: comments.toReversed(), unread: unread.map(({ seq }) => seq) }
}
