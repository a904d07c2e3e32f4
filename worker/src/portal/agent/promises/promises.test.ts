import type { ClientFollowUps, FollowUpsPage } from '@portal/contract/agent'
import type { AcceptedPromise, ClientPromise } from '@portal/contract/promises'
import type { ChatMessage, ChatThread } from '@portal/contract/chat'
import { expect, it } from 'vitest'
import { good, refused } from '../../../testing/accounts.ts'
import { at, newAssignment, runAt, timeline } from '../../../testing/follow-ups.ts'
import { newBookkeeper, stranger, type TestBookkeeper, type TestClient } from '../../../testing/portal.ts'
import { get, rows, send, trips } from '../../../testing/work.ts'

const writes = async (c: TestClient, message: string): Promise<ChatMessage> => {
  const { items } = await get<{ items: ChatThread[] }>(c, '/api/chat/threads')
  return good(send(c, 'POST', `/api/chat/threads/${items[0]?.id}/messages`, { message }))
}
const pathOf = (c: TestClient) => `/api/follow-ups/clients/${c.clientId}/promise`
const offered = async (b: TestBookkeeper, c: TestClient) =>
  (await get<{ promise: ClientPromise | null }>(b, pathOf(c))).promise
const notBefore = (plan: ClientFollowUps) => plan.preferences?.not_before ?? null
const choiceOf = ({ message_id, not_before }: ClientPromise) => ({ message_id, not_before })

it('offers the date of a message, and applies it only when the bookkeeper accepts it', async () => {
  const { b, c } = await newAssignment()
  expect(await offered(b, c)).toBeNull()
  const message = await writes(c, 'Sorry, I will send everything tomorrow.')
  const before = await timeline(b, c.clientId)
  const { promise } = before
  expect(promise).toMatchObject({ message_id: message.id, text: 'Sorry, I will send everything tomorrow.' })
  expect([notBefore(before), before.held_since === null]).toEqual([null, false])
  expect(before.upcoming[0]?.promise).toEqual(promise)
  if (!promise) throw new Error('nothing is offered')
  expect(await offered(b, c)).toEqual(promise)
  const response = await send(b, 'POST', pathOf(c), choiceOf(promise))
  expect(trips(response)).toEqual({ reads: 1, writes: 1 })
  const accepted = (await response.json()) as AcceptedPromise
  expect(accepted).toEqual({ previous: null, read_seq: 0 })
  const after = await timeline(b, c.clientId)
  expect(after).toMatchObject({ held_since: null, promise: null })
  expect(notBefore(after)).toBe(promise.not_before)
  expect(after.upcoming.every(({ day }) => day >= promise.not_before)).toBe(true)
  expect(await offered(b, c)).toBeNull()
  // A second click changes nothing.
  await good(send(b, 'POST', pathOf(c), choiceOf(promise)))
  expect(notBefore(await timeline(b, c.clientId))).toBe(promise.not_before)
  await good(send(b, 'POST', `${pathOf(c)}/undo`, { ...choiceOf(promise), ...accepted }))
  const undone = await timeline(b, c.clientId)
  expect([notBefore(undone), undone.held_since, undone.promise]).toEqual([null, before.held_since, promise])
  await refused(send(b, 'POST', `${pathOf(c)}/undo`, { ...choiceOf(promise), ...accepted }), 'stale')
  expect(
    await rows("SELECT 1 FROM audit_log WHERE action = 'agent.preferences_changed' AND client_id = ?", c.clientId),
  ).toHaveLength(3)
})

it('keeps the hold while another message is unread, and lists the offer with planned follow-ups', async () => {
  const { b, c } = await newAssignment()
  await writes(c, 'Where do I find the form?')
  await writes(c, 'You will have the rest by tomorrow')
  const { promise } = await timeline(b, c.clientId)
  await runAt(b, at(-7))
  expect((await get<FollowUpsPage>(b, '/api/follow-ups')).items[0]?.promise).toEqual(promise)
  if (!promise) throw new Error('nothing is offered')
  expect(await good<AcceptedPromise>(send(b, 'POST', pathOf(c), choiceOf(promise)))).toMatchObject({ read_seq: null })
  const after = await timeline(b, c.clientId)
  expect([notBefore(after), after.held_since === null]).toEqual([promise.not_before, false])
})

it('is only for the bookkeeper of the client, about a message of this client', async () => {
  const { b, c } = await newAssignment()
  const other = await newAssignment()
  const { id } = await writes(c, 'I will send it tomorrow')
  const promise = await offered(b, c)
  const choice = promise && choiceOf(promise)
  for (const caller of [await newBookkeeper(b.firmId), other.b]) {
    await refused(send(caller, 'GET', pathOf(c)), 'not_found')
    await refused(send(caller, 'POST', pathOf(c), choice), 'not_found')
    await refused(send(caller, 'POST', `${pathOf(c)}/undo`, { ...choice, previous: null, read_seq: null }), 'not_found')
  }
  await refused(send(c, 'POST', pathOf(c), choice), 'forbidden')
  await refused(send(stranger, 'POST', pathOf(c), choice), 'unauthenticated')
  await refused(send(other.b, 'POST', pathOf(other.c), choice), 'not_found')
  await refused(send(b, 'POST', pathOf(c), { message_id: id, not_before: '2020-01-01' }), 'invalid_input')
})
