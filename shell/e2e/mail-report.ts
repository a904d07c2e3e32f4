import { createHmac, randomUUID } from 'node:crypto'

/** Signs what the mail provider of the tests reports. */
export const MAIL_REPORT_SECRET = `whsec_${Buffer.from('a mail provider of tests').toString('base64')}`

/** Reports that mail to an address came back, as the mail provider does. */
export async function reportBounce(url: string, to: string): Promise<void> {
  const body = JSON.stringify({
    type: 'email.bounced',
    data: { to: [to], bounce: { type: 'Permanent', message: 'The mailbox does not exist.' } },
  })
  const [id, timestamp] = [randomUUID(), String(Math.floor(Date.now() / 1000))]
  const key = Buffer.from(MAIL_REPORT_SECRET.slice('whsec_'.length), 'base64')
  const signature = `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  const headers = {
    'content-type': 'application/json',
    'svix-id': id,
    'svix-timestamp': timestamp,
    'svix-signature': signature,
  }
  const response = await fetch(`${url}/api/firm-mail/reports`, { method: 'POST', headers, body })
  if (!response.ok) throw new Error(`report: ${response.status}`)
}
