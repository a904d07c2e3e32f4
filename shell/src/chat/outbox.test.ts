import type { ChatMessage } from '@portal/contract/chat'
import { ApiError } from '@portal/sdk'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Outbox, type Outgoing } from './outbox.ts'

const problem = (status: number, code: ApiError['code'], retryAfter?: number) =>
  new ApiError({ code, title: code, detail: `because ${code}`, status, retryAfter })
const lost = problem(0, 'network')

const message = (id: string): Omit<Outgoing, 'state'> => ({ id, message: id, attachments: [], about: null, created_at: '' })

function open(answers: Record<string, (Error | 'ok')[]> = {}, key = 'box') {
  const tries: string[] = []
  const failed: (string | undefined)[] = []
  const outbox = new Outbox(key, {
    deliver: async ({ id }) => {
      tries.push(id)
      const answer = answers[id]?.shift() ?? 'ok'
      if (answer !== 'ok') throw answer
      return { id } as ChatMessage
    },
    onSent: async () => undefined,
    onFailed: (text) => failed.push(text),
  })
  const states = () => outbox.messages().map((m) => `${m.id} ${m.state}${m.problem ? `: ${m.problem}` : ''}`)
  return { outbox, tries, failed, states }
}

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('sends one after the other, and tries again what got no answer before anything behind it', async () => {
  const { outbox, tries, states } = open({ a: [lost, problem(503, 'busy', 2)] })
  for (const id of ['a', 'b', 'c']) outbox.add(message(id))
  expect(states()).toEqual(['a sending', 'b sending', 'c sending'])
  await vi.runAllTimersAsync()
  expect(tries).toEqual(['a', 'a', 'a', 'b', 'c'])
  expect(states()).toEqual([])
  expect(localStorage.getItem('box')).toBeNull()
})

it('gives up for now when the connection stays away, and goes on in order when it is back', async () => {
  const { outbox, tries, failed, states } = open({ a: [lost, lost, lost] })
  for (const id of ['a', 'b']) outbox.add(message(id))
  await vi.runAllTimersAsync()
  expect(states()).toEqual(['a failed', 'b failed'])
  expect(failed).toEqual([undefined])
  outbox.retry('b')
  await vi.runAllTimersAsync()
  expect(tries.slice(3)).toEqual(['a', 'b'])
  expect(states()).toEqual([])
})

it('tells of a lost connection once, however many messages are written meanwhile', async () => {
  const { outbox, failed } = open({ a: Array.from({ length: 9 }, () => lost), b: [lost, lost, lost] })
  for (const id of ['a', 'b', 'c']) {
    outbox.add(message(id))
    await vi.runAllTimersAsync()
  }
  expect(failed).toEqual([undefined])
  outbox.resume()
  await vi.runAllTimersAsync()
  expect(failed).toEqual([undefined, undefined])
})

it('says why a message was refused, lets the others pass, and lets it be given up', async () => {
  const { outbox, failed, states } = open({ a: [problem(404, 'not_found')] })
  for (const id of ['a', 'b']) outbox.add(message(id))
  await vi.runAllTimersAsync()
  expect(states()).toEqual(['a failed: because not_found'])
  expect(failed).toEqual(['because not_found'])
  outbox.resume()
  await vi.runAllTimersAsync()
  expect(states()).toEqual(['a failed: because not_found'])
  outbox.drop('a')
  expect(states()).toEqual([])
})

it('has again after a reload what was not acknowledged', async () => {
  const first = open({ a: [lost, lost, lost] })
  for (const id of ['a', 'b']) first.outbox.add(message(id))
  await vi.runAllTimersAsync()
  first.outbox.close()
  const second = open()
  void second.outbox.start()
  await vi.runAllTimersAsync()
  expect(second.tries).toEqual(['a', 'b'])
  localStorage.setItem('box', '{broken')
  expect(open().states()).toEqual([])
})
