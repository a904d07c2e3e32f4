import { runBatch } from '../db/run-batch.ts'
import { type Env, type Settings, settings } from '../env.ts'
import type { Mail } from '../outbox/enqueue.ts'
import { TemporaryFailure, PermanentFailure } from '../outbox/delivery-errors.ts'
import { DEV_FROM, formatMailbox, replyToOf, senderOf, unsubscribeHeaders } from './sender.ts'

/** A way to send mail. `id` is that of the outbox row: a provider that knows idempotency keys drops a repeat. */
export interface MailTransport {
  /** @throws PermanentFailure when it will never be taken; any other error when it was not taken and should be tried again */
  send(id: string, mail: Mail): Promise<void>
}

/** Development: the mailbox page at /dev/mailbox. */
const mailbox = (env: Env, { MAIL_FROM }: Settings): MailTransport => ({
  async send(id, mail) {
    await runBatch(env, [
      {
        sql: `INSERT INTO dev_mailbox (id, "to", subject, text, html, "from", reply_to, unsubscribe, sent_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
        args: [
          id,
          mail.to,
          mail.subject,
          mail.text,
          mail.html,
          formatMailbox(senderOf(mail, MAIL_FROM || DEV_FROM)),
          replyToOf(mail) ?? null,
          unsubscribeHeaders(mail)['List-Unsubscribe'] ?? null,
          new Date().toISOString(),
        ],
      },
    ])
  },
})

// What no other try changes lies in the mail itself: its fields, its size, what it says. A wrong key or domain (401, 403, a `from` that is
// not verified) is the operator's to set right, and a wrong address of the API (404, 405) too: those wait for it.
const FINAL = new Set([400, 413, 422, 451])

/** What a provider's answer means, where it did not take the mail. */
async function refusal(response: Response): Promise<Error> {
  const text = await response.text().catch(() => '')
  const { name = '', message = '' } = asError(text)
  const said = [String(response.status), name, message].filter(Boolean).join(' ').slice(0, 300)
  if (FINAL.has(response.status) && name !== 'invalid_from_address')
    return new PermanentFailure(`The mail provider refused it: ${said}`)
  const seconds = Number(response.headers.get('retry-after'))
  return new TemporaryFailure(
    `The mail provider did not take it: ${said}`,
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

/** The tag by which a report tells whose mail it is about. */
export const FIRM_TAG = 'firm'

/** Production over HTTP: Resend, or anything that speaks its API. */
const resend = ({ RESEND_URL, RESEND_API_KEY, MAIL_FROM }: Settings): MailTransport => ({
  async send(id, mail) {
    const response = await fetch(RESEND_URL, {
      method: 'POST',
      // The key goes to this address and no other.
      redirect: 'manual',
      headers: { authorization: `Bearer ${RESEND_API_KEY}`, 'content-type': 'application/json', 'idempotency-key': id },
      body: JSON.stringify({
        from: formatMailbox(senderOf(mail, MAIL_FROM)),
        to: [mail.to],
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        reply_to: replyToOf(mail),
        headers: unsubscribeHeaders(mail),
        ...(mail.firmId && { tags: [{ name: FIRM_TAG, value: mail.firmId }] }),
      }),
      signal: AbortSignal.timeout(10_000),
    })
    if (!response.ok) {
      const error = await refusal(response)
      // The same key with another content, such as a new MAIL_FROM: it was taken before, and only the answer was lost.
      if (!error.message.includes('invalid_idempotent_request')) throw error
    } else await response.body?.cancel()
  },
})

/** What Cloudflare's binding says that no other try changes. */
const BINDING_FINAL =
  /^E_(VALIDATION_ERROR|FIELD_MISSING|RECIPIENT_NOT_ALLOWED|RECIPIENT_SUPPRESSED|CONTENT_TOO_LARGE|HEADER_\w+)$/

/** Production on Cloudflare's e-mail binding. */
const binding = (email: SendEmail, { MAIL_FROM }: Settings): MailTransport => ({
  async send(_id, mail) {
    const from = senderOf(mail, MAIL_FROM)
    const replyTo = replyToOf(mail)
    try {
      await email.send({
        from: from.name ? from : from.email,
        to: mail.to,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        ...(replyTo && { replyTo }),
        headers: unsubscribeHeaders(mail),
      })
    } catch (error) {
      const { code = '' } = error as { code?: string }
      if (!BINDING_FINAL.test(code)) throw error
      throw new PermanentFailure(
        `The mail provider refused it: ${code}`,
        code === 'E_RECIPIENT_SUPPRESSED' ? 'bounced' : undefined,
      )
    }
  },
})

/** The transport that the configuration asks for. */
export function transportFor(env: Env, config: Settings = settings(env)): MailTransport {
  if (config.RESEND_API_KEY) return resend(config)
  if (env.EMAIL) return binding(env.EMAIL, config)
  if (config.development) return mailbox(env, config)
  throw new Error('no mail transport is configured: set RESEND_API_KEY or bind EMAIL')
}
