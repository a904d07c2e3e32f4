import { expect } from 'vitest'
import { mailsTo, newBookkeeper, newClient, portalUrl, type SentMail, type TestClient } from './portal.ts'
import { delivered } from './sections.ts'
import { until } from './until.ts'
import { change, get, rows, send } from './work.ts'

let anyClient: Promise<TestClient> | undefined

/** Sends a chat message as the client or the bookkeeper. @returns the id of the message */
export async function say(who: Pick<TestClient, 'fetch'>, text: string, clientId?: string): Promise<string> {
  const threads = (await (await who.fetch(`/api/chat/threads${clientId ? `?client=${clientId}` : ''}`)).json()) as {
    items: { id: string }[]
  }
  const response = await who.fetch(`/api/chat/threads/${threads.items[0]?.id}/messages`, {
    method: 'POST',
    body: JSON.stringify({ message: text }),
    headers: { 'content-type': 'application/json' },
  })
  expect(response.status).toBe(201)
  return ((await response.json()) as { id: string }).id
}

/** A time zone in which it is noon, so that no day ends during a test. */
export const NOON = `Etc/GMT${new Date().getUTCHours() >= 12 ? '+' : '-'}${Math.abs(12 - new Date().getUTCHours())}`

/** Marks the chat as read by a client. */
export async function markRead(client: TestClient): Promise<void> {
  const { items } = await get<{ items: { id: string; last_seq: number }[] }>(client, '/api/chat/threads')
  const path = `/api/chat/threads/${items[0]?.id}/read`
  expect((await send(client, 'POST', path, { seq: items[0]?.last_seq })).ok).toBe(true)
}

/** Makes the dispatcher run due work. */
export async function triggerDueWork(): Promise<void> {
  // Any message does.
  anyClient ??= newBookkeeper().then((bookkeeper) => newClient(bookkeeper))
  await say(await anyClient, 'trigger')
}

/** Makes it the next day for the clients with an address: there was no mail yet. */
export const newDay = (address: string): Promise<unknown> =>
  change(
    `UPDATE agent_clients SET routine_mail_at = NULL
     WHERE client_id IN (SELECT id FROM book_clients WHERE email = ?)`,
    address,
  )

/**
 * Makes the digests of an address due on the next day, and waits until they are sent.
 * @returns all mails to the address, newest first
 */
export async function afterPause(address: string): Promise<SentMail[]> {
  await newDay(address)
  return sameDay(address)
}

/**
 * Makes the digests of an address due and waits until they are sent or wait for the next day.
 * @returns all mails to the address, newest first
 */
export async function sameDay(address: string): Promise<SentMail[]> {
  const past = new Date(Date.now() - 1).toISOString()
  await change('UPDATE mail_digests SET due_at = ? WHERE address = ?', past, address)
  await triggerDueWork()
  await until('the digests', async () => {
    const waiting = await rows('SELECT 1 FROM mail_digests WHERE address = ? AND due_at <= ?', address, past)
    return waiting.length === 0 ? true : undefined
  })
  await delivered('recipient = ?', `mail:${address}`)
  return mailsTo(address)
}

/** Switches a kind of mail on or off. */
export const switchMail = (who: Pick<TestClient, 'fetch'>, kind: string, on: boolean): Promise<Response> =>
  send(who as TestClient, 'PUT', '/api/mail/settings', { kind, on })

/** Returns the link in the header of a mail that unsubscribes from it. */
export const unsubscribe = (mail: SentMail | undefined): URL =>
  new URL((mail as { unsubscribe?: string } | undefined)?.unsubscribe?.slice(1, -1) ?? expect.fail('no link'))

/** Unsubscribes like a mail client (RFC 8058). */
export const oneClick = (link: URL): Promise<Response> =>
  fetch(new URL(link.pathname + link.search, portalUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
    redirect: 'error',
  })
