import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { LastingTab } from './lasting-tab.ts'
import { startPortal } from './portal.ts'
import { descendants } from './processes.ts'
import { newBookkeeper, newClient, type Person } from './work.ts'

/** Two hundred connected tabs, and the portal killed under them. */

const TABS = 200
const MESSAGES = 60

/** Writes a message until it is acknowledged, as the outbox of the chat does: under one id, however often. */
async function write(person: Person, thread: string, id: string): Promise<void> {
  const post = () => person.request('POST', `/chat/threads/${thread}/messages`, { id, message: `Message ${id}` })
  await expect(post).toPass({ intervals: [200], timeout: 120_000 })
}

test('200 tabs lose nothing when the portal is killed under them: all come back, everything arrives in order and once', async () => {
  test.setTimeout(240_000)
  const first = await startPortal()
  const bookkeeper = await newBookkeeper(first.url)
  const client = await newClient(first.url, bookkeeper, 'Payroll setup', [
    { id: 'bank', name: 'Bank name', section: 'Bank' },
  ])
  const [thread] = (await client.request<{ items: { id: string }[] }>('GET', '/chat/threads')).items
  const tabs = Array.from(
    { length: TABS },
    (_, i) => new LastingTab(first.url, () => (i % 2 ? bookkeeper : client).session.access_token),
  )
  const heardBy = (tab: LastingTab): string[] =>
    tab.events.filter((e) => e.type === 'chat.message').map((e) => e.ids.message_id ?? '')
  for (const tab of tabs) tab.connect()
  await expect.poll(() => tabs.filter((t) => t.isLive).length, { timeout: 60_000 }).toBe(TABS)

  const ids = Array.from({ length: MESSAGES }, () => randomUUID())
  let killed: Promise<unknown> | undefined
  for (const [i, id] of ids.entries()) {
    // In the middle of it, while the next message is under way.
    if (i === MESSAGES / 2) {
      const gone = new Promise((resolve) => first.process.once('exit', resolve))
      const pids = [first.process.pid ?? 0, ...descendants(first.process.pid ?? 0)]
      killed = gone.then(() => startPortal(first.data, Number(new URL(first.url).port)))
      setTimeout(() => pids.forEach((pid) => process.kill(pid, 'SIGKILL')), 5)
    }
    await write(i % 3 ? bookkeeper : client, thread?.id ?? '', id)
  }
  const second = (await killed) as Awaited<ReturnType<typeof startPortal>>
  await expect.poll(() => tabs.filter((t) => t.lines > 1 && t.isLive).length, { timeout: 60_000 }).toBe(TABS)
  await expect.poll(() => tabs.filter((t) => heardBy(t).length >= MESSAGES).length, { timeout: 60_000 }).toBe(TABS)
  for (const tab of tabs) {
    expect(heardBy(tab)).toEqual(ids)
    expect(tab.resets).toBe(0)
  }
  for (const tab of tabs) tab.end()
  await second.stop()
  rmSync(first.data, { recursive: true, force: true })
})
