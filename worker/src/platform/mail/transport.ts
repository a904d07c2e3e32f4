import { asciiEmail } from '@portal/contract/emails'
import { runBatch } from '../db/run-batch.ts'
import { devMailbox } from '../db/schema/index.ts'
import { build } from '../db/statement.ts'
import { type Env, type Settings, settings } from '../../env.ts'
import type { Mail } from '../outbox/enqueue.ts'
import { TemporaryFailure, PermanentFailure } from '../outbox/delivery-errors.ts'
import { DEV_FROM, formatMailbox, headersOf, replyToOf, senderOf, unsubscribeHeaders } from './sender.ts'

/** A way to send mail. `id` is the id of the outbox row, which providers with idempotency keys use to drop repeats. */
export interface MailTransport {
  /** @throws PermanentFailure when retrying cannot help; any other error when the mail should be retried */
  send(id: string, mail: Mail): Promise<void>
}

/** Returns the development transport, which writes to the mailbox page at /dev/mailbox. */
const mailbox = (env: Env, { MAIL_FROM }: Settings): MailTransport => ({
  async send(id, mail) {
    const { to, subject, text, html } = mail
    const row = {
      id,
      to,
      subject,
      text,
      html,
      from: formatMailbox(senderOf(mail, MAIL_FROM || DEV_FROM)),
      reply_to: replyToOf(mail) ?? null,
      unsubscribe: unsubscribeHeaders(mail)['List-Unsubscribe'] ?? null,
      sent_at: new Date().toISOString(),
    }
    await runBatch(env, [build.insert(devMailbox).values(row).onConflictDoNothing({ target: devMailbox.id })])
  },
})

// Statuses caused by the mail itself, so that retrying cannot help. A wrong key, domain or API address (401, 403,
// 404, 405, an unverified `from`) is for the operator to fix; the mail waits until then.
const PERMANENT = new Set([400, 413, 422, 451])

/** Returns the error for a response that is not 2xx. */
async function failureOf(response: Response): Promise<Error> {
  const text = await response.text().catch(() => '')
  const { name = '', message = '' } = asError(text)
  const reason = [String(response.status), name, message].filter(Boolean).join(' ').slice(0, 300)
  if (PERMANENT.has(response.status) && name !== 'invalid_from_address')
    return new PermanentFailure(`The email provider refused it: ${reason}`)
  const seconds = Number(response.headers.get('retry-after'))
  return new TemporaryFailure(
    `The email provider did not accept it: ${reason}`,
    seconds > 0 ? Math.min(seconds, 3600) * 1000 : 0,
  )
}

function asError(text: string): { name?: string; message?: string } {
  try {
    const { name, message } = JSON.parse(text) as Record<string, unknown>
    return { ...(typeof name === 'string' && { name }), ...(typeof message === 'string' && { message }) }
  } catch {
    return {}
  }
}

/** Name of the tag that identifies the firm in the provider's reports. */
export const FIRM_TAG = 'firm'

/** Returns the transport for Resend's HTTP API, or a compatible one. */
const resend = ({ RESEND_URL, RESEND_API_KEY, MAIL_FROM }: Settings): MailTransport => ({
  async send(id, mail) {
    const response = await fetch(RESEND_URL, {
      method: 'POST',
      // The key must not follow a redirect.
      redirect: 'manual',
      headers: { authorization: `Bearer ${RESEND_API_KEY}`, 'content-type': 'application/json', 'idempotency-key': id },
      body: JSON.stringify({
        from: formatMailbox(senderOf(mail, MAIL_FROM)),
        to: [asciiEmail(mail.to)],
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        reply_to: replyToOf(mail),
        headers: headersOf(mail),
        ...(mail.firmId && { tags: [{ name: FIRM_TAG, value: mail.firmId }] }),
      }),
      signal: AbortSignal.timeout(10_000),
    })
    if (!response.ok) {
      const error = await failureOf(response)
      // The key was used with other content, such as an earlier MAIL_FROM: the mail was accepted before, and the
      // response was lost.
      if (!error.message.includes('invalid_idempotent_request')) throw error
    } else await response.body?.cancel()
  },
})

/** Error codes of Cloudflare's binding for which retrying cannot help. */
const BINDING_PERMANENT =
  /^E_(VALIDATION_ERROR|FIELD_MISSING|RECIPIENT_NOT_ALLOWED|RECIPIENT_SUPPRESSED|CONTENT_TOO_LARGE|HEADER_\w+)$/

/** Returns the transport for Cloudflare's email binding. */
const binding = (email: SendEmail, { MAIL_FROM }: Settings): MailTransport => ({
  async send(_id, mail) {
    const from = senderOf(mail, MAIL_FROM)
    const replyTo = replyToOf(mail)
    try {
      await email.send({
        from: from.name ? from : from.email,
        to: asciiEmail(mail.to),
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        ...(replyTo && { replyTo }),
        headers: headersOf(mail),
      })
    } catch (error) {
      const { code = '' } = error as { code?: string }
      if (!BINDING_PERMANENT.test(code)) throw error
      throw new PermanentFailure(
        `The email provider refused it: ${code}`,
        code === 'E_RECIPIENT_SUPPRESSED' ? 'bounced' : undefined,
      )
    }
  },
})

/** Returns the configured transport. */
export function transportFor(env: Env, config: Settings = settings(env)): MailTransport {
  if (config.RESEND_API_KEY) return resend(config)
  if (env.EMAIL) return binding(env.EMAIL, config)
  if (config.development) return mailbox(env, config)
  throw new Error('no mail transport is configured: set RESEND_API_KEY or bind EMAIL')
}
