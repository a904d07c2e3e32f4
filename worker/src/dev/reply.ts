import { eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { devMailbox } from '../platform/db/schema/index.ts'
import { AppError, found } from '../errors.ts'
import { receiveMail } from '../portal/inbound/receive-mail.ts'

/** A reply that is written on the mailbox page. */
export interface WrittenReply {
  text: string
  file?: File | undefined
}

const LINE = 76

const base64 = (bytes: Uint8Array): string =>
  (
    Buffer.from(bytes)
      .toString('base64')
      .match(new RegExp(`.{1,${LINE}}`, 'g')) ?? []
  ).join('\r\n')

const quoted = (text: string): string => text.replace(/^/gm, '> ')

/** Returns a part of a multipart mail. */
const part = (headers: readonly string[], bytes: Uint8Array): string =>
  [...headers, 'Content-Transfer-Encoding: base64', '', base64(bytes)].join('\r\n')

/** Returns a mail (RFC 5322) from a mail program, as Cloudflare Email Routing delivers it. */
async function composeReply(
  { to, subject, reply_to, from, text: original }: typeof devMailbox.$inferSelect,
  { text, file }: WrittenReply,
): Promise<string> {
  const boundary = crypto.randomUUID()
  const body = `${text}\r\n\r\nOn ${new Date().toDateString()}, ${from} wrote:\r\n${quoted(original)}`
  const parts = [part(['Content-Type: text/plain; charset=utf-8'], new TextEncoder().encode(body))]
  if (file && file.size > 0) {
    const name = encodeURIComponent(file.name)
    const headers = [
      'Content-Type: application/octet-stream',
      `Content-Disposition: attachment; filename*=utf-8''${name}`,
    ]
    parts.push(part(headers, await file.bytes()))
  }
  return [
    `Authentication-Results: mx.cloudflare.net; dmarc=pass header.from=${to.slice(to.lastIndexOf('@') + 1)}`,
    `Message-ID: <${crypto.randomUUID()}@mailbox.localhost>`,
    `Date: ${new Date().toUTCString()}`,
    `From: <${to}>`,
    `To: <${reply_to}>`,
    `Subject: =?utf-8?B?${Buffer.from(`Re: ${subject}`).toString('base64')}?=`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
    '',
    ...parts.flatMap((each) => [`--${boundary}`, each]),
    `--${boundary}--`,
    '',
  ].join('\r\n')
}

/** Delivers a mail to the portal. @returns why it is refused; null if it was accepted or dropped */
export function deliverMail(ctx: Context, from: string, to: string, mail: Uint8Array): Promise<string | null> {
  const raw = new Response(new Uint8Array(mail)).body ?? new ReadableStream<Uint8Array>()
  return receiveMail(ctx, { from, to, size: mail.length, raw })
}

/**
 * Replies to a mail of the mailbox as its recipient.
 * @throws AppError `not_found`, `invalid_input` when replies do not arrive in the portal
 */
export async function replyToMail(ctx: Context, id: string, reply: WrittenReply): Promise<string | null> {
  const [row] = await ctx.db.select().from(devMailbox).where(eq(devMailbox.id, id))
  const mail = found(row)
  if (mail.reply_to === null) throw new AppError('invalid_input', { detail: 'This email has no Reply-To address.' })
  const raw = new TextEncoder().encode(await composeReply(mail, reply))
  return deliverMail(ctx, mail.to, mail.reply_to, raw)
}
