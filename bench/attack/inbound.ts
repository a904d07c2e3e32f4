import { deliverRaw, replyAddress } from '../../worker/src/testing/incoming-mail.ts'
import { newBookkeeper, newClient, stranger } from '../../worker/src/testing/portal.ts'
import { attack } from './lib/attack.ts'

/** Mails to a reply address that are slow to read. Who may write is tested in `worker/src/portal/inbound`. */

const filled = (unit: string, bytes = 3 * 1024 * 1024): string => unit.repeat(Math.ceil(bytes / unit.length))
/** How long one mail may keep the portal busy. */
const MAX_MS = 15_000

const HTML = 'Content-Type: text/html\r\n\r\n'
const PARTS = 'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n'
const nested = (_: unknown, i: number) => `Content-Type: multipart/mixed; boundary=${i}\r\n\r\n--${i}\r\n`
const BODIES: Record<string, string> = {
  'unclosed links': `${HTML}${filled('<a href="x')}`,
  'unclosed links beside text': `${PARTS}--b\r\n\r\nHi\r\n--b\r\n${HTML}${filled('<a href="x')}`,
  'protected spaces': `${HTML}x${filled('&nbsp;')}y`,
  'empty lines': `${HTML}${filled('\r\n')}`,
  'a million parts': PARTS + filled('--b\r\n\r\nx\r\n'),
  'flowed lines': `Content-Type: text/plain; format=flowed\r\n\r\n${filled('a \r\n')}`,
  'nested parts': Array.from({ length: 500 }, nested).join(''),
  'nested mails': 'Content-Type: message/rfc822\r\n\r\n'.repeat(2000),
  'a long header': `Subject: ${filled('a\r\n ')}\r\n\r\nx`,
  'quoted lines': `\r\n${filled('On Mon, Nov 23, 2026 Maya\r\n> ')}`,
  'an endless word': `\r\n${filled('envoyé de mon ')}`,
}

attack('mails that are slow to read', async (t) => {
  const bookkeeper = await newBookkeeper()
  for (const [what, body] of Object.entries(BODIES)) {
    const client = await newClient(bookkeeper, 'Ada Client')
    const domain = client.email.slice(client.email.indexOf('@') + 1)
    const passed = `Authentication-Results: mx.cloudflare.net; dmarc=pass header.from=${domain}`
    const to = await replyAddress(client)
    const start = performance.now()
    await deliverRaw(client.email, to, `${passed}\r\nFrom: <${client.email}>\r\n${body}`)
    const ms = performance.now() - start
    t.check(ms < MAX_MS, `${what}: ${Math.round(ms / 1000)} s`)
    t.check((await stranger.fetch('/api/health')).ok, `${what}: the portal does not answer`)
  }
})
