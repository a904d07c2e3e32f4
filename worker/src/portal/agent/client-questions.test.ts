import type { ChatMessage, ChatThread } from '@portal/contract/chat'
import { expect, it } from 'vitest'
import { good } from '../../testing/accounts.ts'
import { at, newAssignment, reminders, runAt, timeline } from '../../testing/follow-ups.ts'
import type { Caller } from '../../testing/portal.ts'
import { decide, flag, sendBack, submit } from '../../testing/sections.ts'
import { change, get, rows, send } from '../../testing/work.ts'

/** Reminders while a client does not understand a question. */

/** Assigns a workform with two sections to a client, who can ask about the question of either. */
async function newQuestions() {
  const { b, c, sections } = await newAssignment()
  const [first, second] = sections.map(({ id }) => id)
  if (!first || !second) throw new Error('no sections')
  const thread = (await get<{ items: ChatThread[] }>(c, '/api/chat/threads')).items[0]?.id ?? ''
  const say = (who: Caller, body: Record<string, unknown>) =>
    good<ChatMessage>(send(who, 'POST', `/api/chat/threads/${thread}/messages`, { message: 'Well', ...body }))
  const ask = (about: string, field_id: string) => say(c, { about, field_id, awaits_answer: true })
  /** The bookkeeper reads everything, some days before the simulated reminders. */
  const read = async () => {
    await good(send(b, 'POST', `/api/chat/threads/${thread}/read`, { seq: 100 }))
  }
  return { b, c, first, second, thread, say, ask, read }
}

it('does not ask for a section until the bookkeeper has answered the question, and then continues', async () => {
  const { b, c, first, say, ask, read } = await newQuestions()
  await ask(first, 'a')
  await read()
  const [assignment] = (await timeline(b, c.clientId)).assignments
  expect(assignment?.open_questions).toMatchObject([{ section_name: 'First' }])
  await runAt(b, at(-7))
  expect(await reminders(c.clientId)).toMatchObject([{ message: expect.stringContaining('Second') as string }])
  expect((await reminders(c.clientId))[0]?.message).not.toContain('First')
  await say(b, { message: 'The account number.' })
  expect((await timeline(b, c.clientId)).assignments[0]?.open_questions).toEqual([])
  await runAt(b, at(-3))
  expect((await reminders(c.clientId)).at(-1)?.message).toContain('First')
})

it('sends nothing while there are questions about all open sections, and offers no reminder', async () => {
  const { b, c, first, second, ask, say, read } = await newQuestions()
  await ask(first, 'a')
  await ask(second, 'b')
  await read()
  expect((await timeline(b, c.clientId)).upcoming).toEqual([])
  for (const days of [-7, -3, 0, 1, 4]) await runAt(b, at(days))
  expect(await reminders(c.clientId)).toEqual([])
  expect(await get(b, `/api/follow-ups/clients/${c.clientId}/reminder`)).toMatchObject({ caution: 'on_hold' })
  await say(b, { about: second, field_id: 'b', message: 'Your tax number.' })
  // An answer counts as reading, so that no reminder follows on the same day.
  const [row] = await rows<{ messages_read_at: string }>(
    'SELECT messages_read_at FROM agent_clients WHERE client_id = ?',
    c.clientId,
  )
  expect(Date.parse(row?.messages_read_at ?? '')).toBeGreaterThan(Date.now() - 60_000)
  await runAt(b, at(7))
  expect(await reminders(c.clientId)).toMatchObject([{ message: expect.stringContaining('Second') as string }])
})

it('continues when the client deletes the question', async () => {
  const { b, c, first, second, thread, ask } = await newQuestions()
  const asked = [await ask(first, 'a'), await ask(second, 'b')]
  for (const { id } of asked) await good(c.fetch(`/api/chat/threads/${thread}/messages/${id}`, { method: 'DELETE' }))
  await runAt(b, at(-7))
  expect(await reminders(c.clientId)).toHaveLength(1)
})

it.each([
  [
    'rejects the section',
    (b: Caller, id: string, version: number) =>
      decide(b, 'reject', id, { version, reason: 'The account number, please.' }),
  ],
  [
    'sends the answer back',
    (b: Caller, id: string, version: number) =>
      sendBack(b, id, version, [flag('a', 'other', 'The account number, please.')]),
  ],
])('continues when the bookkeeper %s, which answers the question', async (_, sendsBack) => {
  const { b, c, first, second, thread, ask, read } = await newQuestions()
  await ask(first, 'a')
  await read()
  for (const [id, field] of [
    [first, 'a'],
    [second, 'b'],
  ] as const)
    await good(submit(c, id, { [field]: 'An answer' }))
  const [row] = await rows<{ version: number }>('SELECT version FROM book_client_workforms WHERE id = ?', first)
  await good(sendsBack(b, first, row?.version ?? 0))
  expect(await rows('SELECT 1 FROM chat_messages WHERE awaits_answer = 1 AND thread_id = ?', thread)).toEqual([])
  await change('UPDATE agent_clients SET messages_read_at = NULL WHERE client_id = ?', c.clientId)
  await runAt(b, at(-7))
  expect(await reminders(c.clientId)).toMatchObject([{ message: expect.stringContaining('First') as string }])
})

it('leads to the first section without an open question', async () => {
  const { b, c, first, second, thread, ask, read } = await newQuestions()
  await ask(first, 'a')
  await read()
  await runAt(b, at(-7))
  const { items } = await get<{ items: ChatMessage[] }>(c, `/api/chat/threads/${thread}/messages`)
  expect(items.at(-1)).toMatchObject({ sender: 'system', about: { assignment_id: second } })
})
