import type { FileAnswer } from '@portal/contract/fields'
import { CHAT_FILE_EXTENSIONS } from '@portal/contract/files'
import type { OpenUpload } from '@portal/contract/uploads'
import { audit } from '../audit/append.ts'
import { limitMessageRate } from '../chat/message-rate-limit.ts'
import { ownThread, ownThreadsText } from '../chat/own-thread.ts'
import type { SignedIn } from '../context.ts'
import { storedAnswer, readStoredAnswer } from '../db/stored-answer.ts'
import { require, type Step } from '../db/write.ts'
import { found } from '../errors.ts'
import { accept, checkAnnounced, drain, type Incoming } from '../storage/incoming.ts'
import { chatPath } from '../storage/paths.ts'
import { beginUpload } from './begin-upload.ts'
import { type AfterKept, keepFile, type Keeping } from './keep.ts'
import type { Rules } from './own-upload.ts'

/** Files for chat messages: either side uploads them first, and they become the other side's to see with the message that takes them along. */

/** The actor takes part in the conversation with this client. */
function inConversation(ctx: SignedIn, clientId: string): Step {
  const own = ownThreadsText(ctx.actor)
  return require('not_found', `EXISTS (SELECT 1 FROM chat_threads WHERE client_id = ? AND ${own.where})`, [
    clientId,
    ...own.args,
  ])
}

const keepingFor = (ctx: SignedIn, clientId: string, name: string): Keeping => ({
  purpose: 'chat',
  name,
  clientId,
  pathAt: (at) => chatPath(clientId, at, name),
  before: [inConversation(ctx, clientId)],
})

const uploaded =
  (ctx: SignedIn, clientId: string): AfterKept =>
  (file, sha256) => [
    inConversation(ctx, clientId),
    audit(ctx, {
      action: 'file.uploaded',
      subjectType: 'file',
      subjectId: file.id,
      clientId,
      detail: { purpose: 'chat', name: file.name, size: file.size, sha256 },
    }),
  ]

/**
 * Keeps a file for a message in a conversation of the actor's: streamed, checked by name, size and content.
 * @throws AppError `not_found`, `too_many_requests`, or what is wrong with the file
 */
export async function uploadChatFile(
  ctx: SignedIn,
  threadId: string,
  name: string,
  incoming: Incoming,
): Promise<FileAnswer> {
  const [threads, before] = await ctx.db.batch([ownThread(ctx, threadId), storedAnswer(ctx)])
  const { client_id } = found(threads[0])
  const answered = readStoredAnswer(ctx, before) as FileAnswer | undefined
  if (answered) {
    await drain(incoming, true)
    return answered
  }
  await limitMessageRate(ctx)
  const accepted = await accept(incoming, name, CHAT_FILE_EXTENSIONS)
  return keepFile(ctx, keepingFor(ctx, client_id, name), uploaded(ctx, client_id), accepted)
}

/**
 * Announces a file for a message, to come in parts.
 * @throws AppError `not_found`, `too_many_requests`, `too_many_uploads`, `file_type`, `file_empty`, `file_too_large`
 */
export async function beginChatUpload(
  ctx: SignedIn,
  threadId: string,
  { name, size }: { name: string; size: number },
): Promise<OpenUpload> {
  const [threads, before] = await ctx.db.batch([ownThread(ctx, threadId), storedAnswer(ctx)])
  const { client_id } = found(threads[0])
  const answered = readStoredAnswer(ctx, before) as OpenUpload | undefined
  if (answered) return answered
  await limitMessageRate(ctx)
  checkAnnounced(name, size, CHAT_FILE_EXTENSIONS)
  return beginUpload(ctx, keepingFor(ctx, client_id, name), size)
}

/** What a file for a message demands while it comes in parts: being its sender's, who still takes part in the conversation. */
export const chatRules = (ctx: SignedIn, clientId: string): Rules => ({
  check: () => undefined,
  open: [inConversation(ctx, clientId)],
  after: uploaded(ctx, clientId),
})
