import type { LastingTab } from '../../../shell/e2e/lasting-tab.ts'
import type { World } from '../world.ts'
import { rows } from './rows.ts'
import { counted, OVERALL, type Tally } from './tally.ts'

/** A tab that was open from beginning to end, and whose it is. */
export interface Listener {
  userId: string
  tab: LastingTab
  /** Number of the last row of the outbox when it was opened. */
  since: number
}

/**
 * Each tab has heard every event of its user, once, in the order in which they were queued, under numbers that grow. A number may be
 * missing where an event was delivered twice, and dropped the second time.
 */
export async function checkLive(world: World, tally: Tally, listeners: readonly Listener[]): Promise<void> {
  for (const { userId, tab, since } of listeners) {
    const seqs = tab.events.map((e) => e.seq)
    const back = seqs.findIndex((seq, i) => i > 0 && seq <= (seqs[i - 1] ?? 0))
    tally.note(
      'numbers of live events',
      OVERALL,
      back < 0 ? undefined : `user ${userId}: ${seqs[back]} after ${seqs[back - 1]}`,
    )
    tally.note(
      'numbers of live events',
      OVERALL,
      tab.resets === 0 ? undefined : `user ${userId}: told to fetch everything ${tab.resets} times`,
    )
    const queued = await rows<{ id: string }>(
      world,
      `SELECT id FROM outbox WHERE kind = 'event' AND recipient = ? AND seq > ? ORDER BY seq`,
      `user:${userId}`,
      since,
    )
    const heard = counted(tab.events.map((e) => e.id))
    for (const { id } of queued) {
      const times = heard.get(id) ?? 0
      tally.note('live events', OVERALL, times === 1 ? undefined : `user ${userId}: event ${id} heard ${times} times`)
    }
    const order = tab.events.map((e) => e.id)
    const amiss = queued.findIndex(({ id }, i) => order[i] !== id)
    tally.note(
      'order of live events',
      OVERALL,
      amiss < 0 ? undefined : `user ${userId}: ${order[amiss]} instead of ${queued[amiss]?.id}`,
    )
    checkActs(world, tally, userId, tab)
  }
}

/** What was acknowledged has been heard by everybody whom it concerns. */
function checkActs({ ledger }: World, tally: Tally, userId: string, tab: LastingTab): void {
  const messages = new Set(tab.events.filter((e) => e.type === 'chat.message').map((e) => e.ids.message_id))
  const threads = new Set(tab.events.map((e) => e.ids.thread_id))
  for (const message of ledger.messages.values()) {
    if (!threads.has(message.threadId)) continue
    tally.note(
      'live messages',
      message,
      messages.has(message.id) ? undefined : `user ${userId} has not heard of message ${message.id}`,
    )
  }
  const changes = counted(tab.events.flatMap((e) => (e.type === 'section.changed' ? [e.ids.assignment_id ?? ''] : [])))
  for (const section of ledger.sections.values()) {
    if (section.bookkeeperId !== userId && section.clientUserId !== userId) continue
    const [times, acts] = [changes.get(section.id) ?? 0, section.acts.length]
    tally.note(
      'live decisions',
      section,
      times === acts ? undefined : `user ${userId}: ${section.id} changed ${acts} times, heard ${times}`,
    )
  }
}
