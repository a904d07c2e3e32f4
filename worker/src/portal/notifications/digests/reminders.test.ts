import { expect, it } from 'vitest'
import { good } from '../../../testing/accounts.ts'
import { markRead, newDay, NOON, sameDay, say, switchMail } from '../../../testing/digests.ts'
import { at, DUE, newAssignment, reminders, runAt, timeline } from '../../../testing/follow-ups.ts'
import { archive } from '../../../testing/one-tap.ts'
import { mailsTo, portalUrl, type SentMail, type TestClient } from '../../../testing/portal.ts'
import { decided, submit } from '../../../testing/sections.ts'
import { openTab } from '../../../testing/tab.ts'
import { until } from '../../../testing/until.ts'
import { assigned, change, newWorkform, rows } from '../../../testing/work.ts'

const newest = (client: TestClient, count: number): Promise<SentMail> =>
  until('the mail', async () => {
    const mails = await mailsTo(client.email)
    return mails.length >= count ? mails[0] : undefined
  })
const waiting = ({ email }: TestClient) =>
  rows('SELECT kind FROM mail_digests WHERE address = ? AND kind = ?', email, 'reminders')
/** Hides a section of a client, or all, as a withdrawal does. */
const hide = (c: TestClient, id = '%') =>
  change("UPDATE book_client_workforms SET hidden_by = 'assignment' WHERE client_id = ? AND id LIKE ?", c.clientId, id)

/** A client who is online when the reminder is due. */
async function remindedOnline() {
  const work = await newAssignment()
  const tab = openTab(work.c.token)
  await tab.ready()
  await runAt(work.b, at(-7))
  expect(await sameDay(work.c.email)).toEqual([])
  expect(await waiting(work.c)).toHaveLength(1)
  return { ...work, leave: () => tab.close() }
}

it('is one mail with what waits, and the mail of that day', async () => {
  const { b, c, sections } = await newAssignment()
  const [first] = (await timeline(b, c.clientId)).upcoming
  await say(b, 'By the way', c.clientId)
  await runAt(b, at(-7))
  const mail = await newest(c, 1)
  expect(mail.subject).toBe(first?.subject)
  const [text = '', news = ''] = mail.text.split('What’s new:')
  expect(text).toContain(first?.text.split('\n\n')[0])
  expect(news).toContain('has assigned "Payroll" to you')
  expect(news).toContain('New message from Bea Bookkeeper: By the way')
  expect(mail.text).toContain(`/client-dashboard?section=${sections[0]?.id}`)
  expect(mail.text).toContain('?promise=')
  await assigned(b, await newWorkform(b), [c.clientId], DUE)
  expect(await sameDay(c.email)).toHaveLength(1)
  await newDay(c.email)
  expect(await sameDay(c.email)).toHaveLength(2)
})

it('does not take along a kind that is switched off, and its link switches off reminders', async () => {
  const { b, c } = await newAssignment()
  await good(switchMail(c, 'assigned', false))
  await runAt(b, at(-7))
  const mail = await newest(c, 1)
  expect(mail.text).not.toContain('has assigned')
  const search = /\?token=\S+/.exec(mail.text)?.[0] ?? ''
  const { kinds } = await good<{ kinds: string[] }>(fetch(new URL(`/api/mail/link${search}`, portalUrl)))
  expect(kinds).toContain('reminders')
})

it('is not part of the news when reminders are switched off', async () => {
  const { b, c } = await newAssignment()
  await good(switchMail(c, 'reminders', false))
  await runAt(b, at(-7))
  const mail = await until('the mail', async () => (await sameDay(c.email))[0])
  expect(mail.text).toContain('has assigned "Payroll" to you')
  expect(mail.text).not.toContain('?promise=')
})

it('goes out after a mail of the same day', async () => {
  const { b, c } = await newAssignment()
  expect(await sameDay(c.email)).toHaveLength(1)
  await runAt(b, at(-7))
  expect((await newest(c, 2)).text).toContain('?promise=')
})

it('is what news wait for that come earlier on its day', async () => {
  const { b, c } = await newAssignment()
  const soon = new Date(Date.now() + 60_000)
  await change('UPDATE profiles SET time_zone = ? WHERE id = ?', NOON, c.userId)
  await runAt(b, at(-8))
  // As if the agent had planned its next reminder for today. It does not plan again before that.
  await change("UPDATE agent_clients SET next_at = '9999' WHERE client_id = ?", c.clientId)
  await change(
    `UPDATE follow_ups SET at = ? WHERE id =
      (SELECT id FROM follow_ups WHERE client_id = ? AND kind = 'message' ORDER BY day LIMIT 1)`,
    soon.toISOString(),
    c.clientId,
  )
  expect(await sameDay(c.email)).toEqual([])
  const [row] = await rows<{ due_at: string }>('SELECT due_at FROM mail_digests WHERE address = ?', c.email)
  expect(Date.parse(row?.due_at ?? '')).toBe(soon.getTime() + 15 * 60_000)
  await good(switchMail(c, 'reminders', false))
  expect(await sameDay(c.email)).toHaveLength(1)
})

type Work = Awaited<ReturnType<typeof remindedOnline>>

it.each<[string, (work: Work) => Promise<unknown>]>([
  ['read it in the chat', ({ c }) => markRead(c)],
  [
    'read it in the bell',
    ({ c }) => change('UPDATE book_client_notifications SET is_read = 1 WHERE client_id = ?', c.clientId),
  ],
  ['submitted some of it', async ({ c, sections }) => good(submit(c, sections[0]?.id ?? '', { a: 'Done' }))],
  ['nothing left of it, because it was withdrawn', ({ c }) => hide(c)],
  [
    'a chat from which it was deleted',
    ({ c }) =>
      change(
        `UPDATE chat_messages SET deleted_at = created_at
         WHERE sender = 'system' AND thread_id IN (SELECT id FROM chat_threads WHERE client_id = ?)`,
        c.clientId,
      ),
  ],
  ['been archived', ({ b, c }) => archive(b, c.clientId, true)],
])('waits while the client is online, and is not mailed when they have %s', async (_, moot) => {
  const work = await remindedOnline()
  const [reminder] = await reminders(work.c.clientId)
  const [first = ''] = reminder?.message.split('\n') ?? []
  expect(first).not.toBe('')
  await moot(work)
  await work.leave()
  await until('the end of the digest', async () => {
    await sameDay(work.c.email)
    return (await waiting(work.c)).length === 0 ? true : undefined
  })
  expect((await mailsTo(work.c.email)).filter((m) => m.text.includes(first))).toEqual([])
})

it('is mailed when the client goes away without reading it, and about what is left after a withdrawal', async () => {
  const { b, c, sections, leave } = await remindedOnline()
  const other = await newWorkform(b)
  await assigned(b, other, [c.clientId], DUE)
  await hide(c, sections[0]?.id)
  await leave()
  const mail = await until('the mail', async () => (await sameDay(c.email))[0])
  expect(mail.text).toContain('?promise=')
  expect(mail.text).toContain(other.name)
  expect(mail.text).toContain(`?section=${sections[1]?.id}`)
})

it('is mailed after a decision on another section', async () => {
  const { b, c, sections } = await newAssignment()
  const id = sections[0]?.id ?? ''
  await good(submit(c, id, { a: 'Done' }))
  await decided(b, 'approve', id, { version: 1 })
  await runAt(b, at(-7))
  const mail = await newest(c, 1)
  expect(mail.text).toContain('"First" of "Payroll" has been approved.')
  expect(mail.text).toContain('?promise=')
})
