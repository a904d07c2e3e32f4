import { createHash } from 'node:crypto'
import { good } from './accounts.ts'
import { portalUrl, type TestClient, unique } from './portal.ts'
import { change } from './work.ts'

/** Mails to the portal, as Cloudflare Email Routing delivers them. */

/** Gives the client a reply address, as the portal does when it sends a mail. */
export async function replyAddress(client: TestClient): Promise<string> {
  const token = unique('token')
  const hash = createHash('sha256').update(token).digest('hex')
  await change('INSERT INTO reply_addresses VALUES (?, ?, ?)', hash, client.clientId, new Date().toISOString())
  return `reply-${token}@replies.localhost`
}

/** A mail from a person. */
export interface MailInput {
  /** Sender and recipient of the envelope. */
  from: string
  to: string
  /** The address in the From header, if it is another one. */
  header?: string
  text?: string
  html?: string
  id?: string
  files?: { name: string; type?: string; bytes: Uint8Array | string; more?: string }[]
  headers?: string[]
}

/** Returns a mail as Cloudflare Email Routing delivers it. */
function mime({ from, header = from, text, html, id = unique('mail'), files = [], headers = [] }: MailInput): string {
  const parts = [
    ...(text === undefined ? [] : [['Content-Type: text/plain; charset=utf-8', '', text]]),
    ...(html === undefined ? [] : [['Content-Type: text/html; charset=utf-8', '', html]]),
    ...files.map(({ name, type = 'application/octet-stream', bytes, more }) => [
      `Content-Type: ${type}`,
      `Content-Disposition: attachment; filename="${name}"`,
      'Content-Transfer-Encoding: base64',
      ...(more ? [more] : []),
      '',
      Buffer.from(bytes).toString('base64').replace(/.{76}/g, '$&\r\n'),
    ]),
  ]
  return [
    `Authentication-Results: mx.cloudflare.net; dmarc=pass header.from=${header.slice(header.indexOf('@') + 1)}`,
    ...headers,
    `Message-ID: <${id}@example.com>`,
    `From: Ada <${header}>`,
    'Subject: Re: Reminder',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="b"',
    '',
    ...parts.flatMap((lines) => ['--b', ...lines]),
    '--b--',
    '',
  ].join('\r\n')
}

/** Delivers a mail as it is, and returns why it was refused. */
export async function deliverRaw(from: string, to: string, body: string): Promise<string | null> {
  const query = new URLSearchParams({ from, to })
  const response = await fetch(new URL(`/dev/mail?${query}`, portalUrl), { method: 'POST', body })
  return (await good<{ refusal: string | null }>(response)).refusal
}

/** Delivers a mail, and returns why it was refused. */
export const deliverMail = (mail: MailInput): Promise<string | null> => deliverRaw(mail.from, mail.to, mime(mail))
