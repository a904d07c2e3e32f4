import { query } from '../portal.ts'
import type { Tally } from '../report.ts'
import type { Scenario } from '../scenario.ts'
import type { Actual } from './stored.ts'

/** Returns how often each text occurs. */
function countEach(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

/** Matches the reason of a rejection. */
const REASONS = /(?<=Reason: )rejected [\da-f-]+/g

/** Checks that each mail reached the provider, with the same content each time. Reads rejections and invitations. */
export async function* readMails({ portal, promises }: Scenario, tally: Tally): AsyncGenerator<Actual> {
  const accepted = portal.mail.requests.filter((mail) => mail.isAccepted)
  const bodies = Map.groupBy(accepted, (mail) => mail.id)
  for (const { id } of await query<{ id: string }>(portal, `SELECT id FROM outbox WHERE kind = 'mail'`))
    tally.expect('mails', `versions of mail ${id}`, new Set(bodies.get(id)?.map((mail) => mail.body)).size, 1)
  const mails = [...bodies.values()].map(([first]) => JSON.parse(first?.body ?? '') as { to: string[]; text: string })
  const reasons = countEach(mails.flatMap((mail) => mail.text.match(REASONS) ?? []))
  for (const [key, { value }] of promises.of('rejection mails')) {
    const number = reasons.get(key) ?? 0
    yield { check: 'rejection mails', key, value: value === 'at most 1' && number < 2 ? value : number }
  }
  const invited = mails.filter((mail) => mail.text.includes('/client-setup?token=')).flatMap((mail) => mail.to)
  for (const [key, value] of countEach(invited)) yield { check: 'invitations', key, value }
}

/** Checks that each webhook reached its receiver, in order. Reads the events of sections. */
export async function* readWebhooks({ portal }: Scenario, tally: Tally): AsyncGenerator<Actual> {
  for (const [bookkeeperId, { requests }] of portal.webhooks) {
    const sql = `SELECT d.id, d.state, o.tries FROM webhook_deliveries d JOIN outbox o ON o.id = d.id
      WHERE d.bookkeeper_id = ? ORDER BY d.seq`
    const deliveries = await query<{ id: string; state: string; tries: number }>(portal, sql, bookkeeperId)
    const accepted = new Set(requests.filter((webhook) => webhook.isAccepted).map((webhook) => webhook.id))
    for (const { id, state } of deliveries) {
      const actual = { state, isAccepted: accepted.has(id) }
      tally.expect('webhooks', `webhook ${id}`, actual, { state: 'delivered', isAccepted: true })
    }
    const received = new Map(requests.map(({ id, body }) => [id, JSON.parse(body) as Record<string, string>]))
    // A retried delivery may come after newer ones, also when the first attempt ended before anything was sent.
    const sent = deliveries.filter(({ id, tries }) => tries <= 1 && received.has(id)).map(({ id }) => id)
    const arrived = [...received.keys()].filter((id) => sent.includes(id))
    const misplaced = sent.find((id, i) => arrived[i] !== id)
    tally.expect('webhook order', `first misplaced webhook of bookkeeper ${bookkeeperId}`, misplaced, undefined)
    const ofSections = [...received.values()].filter((body) => body['sectionName'])
    const keys = ofSections.map((b) => `${b['event']} ${b['clientId']} ${b['workformId']} ${b['sectionName']}`)
    for (const [key, value] of countEach(keys)) yield { check: 'section webhooks', key, value }
  }
}

/**
 * Checks that each tab received every event of its user once, in order, with increasing numbers. A number may be
 * missing, because a duplicate is dropped after it was numbered.
 */
export async function checkTabs({ portal, tabs, tabsOpenedAfter }: Scenario, tally: Tally): Promise<void> {
  const sql = `SELECT id FROM outbox WHERE kind = 'event' AND recipient = ? AND seq > ? ORDER BY seq`
  for (const { user, connection } of tabs) {
    const { events, resets } = connection
    const increases = events.every(({ seq }, i) => i === 0 || seq > (events[i - 1]?.seq ?? 0))
    tally.expect('live event numbers', user.email, { increases, resets }, { increases: true, resets: 0 })
    const sent = await query<{ id: string }>(portal, sql, `user:${user.id}`, tabsOpenedAfter)
    const counts = countEach(events.map((event) => event.id))
    for (const { id } of sent) tally.expect('live events', `event ${id} for ${user.email}`, counts.get(id), 1)
    const misplaced = sent.find(({ id }, i) => events[i]?.id !== id)
    tally.expect('live event order', `first misplaced event for ${user.email}`, misplaced?.id, undefined)
  }
}
