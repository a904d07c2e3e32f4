import { type Env, type Settings, settings } from '../env.ts'
import type { Mail } from '../outbox/enqueue.ts'
import { formatMailbox, replyToOf, senderOf, unsubscribeHeaders } from './sender.ts'

/** A way to send mail. `id` is that of the outbox row: a provider that knows idempotency keys drops a repeat. */
export interface MailTransport {
  /** @throws Error when the mail was not taken and should be tried again */
  send(id: string, mail: Mail): Promise<void>
}

const DEV_FROM = 'Client Portal <portal@localhost>'

/** Development: the mailbox page at /dev/mailbox. */
const mailbox = (env: Env, { MAIL_FROM }: Settings): MailTransport => ({
  async send(id, mail) {
    const outcome = await env.WRITER.getByName('main').run({
      statements: [
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
      ],
      rings: [],
      audits: false,
    })
    if (!outcome.ok) throw new Error(outcome.message)
  },
})

/** Production over HTTP: Resend, or anything that speaks its API. */
const resend = ({ RESEND_URL, RESEND_API_KEY, MAIL_FROM }: Settings): MailTransport => ({
  async send(id, mail) {
    const response = await fetch(RESEND_URL, {
      method: 'POST',
      headers: { authorization: `Bearer ${RESEND_API_KEY}`, 'content-type': 'application/json', 'idempotency-key': id },
      body: JSON.stringify({
        from: formatMailbox(senderOf(mail, MAIL_FROM)),
        to: [mail.to],
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        reply_to: replyToOf(mail),
        headers: unsubscribeHeaders(mail),
      }),
      signal: AbortSignal.timeout(10_000),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`mail provider answered ${response.status}`)
  },
})

/** Production on Cloudflare's e-mail binding. */
const binding = (email: SendEmail, { MAIL_FROM }: Settings): MailTransport => ({
  async send(_id, mail) {
    const from = senderOf(mail, MAIL_FROM)
    const replyTo = replyToOf(mail)
    await email.send({
      from: from.name ? from : from.email,
      to: mail.to,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      ...(replyTo && { replyTo }),
      headers: unsubscribeHeaders(mail),
    })
  },
})

/** The transport that the configuration asks for. */
export function transportFor(env: Env, config: Settings = settings(env)): MailTransport {
  if (config.RESEND_API_KEY) return resend(config)
  if (env.EMAIL) return binding(env.EMAIL, config)
  if (config.development) return mailbox(env, config)
  throw new Error('no mail transport is configured: set RESEND_API_KEY or bind EMAIL')
}
