import type { Session } from '@portal/contract/auth'
import type { PortalEvent, RealtimeMessage } from '@portal/contract/events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const session: Session = {
  access_token: 'tok',
  expires_at: new Date(Date.now() + 900_000).toISOString(),
  session_id: 's1',
  user: {
    id: 'u1',
    email: 'maya@example.com',
    role: 'bookkeeper',
    name: 'Maya',
    company: null,
    time_zone: 'UTC',
    client_id: null,
  },
}

class FakeSocket {
  static readonly OPEN = 1
  readonly readyState = 1
  static opened: FakeSocket[] = []
  readonly url: URL
  readonly protocols: string[]
  sent: string[] = []
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: (() => void) | null = null
  onerror: (() => void) | null = null
  constructor(url: URL, protocols: string[]) {
    this.url = url
    this.protocols = protocols
    FakeSocket.opened.push(this)
  }
  send(text: string): void {
    this.sent.push(text)
  }
  close(): void {
    // A browser calls no handler for a socket that it closes itself.
  }
  receive(message: RealtimeMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
  event(seq: number, id = `e${seq}`, more: Partial<PortalEvent> = {}): void {
    this.receive({
      t: 'event',
      event: { seq, id, type: 'client.changed', ids: {}, at: '2026-01-01T00:00:00Z', ...more },
    })
  }
}

const settle = () => vi.advanceTimersByTimeAsync(0)
const last = (): FakeSocket => FakeSocket.opened.at(-1) ?? expect.fail('no socket was opened')

async function boot() {
  vi.resetModules()
  const store = await import('./session-store.ts')
  const realtime = await import('./realtime.ts')
  const { queryClient } = await import('./query-client.ts')
  const stop = realtime.startRealtime()
  await settle()
  return { ...store, ...realtime, queryClient, stop }
}

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  sessionStorage.clear()
  localStorage.setItem('portal.session', JSON.stringify(session))
  FakeSocket.opened = []
  vi.stubGlobal('WebSocket', FakeSocket)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('resumes after the last event when the connection is lost, and delivers every event once', async () => {
  const { onRealtime, stop } = await boot()
  const seen: number[] = []
  onRealtime(['client.changed'], (event) => seen.push(event.seq))
  expect(last().protocols).toEqual(['portal.v1', 'token.tok'])
  last().onopen?.()
  last().receive({ t: 'ready', seq: 7 })
  last().event(8)
  last().event(9)
  last().onclose?.()
  await vi.advanceTimersByTimeAsync(1000)
  expect(FakeSocket.opened).toHaveLength(2)
  expect(last().url.searchParams.get('since')).toBe('9')
  last().event(10, 'e9')
  last().event(11)
  last().receive({ t: 'ready', seq: 11 })
  expect(seen).toEqual([8, 9, 11])
  stop()
})

it('refetches everything when the event log was trimmed or restarted', async () => {
  localStorage.setItem('portal.realtime.u1', '500')
  const { queryClient, stop } = await boot()
  const invalidate = vi.spyOn(queryClient, 'invalidateQueries')
  expect(last().url.searchParams.get('since')).toBe('500')
  last().receive({ t: 'reset', seq: 900 })
  expect(invalidate).toHaveBeenCalledTimes(1)
  last().receive({ t: 'ready', seq: 3 })
  expect(invalidate).toHaveBeenCalledTimes(2)
  expect(localStorage.getItem('portal.realtime.u1')).toBe('3')
  stop()
})

it('reconnects with growing delays, and when a connection is silent', async () => {
  const { reconnectDelay, stop } = await boot()
  expect(reconnectDelay(0, 1)).toBe(500)
  expect(reconnectDelay(3, 1)).toBe(4000)
  expect(reconnectDelay(20, 1)).toBe(30_000)
  expect(reconnectDelay(3, 0)).toBe(2000)
  last().onopen?.()
  await vi.advanceTimersByTimeAsync(25_000)
  expect(last().sent).toEqual(['ping'])
  last().onmessage?.({ data: 'pong' })
  await vi.advanceTimersByTimeAsync(12_000)
  expect(FakeSocket.opened).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(13_000 + 11_000)
  expect(FakeSocket.opened).toHaveLength(2)
  stop()
})

it('ends the session when it was revoked, and not when another one was', async () => {
  const { currentSession, stop } = await boot()
  last().event(1, 'a', { type: 'session.revoked', ids: { session_id: 'other' } })
  expect(currentSession()).not.toBeNull()
  last().event(2, 'b', { type: 'session.revoked', ids: { session_id: 's1' } })
  expect(currentSession()).toBeNull()
  stop()
})

it('sends the new token over the open connection when the session is refreshed', async () => {
  const { setSession, stop } = await boot()
  last().onopen?.()
  setSession({ ...session, access_token: 'fresh' }, 'refreshed')
  expect(last().sent.map((text) => JSON.parse(text) as unknown)).toEqual([{ t: 'token', token: 'fresh' }])
  expect(FakeSocket.opened).toHaveLength(1)
  stop()
})

it('reports the versions that the tab runs now and after each reconnect', async () => {
  const { reportRunning, onReconnect, stop } = await boot()
  const isBack = vi.fn()
  onReconnect(isBack)
  const sent = () => last().sent.map((text) => JSON.parse(text) as unknown)
  last().onopen?.()
  last().receive({ t: 'ready', seq: 1 })
  expect(sent()).toEqual([])
  reportRunning({ 'mf-clients': '1.0.0' })
  expect(sent()).toEqual([{ t: 'running', versions: { 'mf-clients': '1.0.0' } }])
  expect(isBack).not.toHaveBeenCalled()
  last().onclose?.()
  await vi.advanceTimersByTimeAsync(1000)
  last().onopen?.()
  last().receive({ t: 'ready', seq: 1 })
  expect(sent()).toEqual([{ t: 'running', versions: { 'mf-clients': '1.0.0' } }])
  expect(isBack).toHaveBeenCalledTimes(1)
  stop()
})

it('reports no expired session when the user signed out in another tab', async () => {
  const { currentSession, onSessionChange, stop } = await boot()
  const changes: string[] = []
  onSessionChange((_, change) => changes.push(change))
  last().event(1, 'e1', { type: 'session.revoked', ids: { session_id: 's1', reason: 'sign_out' } })
  expect(currentSession()).toBeNull()
  expect(changes).toEqual(['elsewhere'])
  stop()
})

it('checks the session once when the connection is refused, and not on every retry', async () => {
  const asked = vi.fn(async () => Response.json({ code: 'unauthenticated' }, { status: 401 }))
  vi.stubGlobal('fetch', asked)
  const { currentSession, stop } = await boot()
  last().onclose?.()
  await vi.advanceTimersByTimeAsync(100)
  expect(asked).toHaveBeenCalledTimes(1)
  expect(currentSession()).toBeNull()
  stop()
})
