import { cleanText, cutText } from '@portal/contract/text'
import { MESSAGE_MAX } from '@portal/contract/limits'
import { eq } from 'drizzle-orm'
import type { Email } from 'postal-mime'
import { sendMessage } from '../chat/send-message.ts'
import type { Context } from '../../context.ts'
import { keyedHash } from '../../platform/crypto/secrets.ts'
import { chatMessages } from '../../platform/db/schema/index.ts'
import { isAppError } from '../../errors.ts'
import { uuidOfHash } from '../../platform/ids.ts'
import { consume, countersOf } from '../../platform/limits/consume.ts'
import type { LimitRule } from '../../platform/limits/limit-rule.ts'
import { log } from '../../platform/log.ts'
import { withoutTokens } from '../../platform/mail/client-links.ts'
import { isAutomatic } from './auto-reply.ts'
import { newText } from './new-text.ts'
import { parseHeader, parseMail } from './parse-mail.ts'
import { actingAs, type Recipient, recipientOf } from './recipient.ts'
import { reportRefusedFiles } from './refused-files.ts'
import { isSentBy } from './sender-check.ts'
import { storeAttachments } from './store-attachments.ts'
import { textOf } from './text-of-mail.ts'

/** A mail as the mail server hands it over. */
export interface IncomingMail {
  /** Sender and recipient of the envelope. */
  from: string
  to: string
  /** Size in bytes. */
  size: number
  raw: ReadableStream<Uint8Array>
}

/** The largest mail that Cloudflare Email Routing accepts. */
const MAX_BYTES = 25 * 1024 * 1024
/** Characters of a mail that are kept, with quotations. */
const TEXT_MAX = 50_000
/** Mails of a client: a burst of 20, then one a minute. */
const RULE: LimitRule = { free: 20, leakMs: 60_000, baseMs: 60_000, capMs: 600_000 }

/** Why a mail is not accepted. The sender's mail server returns the sentence. */
const REFUSALS = {
  unknown: 'This address does not accept email. Please write to your bookkeeper, or in the client portal.',
  size: 'This email is too large. Please upload large files in the client portal.',
  sender: 'This address accepts email only from the address to which the portal has written.',
  empty: 'This email has neither a text nor a file that can be accepted.',
  damaged: 'This email cannot be read. Please write in the client portal.',
  storage: 'There is no storage left for this email. Please contact your bookkeeper.',
  rate: 'Too many emails at once. Please try again later, or write in the client portal.',
} as const
type Refusal = keyof typeof REFUSALS

type Outcome = Refusal | 'accepted' | 'repeated' | 'automatic'

async function isOverLimit(ctx: Context, { client_id }: Recipient): Promise<boolean> {
  const key = keyedHash(ctx.settings.AUTH_SECRET, 'limit', 'inbound', client_id)
  try {
    await consume(countersOf(ctx.env, 'inbound', key), key, RULE, 'messages')
    return false
  } catch (error) {
    if (isAppError(error, 'too_many_requests')) return true
    throw error
  }
}

/** Returns a key that is the same for each delivery of a mail. */
function keyOf({ settings }: Context, { client_id }: Recipient, { messageId, date, text, subject }: Email): string {
  const identity = messageId ? [messageId] : [date ?? '', subject ?? '', text ?? '']
  return keyedHash(settings.AUTH_SECRET, 'inbound-mail', client_id, ...identity)
}

/** Posts a mail in the conversation, once. */
async function post(ctx: Context, recipient: Recipient, mail: Email): Promise<Outcome> {
  const key = keyOf(ctx, recipient, mail)
  const id = uuidOfHash(key)
  const { thread_id } = recipient
  const [known] = await ctx.db.select({ id: chatMessages.id }).from(chatMessages).where(eq(chatMessages.id, id))
  if (known) return 'repeated'
  const client = actingAs(ctx, recipient)
  const { ids, refused } = await storeAttachments(client, thread_id, key, mail.attachments)
  // The bookkeeper must not get the client's links.
  const text = cutText(withoutTokens(cleanText(await textOf(mail))), TEXT_MAX)
  const message = cutText(newText(text), MESSAGE_MAX)
  if (message === '' && ids.length === 0 && refused.length === 0) return 'empty'
  const shown = message || (ids.length > 0 ? '' : refused.map(({ name }) => name).join(', '))
  await sendMessage(client, thread_id, { id, message: shown, attachments: ids }, { text, refused })
  if (refused.length > 0) await reportRefusedFiles(ctx, recipient, refused)
  return 'accepted'
}

async function receive(ctx: Context, { from, to, size, raw }: IncomingMail): Promise<Outcome> {
  const recipient = await recipientOf(ctx, to)
  if (!recipient) return 'unknown'
  if (size > MAX_BYTES) return 'size'
  const bytes = await new Response(raw).bytes()
  // Only the client's own mail counts against the limit, and only its parts are read.
  const header = await parseHeader(bytes)
  if (!header) return 'damaged'
  // Bounces and out-of-office replies get no answer, because programs would answer it.
  if (isAutomatic(from, header)) return 'automatic'
  if (!isSentBy(recipient.email, from, header)) return 'sender'
  if (await isOverLimit(ctx, recipient)) return 'rate'
  const mail = await parseMail(bytes)
  if (!mail) return 'damaged'
  try {
    return await post(ctx, recipient, mail)
  } catch (error) {
    if (isAppError(error, 'too_many_requests')) return 'rate'
    if (isAppError(error, 'storage_limit')) return 'storage'
    throw error
  }
}

/**
 * Receives a mail to a client's reply address: it becomes a message of the client in the chat, with its files.
 * @returns why it is refused, for the sender; null if it was accepted, or dropped because a program has sent it
 * @throws when the mail server should try again
 */
export async function receiveMail(ctx: Context, mail: IncomingMail): Promise<string | null> {
  const outcome = await receive(ctx, mail)
  log('mail.received', { id: ctx.requestId, outcome, size: mail.size })
  return outcome in REFUSALS ? REFUSALS[outcome as Refusal] : null
}
