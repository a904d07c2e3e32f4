import { FileName } from '@portal/contract/common'
import { MEDIA_TYPES } from '@portal/contract/files'
import { MESSAGE_FILES_MAX } from '@portal/contract/limits'
import type { Attachment } from 'postal-mime'
import type { ClientContext } from '../../context.ts'
import { tokenHash } from '../../platform/crypto/secrets.ts'
import type { StoredMail } from '../../platform/db/schema/index.ts'
import { AppError, isAppError } from '../../errors.ts'
import { uploadChatFile } from '../files/upload-chat.ts'

/** The files of a mail: ids of the stored ones, and those that were not accepted. */
export interface StoredAttachments {
  ids: string[]
  refused: StoredMail['refused']
}

/** Pictures in the text below this size are logos of signatures. */
const LOGO_BYTES = 10 * 1024
const NAME_MAX = 255
/** Attachments that are looked at. More are not from a person. */
const ATTACHMENTS_MAX = 30
const TOO_MANY = `A message can have ${MESSAGE_FILES_MAX} files.`

/** Returns the name of an attachment, made up if it has none. */
function nameOf({ filename, mimeType }: Attachment, number: number): string {
  const [extension = ''] = Object.entries(MEDIA_TYPES).find(([, type]) => type === mimeType) ?? []
  const named = FileName.safeParse(filename?.slice(-NAME_MAX))
  return named.success ? named.data : `attachment-${number}${extension}`
}

/** Returns the content, which the parser decodes into bytes unless it is asked for text. */
const bytesOf = ({ content }: Attachment): Uint8Array<ArrayBuffer> =>
  new Uint8Array(content instanceof ArrayBuffer ? content : new TextEncoder().encode(String(content)))

const isLogo = (attachment: Attachment, bytes: Uint8Array): boolean =>
  attachment.related === true && attachment.mimeType.startsWith('image/') && bytes.length < LOGO_BYTES

/** Stores a file, and returns its id, or why it is not accepted. */
async function store(
  ctx: ClientContext,
  threadId: string,
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<{ id: string } | { reason: string }> {
  try {
    const { id } = await uploadChatFile(ctx, threadId, name, { length: bytes.length, body: new Response(bytes).body })
    return { id }
  } catch (error) {
    const isTemporary = isAppError(error, 'busy') || isAppError(error, 'too_many_requests')
    if (isTemporary || !(error instanceof AppError)) throw error
    return { reason: error.detail }
  }
}

/**
 * Stores the attachments of a mail like any other upload to the conversation: with the same checks of type, content and
 * size. A repeated mail stores nothing again.
 * @param mailKey identifies the mail
 */
export async function storeAttachments(
  ctx: ClientContext,
  threadId: string,
  mailKey: string,
  attachments: readonly Attachment[],
): Promise<StoredAttachments> {
  const stored: StoredAttachments = { ids: [], refused: [] }
  for (const [i, attachment] of attachments.slice(0, ATTACHMENTS_MAX).entries()) {
    const [name, bytes] = [nameOf(attachment, i + 1), bytesOf(attachment)]
    if (isLogo(attachment, bytes)) continue
    if (stored.ids.length === MESSAGE_FILES_MAX) {
      stored.refused.push({ name, reason: TOO_MANY })
      continue
    }
    const request = {
      idempotencyKey: `${mailKey}-${i}`,
      target: 'MAIL',
      fingerprint: tokenHash(`${name} ${bytes.length}`),
    }
    const result = await store({ ...ctx, ...request }, threadId, name, bytes)
    if ('id' in result) stored.ids.push(result.id)
    else stored.refused.push({ name, reason: result.reason })
  }
  const others = attachments.length - ATTACHMENTS_MAX
  if (others > 0) stored.refused.push({ name: `${others} more`, reason: TOO_MANY })
  return stored
}
