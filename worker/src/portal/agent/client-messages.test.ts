import type { ChatMessagesPage, ChatThread } from '@portal/contract/chat'
import type { FollowUpsPage } from '@portal/contract/agent'
import type { Notifications } from '@portal/contract/notifications'
import { expect, it } from 'vitest'
import { good, refused } from '../../testing/accounts.ts'
import { at, DUE, newAssignment, reminders, runAt, timeline } from '../../testing/follow-ups.ts'
import { mailsTo, newBookkeeper, type TestBookkeeper, type TestClient } from '../../testing/portal.ts'
import { submit } from '../../testing/sections.ts'
import { assigned, change, createdClient, get, newWorkform, rows, send } from '../../testing/work.ts'

const threadOf = async (who: TestBookkeeper | TestClient, clientId: string): Promise<ChatThread> => {
  const { items } = await get<{ items: ChatThread[] }>(who, '/api/chat/threads')
  const thread = items.find((t) => t.client_id === clientId)
  if (!thread) throw new Error('no conversation')
  return thread
}
const writes = async (c: TestClient, message: string): Promise<void> => {
  await good(send(c, 'POST', `/api/chat/threads/${(await threadOf(c, c.clientId)).id}/messages`, { message }))
}
const reads = async (b: TestBookkeeper, c: TestClient): Promise<void> => {
  const { id, last_seq } = await threadOf(b, c.clientId)
  await good(send(b, 'POST', `/api/chat/threads/${id}/read`, { seq: last_seq }))
}
const bell = (b: TestBookkeeper): Promise<Notifications> => get(b, '/api/notifications')

it('holds reminders after a client’s message until the bookkeeper has read it, and on that day', async () => {
  const { b, c } = await newAssignment()
  await writes(c, 'I am in hospital, please stop reminding me.')
  const held = await timeline(b, c.clientId)
  expect(held.held_since).toBe(held.upcoming[0]?.held_since)
  expect(held.held_since).not.toBeNull()
  await runAt(b, at(-7))
  expect(await reminders(c.clientId)).toEqual([])
  expect((await get<FollowUpsPage>(b, '/api/follow-ups')).items[0]).toMatchObject({ held_since: held.held_since })
  expect((await bell(b)).items[0]).toMatchObject({ type: 'message', holds_reminders: true })
  // A mark in the bell is not a read message.
  await good(send(b, 'POST', '/api/notifications/read', { ids: [(await bell(b)).items[0]?.id] }))
  await runAt(b, at(-3))
  expect(await reminders(c.clientId)).toEqual([])
  await reads(b, c)
  expect((await timeline(b, c.clientId)).held_since).toBeNull()
  expect((await bell(b)).items[0]).toMatchObject({ holds_reminders: false })
  await change('UPDATE agent_clients SET messages_read_at = ? WHERE client_id = ?', at(0, '08:00'), c.clientId)
  await runAt(b, at(0))
  expect(await reminders(c.clientId)).toEqual([])
  await runAt(b, at(3))
  expect(await reminders(c.clientId)).toHaveLength(1)
})

it('resumes when the client deletes the message, and ignores messages of the bookkeeper', async () => {
  const { b, c } = await newAssignment()
  await writes(c, 'Sorry, wrong window')
  const { id } = await threadOf(c, c.clientId)
  const { items } = await get<ChatMessagesPage>(c, `/api/chat/threads/${id}/messages`)
  await good(c.fetch(`/api/chat/threads/${id}/messages/${items[0]?.id}`, { method: 'DELETE' }))
  await good(send(b, 'POST', `/api/chat/threads/${id}/messages`, { message: 'Hello' }))
  expect((await timeline(b, c.clientId)).held_since).toBeNull()
  await runAt(b, at(-7))
  expect(await reminders(c.clientId)).toHaveLength(1)
})

it('holds reminders to one client only, in one firm', async () => {
  const [one, other] = [await newAssignment(), await newAssignment()]
  await writes(one.c, 'Hello?')
  for (const { b } of [one, other]) await runAt(b, at(-7))
  expect(await reminders(one.c.clientId)).toEqual([])
  expect(await reminders(other.c.clientId)).toHaveLength(1)
})

it('leads straight to the first open section, by mail, in the chat and from the bell', async () => {
  const { b, c, sections } = await newAssignment()
  const [first, second] = sections
  await good(submit(c, first?.id ?? '', { a: 'Done' }))
  await runAt(b, at(-7))
  const find = async () => (await mailsTo(c.email)).find((m) => m.subject.startsWith('Reminder'))
  await expect.poll(find).toBeDefined()
  const mail = await find()
  expect(mail?.text).toContain(`/client-dashboard?section=${second?.id}`)
  expect(mail?.text).toContain('Still open: Second.')
  expect(mail).toMatchObject({ replyTo: expect.stringMatching(/^reply-[a-z2-7]{26}@replies\.localhost$/) as string })
  const { id } = await threadOf(c, c.clientId)
  const { items } = await get<ChatMessagesPage>(c, `/api/chat/threads/${id}/messages`)
  expect(items.at(-1)).toMatchObject({ sender: 'system', about: { assignment_id: second?.id, section_name: 'Second' } })
  expect((await get<Notifications>(c, '/api/notifications')).items[0]).toMatchObject({ assignment_id: second?.id })
})

it('shows an escalation in the bell that says what happened, until it is read', async () => {
  const { b, c, sections } = await newAssignment()
  for (const days of [-7, -3, 0]) await runAt(b, at(days))
  await good(submit(c, sections[0]?.id ?? '', { a: 'Done' }))
  await writes(c, 'The rest follows.')
  await reads(b, c)
  await change('UPDATE book_client_workforms SET submitted_at = ? WHERE id = ?', at(2), sections[0]?.id ?? '')
  await change(
    `UPDATE chat_messages SET created_at = ? WHERE sender = 'client'
     AND thread_id = (SELECT id FROM chat_threads WHERE client_id = ?)`,
    at(2),
    c.clientId,
  )
  for (let days = 1; days < 30; days++) await runAt(b, at(days))
  const { items } = await bell(b)
  const escalated = items.find((n) => n.is_escalation)
  expect(escalated).toMatchObject({ client_id: c.clientId, is_read: false })
  const [past] = (await timeline(b, c.clientId)).past
  expect(past).toMatchObject({ kind: 'escalation', subject: escalated?.message })
  for (const fact of [
    '5 of them after',
    'Still open: Second.',
    'since the first reminder: First.',
    'last wrote to you on',
  ])
    expect(past?.text).toContain(fact)
  await good(send(b, 'POST', '/api/notifications/read', { ids: [escalated?.id] }))
  expect((await bell(b)).items.find((n) => n.id === escalated?.id)).toMatchObject({ is_read: true })
  // Only the bookkeeper's own escalations can be marked.
  const stranger = await newBookkeeper()
  await good(send(stranger, 'POST', '/api/notifications/read', { ids: [escalated?.id] }))
  expect(await rows('SELECT 1 FROM notification_reads WHERE user_id = ?', stranger.userId)).toEqual([])
})

it('invites a client who never signed up again instead of reminding', async () => {
  const b = await newBookkeeper()
  const client = await createdClient(b, { name: 'Nora New' })
  const workform = await newWorkform(b, { name: 'Payroll' })
  await assigned(b, workform, [client.id], DUE)
  const plan = await timeline(b, client.id)
  expect(plan.signed_up).toBe(false)
  expect(plan.upcoming[0]).toMatchObject({ kind: 'message', is_invitation: true, state: 'planned' })
  const invitations = plan.upcoming.filter((f) => f.is_invitation)
  invitations.reduce((before, f) => {
    expect(f.subject).not.toBe(before.subject)
    return f
  })
  const days = `/api/follow-ups/clients/${client.id}/days`
  const [first, second] = plan.upcoming
  await refused(send(b, 'PUT', `${days}/${first?.day}`, { subject: 'Mine', text: 'Mine' }), 'stale')
  await good(send(b, 'PUT', `${days}/${second?.day}/skip`, { skipped: true }))
  for (const at7 of [at(-7), at(-3)]) await runAt(b, at7)
  const again = async () => (await mailsTo(client.email)).filter((m) => m.subject.startsWith('Reminder: '))
  await expect.poll(async () => (await again()).length).toBe(1)
  const [mail] = await again()
  expect(mail?.text).toContain('You have not signed up yet.')
  expect(mail?.text).toContain('"Payroll" is waiting for you there.')
  expect(mail?.text).toContain('Stop emails like this one')
  const token = /client-setup\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  const check = (sent: string) => send(b, 'POST', '/api/auth/invitation/check', { token: sent }, { authorization: '' })
  await good(check(token))
  expect(await reminders(client.id)).toEqual([])
  // The first link is void.
  const firstMail = (await mailsTo(client.email)).find((m) => !m.subject.startsWith('Reminder'))
  await refused(check(/token=([\w-]+)/.exec(firstMail?.text ?? '')?.[1] ?? ''), 'invalid_link')
})

it('plans no invitation for a client who was not invited, declined, or wants no reminders', async () => {
  const b = await newBookkeeper()
  const workform = await newWorkform(b)
  const clients = await Promise.all(['uninvited', 'declined', 'off'].map((name) => createdClient(b, { name })))
  await assigned(
    b,
    workform,
    clients.map((c) => c.id),
    DUE,
  )
  const [uninvited, declined, off] = clients
  await change('DELETE FROM book_invitations WHERE client_id = ?', uninvited?.id ?? '')
  await change("UPDATE book_client_auth SET declined_at = '2026-01-01' WHERE client_id = ?", declined?.id ?? '')
  const now = new Date().toISOString()
  await change("INSERT INTO mail_switches (address, kind, off_at) VALUES (?, 'reminders', ?)", off?.email ?? '', now)
  for (const { id } of clients) expect((await timeline(b, id)).upcoming).toEqual([])
})
