import type { PortalWorkforms } from '@portal/contract/client-portal'
import type { ChatMessage, ChatMessagesPage, ChatThread, SectionComments } from '@portal/contract/chat'
import { describe, expect, it } from 'vitest'
import { good, refused } from '../../testing/accounts.ts'
import { type Caller, newBookkeeper, newClient } from '../../testing/portal.ts'
import { newWork, type Work } from '../../testing/sections.ts'
import { expectEvent, get, send, trips } from '../../testing/work.ts'

/** Work with the conversation of its client. */
interface Talk extends Work {
  thread: string
}

async function newTalk(): Promise<Talk> {
  const work = await newWork()
  const { items } = await get<{ items: ChatThread[] }>(work.client, '/api/chat/threads')
  return { ...work, thread: items[0]?.id ?? '' }
}

const post = (who: Caller, thread: string, body: Record<string, unknown>) =>
  send(who, 'POST', `/api/chat/threads/${thread}/messages`, body)
/** Comments on a question of the first section. */
const comment = (who: Caller, { thread, first }: Talk, field_id: string, message: string, more = {}) =>
  good<ChatMessage>(post(who, thread, { message, about: first.id, field_id, ...more }))
const comments = (who: Caller, id: string) => get<SectionComments>(who, `/api/chat/sections/${id}/comments`)
const texts = ({ items }: SectionComments) => items.map((m) => `${m.about?.field_id}: ${m.message}`)

describe('comments', () => {
  it('are messages about a question, listed with their section in one round trip', async () => {
    const talk = await newTalk()
    const { bookkeeper, client, first, second, thread } = talk
    const sent = await comment(client, talk, 'size', 'With the branch?')
    expect(sent.about).toMatchObject({
      assignment_id: first.id,
      section_name: 'First',
      field_id: 'size',
      field_name: 'Company size',
    })
    await comment(bookkeeper, talk, 'size', 'Yes, please.')
    await comment(bookkeeper, talk, 'scan', 'All pages.')
    await good(post(client, thread, { message: 'About the section', about: first.id }))
    await good(post(client, thread, { message: 'Elsewhere', about: second.id, field_id: 'note' }))
    const response = await client.fetch(`/api/chat/sections/${first.id}/comments`)
    expect(trips(response)).toEqual({ reads: 1, writes: 0 })
    const listed = (await response.json()) as SectionComments
    expect(texts(listed)).toEqual(['size: With the branch?', 'size: Yes, please.', 'scan: All pages.'])
    expect(listed).toMatchObject({ thread_id: thread, client_id: client.clientId, unread: [2, 3] })
    expect(await comments(bookkeeper, first.id)).toMatchObject({ items: listed.items, unread: [1, 4, 5] })
    expect(texts(await comments(bookkeeper, second.id))).toEqual(['note: Elsewhere'])
    for (const { userId } of [bookkeeper, client]) await expectEvent(userId, 'chat.message', sent.id)
    const { items: listedWorkforms } = await get<PortalWorkforms>(client, '/api/portal/workforms')
    expect(listedWorkforms[0]?.sections.map((s) => [s.name, s.comments, s.new_comments])).toEqual([
      ['First', 3, 2],
      ['Second', 1, 0],
    ])
    const { items } = await get<ChatMessagesPage>(bookkeeper, `/api/chat/threads/${thread}/messages`)
    expect(items[0]).toEqual(sent)
  })

  it('are refused when the section or the question is not the client’s', async () => {
    const [talk, other] = [await newTalk(), await newTalk()]
    const { client, bookkeeper, thread, first } = talk
    const about = { message: 'Hello', about: first.id }
    await refused(post(client, thread, { ...about, field_id: 'nowhere' }), 'not_found')
    await refused(post(client, thread, { ...about, field_id: 'note' }), 'not_found')
    await refused(post(client, thread, { message: 'Hello', about: other.first.id, field_id: 'name' }), 'not_found')
    await refused(post(client, thread, { message: 'Hello', field_id: 'name' }), 'invalid_input')
    await refused(post(client, thread, { ...about, awaits_answer: true }), 'invalid_input')
    await comment(client, talk, 'name', 'Private')
    const strangers = [
      other.client,
      other.bookkeeper,
      await newBookkeeper(bookkeeper.firmId),
      await newClient(bookkeeper),
    ]
    for (const stranger of strangers)
      await refused(stranger.fetch(`/api/chat/sections/${first.id}/comments`), 'not_found')
  })

  it('are left out once they are deleted, and marked as read with the conversation', async () => {
    const talk = await newTalk()
    const { bookkeeper, client, first, thread } = talk
    const wrong = await comment(client, talk, 'name', 'Wrong window')
    await comment(client, talk, 'name', 'My maiden name?')
    await good(client.fetch(`/api/chat/threads/${thread}/messages/${wrong.id}`, { method: 'DELETE' }))
    expect(await comments(bookkeeper, first.id)).toMatchObject({ items: [{ seq: 2 }], unread: [2] })
    await good(send(bookkeeper, 'POST', `/api/chat/threads/${thread}/read`, { seq: 2 }))
    expect(await comments(bookkeeper, first.id)).toMatchObject({ items: [{ seq: 2 }], unread: [] })
  })
})

describe('questions that a client does not understand', () => {
  const ask = (talk: Talk, field: string) => comment(talk.client, talk, field, 'What is this?', { awaits_answer: true })
  const open = async ({ bookkeeper, first }: Talk) =>
    (await comments(bookkeeper, first.id)).items.filter((m) => m.awaits_answer).map((m) => m.about?.field_id)

  it('are answered by any message of the bookkeeper that is about nothing else', async () => {
    const talk = await newTalk()
    const { bookkeeper, client, first, second, thread } = talk
    for (const field of ['name', 'size']) expect(await ask(talk, field)).toMatchObject({ awaits_answer: true })
    await good(post(client, thread, { message: 'Hello?' }))
    await good(post(bookkeeper, thread, { message: 'Another section', about: second.id }))
    expect(await open(talk)).toEqual(['name', 'size'])
    await comment(bookkeeper, talk, 'size', 'The number of employees.')
    expect(await open(talk)).toEqual(['name'])
    await good(post(bookkeeper, thread, { message: 'This section', about: first.id }))
    expect(await open(talk)).toEqual([])
    await ask(talk, 'name')
    await good(post(bookkeeper, thread, { message: 'As in your passport.' }))
    expect(await open(talk)).toEqual([])
  })

  it('are asked by clients only', async () => {
    const talk = await newTalk()
    await comment(talk.bookkeeper, talk, 'name', 'What is this?', { awaits_answer: true })
    expect(await open(talk)).toEqual([])
  })
})
