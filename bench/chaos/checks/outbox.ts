import type { Act, SectionPromise } from '../ledger.ts'
import type { World } from '../world.ts'
import { rows } from './rows.ts'
import { counted, OVERALL, type Tally } from './tally.ts'

/** What had to follow: notifications, mails at the provider, webhooks at their receivers. */

interface Mail {
  to: string[]
  text: string
}

/** Whatever waited has gone out; nothing was given up. */
export async function checkOutbox(world: World, tally: Tally): Promise<void> {
  const open = await rows<{ kind: string; n: number; error: string | null }>(
    world,
    `SELECT kind, count(*) AS n, max(last_error) AS error FROM outbox WHERE done_at IS NULL GROUP BY kind`,
  )
  const problem = open.map(({ kind, n, error }) => `${n} × ${kind} not delivered (${error ?? 'not tried'})`).join(', ')
  tally.note('outbox', OVERALL, problem || undefined)
  const [digests] = await rows<{ n: number }>(world, 'SELECT count(*) AS n FROM mail_digests')
  tally.note('outbox', OVERALL, digests?.n ? `${digests.n} mails are still being collected` : undefined)
}

/** Each mail that was queued has reached the provider, always as the same; each rejection is told in one of them, each invitation once. */
export async function checkMails(world: World, tally: Tally): Promise<void> {
  const taken = world.stand.mail.got.filter((m) => m.taken)
  const byId = Map.groupBy(taken, (m) => m.id)
  for (const { id } of await rows<{ id: string }>(world, `SELECT id FROM outbox WHERE kind = 'mail'`)) {
    const bodies = new Set((byId.get(id) ?? []).map((m) => m.body))
    tally.note(
      'mails',
      OVERALL,
      bodies.size === 1 ? undefined : `mail ${id}: ${bodies.size === 0 ? 'never came' : 'came as different ones'}`,
    )
  }
  const mails = [...byId.values()].flatMap(([first]) => (first ? [JSON.parse(first.body) as Mail] : []))
  for (const section of world.ledger.sections.values()) {
    for (const [i, act] of section.acts.entries()) {
      if (act.event !== 'rejected') continue
      const told = mails.reduce((n, m) => n + m.text.split(`Reason: ${act.text}`).length - 1, 0)
      // A digest describes the section as it is by then: a rejection that was answered in the meantime is left out.
      const isLast = i === section.acts.length - 1
      const isRight = told === 1 || (told === 0 && !isLast)
      tally.note('mails of rejections', act, isRight ? undefined : `${act.text}: told ${told} times`)
    }
  }
  for (const [email, promise] of world.ledger.clients) {
    const told = mails.filter((m) => m.to.includes(email) && m.text.includes('/client-setup?token=')).length
    tally.note('invitations', promise, told === 1 ? undefined : `${email}: invited ${told} times`)
  }
}

const TITLES = {
  submitted: 'Section submitted',
  approved: 'Section approved',
  rejected: 'Section rejected',
  undone: 'Approval undone',
}

/** Everything that happened to a section has its notification, once. */
export async function checkNotifications(world: World, tally: Tally): Promise<void> {
  const sql = 'SELECT title, workform_id, section_name, message FROM book_client_notifications WHERE client_id = ?'
  for (const { clients } of world.bookkeepers) {
    for (const client of clients) {
      const stored = await rows<{ title: string; workform_id: string; section_name: string; message: string }>(
        world,
        sql,
        client.id,
      )
      const counts = counted(stored.map((n) => `${n.title}|${n.workform_id}|${n.section_name}`))
      for (const section of world.ledger.sections.values()) {
        if (section.clientId === client.id)
          noteCounts(tally, 'notifications', section, (act) => countOf(counts, section, TITLES[act]))
      }
    }
  }
}

const countOf = (counts: Map<string, number>, section: SectionPromise, what: string): number =>
  counts.get(`${what}|${section.workformId}|${section.name}`) ?? 0

/** As often as something has happened to a section, so often it was told. */
function noteCounts(
  tally: Tally,
  check: string,
  section: SectionPromise,
  told: (event: Act['event']) => number | undefined,
): void {
  for (const event of ['submitted', 'approved', 'rejected', 'undone'] as const) {
    const acts = section.acts.filter((a) => a.event === event)
    const times = told(event)
    if (times === undefined) continue
    for (const [i, act] of acts.entries())
      tally.note(check, act, i < times ? undefined : `${section.id}: ${event} told ${times} times of ${acts.length}`)
    if (times > acts.length)
      tally.note(check, section, `${section.id}: ${event} told ${times} times instead of ${acts.length}`)
  }
}

const WEBHOOKS = { submitted: 'submit', approved: 'approved', rejected: 'reject', undone: undefined }

/** Every delivery has reached its receiver, in the order in which it was queued; what happened to a section was told as often. */
export async function checkWebhooks(
  world: World,
  tally: Tally,
  hooks: ReadonlyMap<string, { got: readonly Heard[] }>,
): Promise<void> {
  for (const [bookkeeperId, { got }] of hooks) {
    const sql = 'SELECT id, state, tries FROM webhook_deliveries WHERE bookkeeper_id = ? ORDER BY seq'
    const queued = await rows<{ id: string; state: string; tries: number }>(world, sql, bookkeeperId)
    const taken = new Set(got.filter((g) => g.taken).map((g) => g.id))
    for (const { id, state } of queued) {
      const problem =
        state === 'delivered' && taken.has(id)
          ? undefined
          : `delivery ${id}: ${state}, ${taken.has(id) ? '' : 'not '}taken`
      tally.note('webhooks', OVERALL, problem)
    }
    // A delivery that failed is retried by itself, and may come behind newer ones.
    const atOnce = new Set(queued.filter((q) => q.tries <= 1).map((q) => q.id))
    const arrived = [...new Set(got.map((g) => g.id))].filter((id) => atOnce.has(id))
    const order = queued.map((q) => q.id).filter((id) => atOnce.has(id) && arrived.includes(id))
    const amiss = order.findIndex((id, i) => id !== arrived[i])
    tally.note(
      'order of webhooks',
      OVERALL,
      amiss < 0 ? undefined : `bookkeeper ${bookkeeperId}: delivery ${order[amiss]} came out of turn`,
    )
    const first = new Map(got.map((g) => [g.id, JSON.parse(g.body) as Record<string, string>]))
    const counts = counted([...first.values()].map((b) => `${b['event']}|${b['workformId']}|${b['sectionName']}`))
    for (const section of world.ledger.sections.values()) {
      if (section.bookkeeperId !== bookkeeperId) continue
      noteCounts(tally, 'webhooks of sections', section, (event) => {
        const name = WEBHOOKS[event]
        return name === undefined ? undefined : countOf(counts, section, name)
      })
    }
  }
}

interface Heard {
  id: string
  body: string
  taken: boolean
}
