import { randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'

/** Signs reports of the simulated mail provider. */
export const MAIL_REPORT_SECRET = `whsec_${Buffer.from('a mail provider of tests').toString('base64')}`

/** Reports a bounce of mail to an address, as the mail provider does. */
export async function reportBounce(url: string, to: string): Promise<void> {
  const body = JSON.stringify({
    type: 'email.bounced',
    data: { to: [to], bounce: { type: 'Permanent', message: 'The mailbox does not exist.' } },
  })
  const [id, now] = [randomUUID(), new Date()]
  const headers = {
    'content-type': 'application/json',
    'svix-id': id,
    'svix-timestamp': String(Math.floor(now.getTime() / 1000)),
    'svix-signature': new Webhook(MAIL_REPORT_SECRET).sign(id, now, body),
  }
  const response = await fetch(`${url}/api/firm-mail/reports`, { method: 'POST', headers, body })
  if (!response.ok) throw new Error(`report: ${response.status}`)
}
