import type { ChatMessage } from '@portal/contract/chat'
import { ApiError } from '@portal/sdk'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MessageSender } from './message-sender.ts'
import type { WaitingMessage } from './waiting-messages.ts'

const problem = (status: number, code: ApiError['code'], retryAfter?: number) =>
  new ApiError({ code, title: code, detail: `because ${code}`, status, retryAfter })
const lost = problem(0, 'network')

const message = (id: string): WaitingMessage => ({ id, message: id, attachments: [], about: null, created_at: '' })

interface Tab {
  answers?: Record<string, (Error | 'ok')[]>
  /** Whether no request succeeds. */
  offline?: boolean
}

function openTab(tab: Tab = {}, key = 'box') {
  const tries: string[] = []
  const refused: string[] = []
  const sender = new MessageSender(key, {
    deliver: async ({ id }) => {
      tries.push(id)
      const answer = tab.offline ? lost : (tab.answers?.[id]?.shift() ?? 'ok')
      if (answer !== 'ok') throw answer
      return { id } as ChatMessage
    },
    onSent: async () => undefined,
    onRefused: (text) => refused.push(text),
  })
  const close = sender.open()
  closings.push(close)
  const states = () => sender.messages().map((m) => `${m.id} ${m.state}${m.problem ? `: ${m.problem}` : ''}`)
  return { sender, close, tab, tries, refused, states }
}

/** Notifies the other tabs of a change in local storage, as a browser does. */
const notifyOtherTabs = () =>
  window.dispatchEvent(new StorageEvent('storage', { key: null, storageArea: localStorage }))

const closings: (() => void)[] = []
let held: Promise<unknown> = Promise.resolve()

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers()
  // Locks as in a browser: one holder at a time, in the order of the requests.
  const request = (_name: string, _options: object, work: (lock: object) => Promise<unknown>) => {
    const turn = held.then(() => work({}))
    held = turn.catch(() => undefined)
    return turn
  }
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true })
})
afterEach(() => {
  for (const close of closings.splice(0)) close()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('sends messages one after the other, and retries the first before it sends the next', async () => {
  const { sender, tries, states } = openTab({ answers: { a: [lost, problem(503, 'busy', 2)] } })
  for (const id of ['a', 'b', 'c']) sender.add(message(id))
  expect(states()).toEqual(['a sending', 'b sending', 'c sending'])
  await vi.runAllTimersAsync()
  expect(tries).toEqual(['a', 'a', 'a', 'b', 'c'])
  expect(states()).toEqual([])
  expect(localStorage).toHaveLength(0)
})

it('waits without reporting a failure when the connection is lost, and continues by itself', async () => {
  const { sender, tab, tries, refused, states } = openTab({ offline: true })
  for (const id of ['a', 'b']) sender.add(message(id))
  await vi.advanceTimersByTimeAsync(300_000)
  expect(states()).toEqual(['a waiting', 'b waiting'])
  expect(refused).toEqual([])
  expect(new Set(tries)).toEqual(new Set(['a']))
  tab.offline = false
  await vi.advanceTimersByTimeAsync(30_000)
  expect(tries.slice(-2)).toEqual(['a', 'b'])
  expect(states()).toEqual([])
})

it('continues at once when the connection is back', async () => {
  const { sender, tab, states } = openTab({ offline: true })
  sender.add(message('a'))
  await vi.advanceTimersByTimeAsync(300_000)
  tab.offline = false
  sender.resume()
  await vi.advanceTimersByTimeAsync(0)
  expect(states()).toEqual([])
})

it('shows why it waits when messages are sent too fast', async () => {
  const { sender, states } = openTab({ answers: { a: [problem(429, 'too_many_requests', 5)] } })
  sender.add(message('a'))
  await vi.advanceTimersByTimeAsync(0)
  expect(states()).toEqual(['a waiting: because too_many_requests'])
  await vi.advanceTimersByTimeAsync(5000)
  expect(states()).toEqual([])
})

it('sends the messages of two offline tabs once and in order', async () => {
  const first = openTab({ offline: true })
  const second = openTab({ offline: true })
  for (const [{ sender }, id] of [
    [first, 'a'],
    [second, 'b'],
    [first, 'c'],
  ] as const) {
    sender.add(message(id))
    notifyOtherTabs()
    await vi.advanceTimersByTimeAsync(100)
  }
  for (const { states } of [first, second]) expect(states()).toEqual(['a waiting', 'b waiting', 'c waiting'])
  for (const { tab, tries } of [first, second]) {
    tab.offline = false
    tries.length = 0
  }
  for (const { sender } of [first, second]) sender.resume()
  await vi.advanceTimersByTimeAsync(0)
  notifyOtherTabs()
  expect([...first.tries, ...second.tries].toSorted()).toEqual(['a', 'b', 'c'])
  for (const { states } of [first, second]) expect(states()).toEqual([])
  expect(localStorage).toHaveLength(0)
})

it('sends the messages of another tab when that one is closed', async () => {
  const first = openTab({ offline: true })
  const second = openTab()
  for (const id of ['a', 'b']) first.sender.add(message(id))
  first.close()
  notifyOtherTabs()
  await vi.runAllTimersAsync()
  expect(second.tries).toEqual(['a', 'b'])
})

it('reports why a message was refused, sends the others, and sends it again on Retry', async () => {
  const { sender, tries, refused, states } = openTab({
    answers: { a: [problem(404, 'not_found'), problem(404, 'not_found')] },
  })
  for (const id of ['a', 'b']) sender.add(message(id))
  await vi.runAllTimersAsync()
  expect(states()).toEqual(['a failed: because not_found'])
  expect(refused).toEqual(['because not_found'])
  sender.resume()
  await vi.runAllTimersAsync()
  expect(tries).toEqual(['a', 'b'])
  sender.retry('a')
  await vi.runAllTimersAsync()
  expect(tries).toEqual(['a', 'b', 'a'])
  sender.drop('a')
  expect(states()).toEqual([])
})

it('restores unacknowledged messages when the page reloads', async () => {
  const before = openTab({ offline: true })
  for (const id of ['a', 'b']) before.sender.add(message(id))
  await vi.advanceTimersByTimeAsync(0)
  before.close()
  localStorage.setItem('box_c', '{broken')
  const { tries, states } = openTab()
  await vi.runAllTimersAsync()
  expect(tries).toEqual(['a', 'b'])
  expect(states()).toEqual([])
})

it('sends a message when local storage is full', async () => {
  const setItem = (): never => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { setItem })
  const { sender, tries } = openTab()
  sender.add(message('a'))
  await vi.runAllTimersAsync()
  expect(tries).toEqual(['a'])
})
