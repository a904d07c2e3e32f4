import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { LastingTab } from './lasting-tab.ts'
import { startPortal } from './portal.ts'
import { descendants } from './processes.ts'
import { newBookkeeper, newClient, type Person } from './users.ts'

/** Kills the portal while 200 tabs are connected. */

const TABS = 200
const MESSAGES = 60

/** Repeats a message with the same id until it is acknowledged, as the chat does. */
async function write(person: Person, thread: string, id: string): Promise<void> {
  const post = () => person.request('POST', `/chat/threads/${thread}/messages`, { id, message: `Message ${id}` })
  await expect(post).toPass({ intervals: [200], timeout: 120_000 })
}

test('delivers every message once and in order to 200 tabs when the portal is killed', async () => {
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
  const messageIdsOf = (tab: LastingTab): string[] =>
    tab.events.filter((e) => e.type === 'chat.message').map((e) => e.ids.message_id ?? '')
  for (const tab of tabs) tab.connect()
  await expect.poll(() => tabs.filter((t) => t.isLive).length, { timeout: 60_000 }).toBe(TABS)

  const ids = Array.from({ length: MESSAGES }, () => randomUUID())
  let killed: Promise<unknown> | undefined
  for (const [i, id] of ids.entries()) {
    // Kills the portal while the next message is being sent.
    if (i === MESSAGES / 2) {
      const exited = new Promise((resolve) => first.process.once('exit', resolve))
      const pids = [first.process.pid ?? 0, ...descendants(first.process.pid ?? 0)]
      killed = exited.then(() => startPortal(first.data, Number(new URL(first.url).port)))
      setTimeout(() => pids.forEach((pid) => process.kill(pid, 'SIGKILL')), 5)
    }
    await write(i % 3 ? bookkeeper : client, thread?.id ?? '', id)
  }
  const second = (await killed) as Awaited<ReturnType<typeof startPortal>>
  await expect.poll(() => tabs.filter((t) => t.connections > 1 && t.isLive).length, { timeout: 60_000 }).toBe(TABS)
  await expect.poll(() => tabs.filter((t) => messageIdsOf(t).length >= MESSAGES).length, { timeout: 60_000 }).toBe(TABS)
  for (const tab of tabs) {
    expect(messageIdsOf(tab)).toEqual(ids)
    expect(tab.resets).toBe(0)
  }
  for (const tab of tabs) tab.end()
  await second.stop()
  rmSync(first.data, { recursive: true, force: true })
})
