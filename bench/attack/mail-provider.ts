import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A mail as a provider receives it over its API. */
interface SentMail {
  id: string
  to: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  sentAt: string
}

/** A mail provider on loopback that speaks Resend's API and shows what it was handed. */
export interface MailProvider {
  /** Where the portal sends mails. */
  url: string
  /** Where the helpers of the tests read them, newest first. */
  mailboxUrl: string
  stop(): Promise<void>
}

/** Starts a mail provider. A mail that is sent again under its idempotency key is kept once, as Resend does. */
export async function startMailProvider(): Promise<MailProvider> {
  const mails = new Map<string, SentMail>()
  const server = createServer(async (request, response) => {
    const answer = (value: unknown): void =>
      void response.setHeader('content-type', 'application/json').end(JSON.stringify(value))
    if (request.method === 'GET') return answer([...mails.values()].toReversed())
    const id = String(request.headers['idempotency-key'])
    const { to, ...mail } = JSON.parse(await text(request)) as Omit<SentMail, 'to'> & { to: string[] }
    if (!mails.has(id)) mails.set(id, { ...mail, id, to: to[0] ?? '', sentAt: new Date().toISOString() })
    answer({ id })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `${url}/emails`,
    mailboxUrl: `${url}/mailbox.json`,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
