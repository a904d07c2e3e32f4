import type { FileAnswer } from '@portal/contract/fields'
import { CHAT_FILE_EXTENSIONS } from '@portal/contract/files'
import type { OpenUpload } from '@portal/contract/uploads'
import { and, eq, exists } from 'drizzle-orm'
import { audit } from '../../platform/audit/append.ts'
import { limitMessageRate } from '../chat/message-rate-limit.ts'
import { ownThread, ownThreads } from '../chat/own-thread.ts'
import type { SignedIn } from '../../context.ts'
import { storedResponse, readStoredResponse } from '../../platform/db/stored-response.ts'
import { chatThreads } from '../../platform/db/schema/index.ts'
import { check, type Step } from '../../platform/db/write.ts'
import { found } from '../../errors.ts'
import { accept, checkAnnounced, drain, type Incoming } from '../../platform/storage/incoming.ts'
import { chatPath } from '../../platform/storage/paths.ts'
import { beginUpload } from './begin-upload.ts'
import { type AfterStored, storeFile, type NewFile } from './store-file.ts'
import type { UploadRules } from './own-upload.ts'

/** Returns a step that requires the caller to take part in the conversation with the client. */
function requireParticipant(ctx: SignedIn, clientId: string): Step {
  const thread = ctx.db
    .select({ id: chatThreads.id })
    .from(chatThreads)
    .where(and(eq(chatThreads.client_id, clientId), ownThreads(ctx.actor)))
  return check('not_found', exists(thread))
}

const newFileFor = (ctx: SignedIn, clientId: string, name: string): NewFile => ({
  purpose: 'chat',
  name,
  clientId,
  pathAt: (at) => chatPath(clientId, at, name),
  before: [requireParticipant(ctx, clientId)],
})

/** Returns the steps to commit with an uploaded file. */
const afterUpload =
  (ctx: SignedIn, clientId: string): AfterStored =>
  (file, sha256) => [
    requireParticipant(ctx, clientId),
    audit(ctx, {
      action: 'file.uploaded',
      subjectType: 'file',
      subjectId: file.id,
      clientId,
      detail: { purpose: 'chat', name: file.name, size: file.size, sha256 },
    }),
  ]

/**
 * Uploads a file for a chat message. The other side sees it once a message includes it.
 * @throws AppError `not_found`, `too_many_requests`, or an error of the file
 */
export async function uploadChatFile(
  ctx: SignedIn,
  threadId: string,
  name: string,
  incoming: Incoming,
): Promise<FileAnswer> {
  const [threads, before] = await ctx.db.batch([ownThread(ctx, threadId), storedResponse(ctx)])
  const { client_id } = found(threads[0])
  const answered = readStoredResponse(ctx, before) as FileAnswer | undefined
  if (answered) {
    await drain(incoming, true)
    return answered
  }
  await limitMessageRate(ctx)
  const accepted = await accept(incoming, name, CHAT_FILE_EXTENSIONS)
  return storeFile(ctx, newFileFor(ctx, client_id, name), afterUpload(ctx, client_id), accepted)
}

/**
 * Begins a multipart upload for a chat message.
 * @throws AppError `not_found`, `too_many_requests`, `too_many_uploads`, `file_type`, `file_empty`, `file_too_large`
 */
export async function beginChatUpload(
  ctx: SignedIn,
  threadId: string,
  { name, size }: { name: string; size: number },
): Promise<OpenUpload> {
  const [threads, before] = await ctx.db.batch([ownThread(ctx, threadId), storedResponse(ctx)])
  const { client_id } = found(threads[0])
  const answered = readStoredResponse(ctx, before) as OpenUpload | undefined
  if (answered) return answered
  await limitMessageRate(ctx)
  checkAnnounced(name, size, CHAT_FILE_EXTENSIONS)
  return beginUpload(ctx, newFileFor(ctx, client_id, name), size)
}

/** Returns the rules of a multipart upload for a chat message: the caller takes part in the conversation. */
export const chatRules = (ctx: SignedIn, clientId: string): UploadRules => ({
  check: () => undefined,
  open: [requireParticipant(ctx, clientId)],
  after: afterUpload(ctx, clientId),
})
