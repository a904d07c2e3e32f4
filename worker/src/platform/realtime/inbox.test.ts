import { waitFor } from '@portal/contract/testing/wait-for'
import { REALTIME_EXPIRED, type RealtimeMessage } from '@portal/contract/events'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signAccessToken } from '../access/access-token.ts'
import { INBOX_SECRET, type Inboxes, ModelTab, startInboxes } from '../../testing/inbox.ts'

/**
 * Tests a user's inbox alone in workerd: broken connections, evicted objects, trimmed logs and misbehaving tabs.
 */

let inboxes: Inboxes
beforeAll(async () => {
  inboxes = await startInboxes()
})
afterAll(() => inboxes.stop())

let users = 0
const newUser = (): string => `user-${users++}`

/** A random action on a user with two tabs. */
type Action =
  | { do: 'publish'; count: number }
  | { do: 'repeat' }
  | { do: 'cut'; tab: 0 | 1; after: number }
  | { do: 'reconnect'; tab: 0 | 1 }
  | { do: 'evict' }

const tab = fc.constantFrom(0 as const, 1 as const)
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('publish' as const), count: fc.integer({ min: 1, max: 6 }) }) },
  { weight: 1, arbitrary: fc.constant({ do: 'repeat' as const }) },
  // The connection breaks after some more messages; later ones are sent but lost.
  { weight: 3, arbitrary: fc.record({ do: fc.constant('cut' as const), tab, after: fc.nat({ max: 8 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reconnect' as const), tab }) },
  { weight: 1, arbitrary: fc.constant({ do: 'evict' as const }) },
)

/** Runs the actions. @returns the published ids, and both tabs after they have reconnected */
async function run(actions: readonly Action[]): Promise<{ published: string[]; tabs: ModelTab[] }> {
  const user = newUser()
  const published: string[] = []
  const tabs = [new ModelTab(inboxes, user), new ModelTab(inboxes, user)]
  for (const each of tabs) {
    await each.connect()
    await each.caughtUp()
  }
  for (const what of actions) {
    if (what.do === 'publish') {
      const ids = Array.from({ length: what.count }, () => `${user}-${published.length + Math.random()}`)
      await inboxes.publish(user, ids)
      published.push(...ids)
    } else if (what.do === 'repeat') await inboxes.publish(user, published.slice(-2))
    else if (what.do === 'evict') await inboxes.evict(user)
    else await tabs[what.tab]?.connect(what.do === 'cut' ? what.after : undefined)
  }
  for (const each of tabs) {
    await each.connect()
    await each.caughtUp()
    each.close()
  }
  return { published, tabs }
}

// The runtime ends a connection some seconds after both sides have closed it, so these tests run at the same time.
describe.concurrent('a connection', () => {
  it('closes when its token expires, unless it gets a new token of its session', async () => {
    const user = newUser()
    const token = async (sessionId: string) => {
      const actor = {
        userId: user,
        role: 'bookkeeper' as const,
        firmId: 'firm',
        clientId: null,
        sessionId,
        timeZone: 'UTC',
      }
      return JSON.stringify({ t: 'token', token: (await signAccessToken(INBOX_SECRET, actor, new Date())).token })
    }
    const until = String(Date.now() + 1500)
    const open = async () => {
      const socket = await inboxes.connect(user, undefined, () => undefined, { session: 'mine', until })
      return {
        socket,
        closed: new Promise<number>((resolve) => socket.addEventListener('close', ({ code }) => resolve(code))),
      }
    }
    const [silent, foreign, fresh] = [await open(), await open(), await open()]
    foreign.socket.send(await token('another'))
    fresh.socket.send(await token('mine'))
    expect(await silent.closed).toBe(REALTIME_EXPIRED)
    expect(await foreign.closed).toBe(REALTIME_EXPIRED)
    expect(Date.now()).toBeGreaterThanOrEqual(Number(until))
    expect(fresh.socket.readyState).toBe(WebSocket.OPEN)
    fresh.socket.close()
  })

  it('closes when its user opens too many others', async () => {
    const user = newUser()
    const open = () => inboxes.connect(user, undefined, () => undefined)
    const first = await open()
    const closed = new Promise<number>((resolve) => first.addEventListener('close', ({ code }) => resolve(code)))
    const others = await Promise.all(Array.from({ length: 99 }, open))
    expect(first.readyState).toBe(WebSocket.OPEN)
    others.push(await open())
    expect(await closed).toBe(1008)
    expect(others.filter(({ readyState }) => readyState !== WebSocket.OPEN)).toEqual([])
    others.forEach((socket) => socket.close())
  })
})

describe('a tab that reconnects', () => {
  it('receives every event once, in order, wherever the connection broke', { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 12 }), async (actions) => {
        const { published, tabs } = await run(actions)
        for (const each of tabs) {
          expect(each.received).toEqual(published)
          expect(each.refetches).toBe(0)
        }
      }),
      { numRuns: Number(process.env['RESUME_RUNS'] ?? 40) },
    )
  })

  it('is told to refetch when the log was trimmed by age, and receives later events', async () => {
    const user = newUser()
    const away = new ModelTab(inboxes, user)
    await away.connect()
    await away.caughtUp()
    away.close()
    await inboxes.publish(user, ['old-1', 'old-2', 'old-3'])
    await inboxes.age(user, 8)
    await inboxes.trim(user)
    // The last event stays, because numbering continues from it.
    expect(await inboxes.kept(user)).toBe(1)
    await away.connect()
    await away.caughtUp()
    expect([away.refetches, away.received]).toEqual([1, []])
    await inboxes.publish(user, ['new'])
    await waitFor(() => expect(away.received).toEqual(['new']))
    away.close()
  })

  it('is told to refetch when the log was trimmed by size or too much was missed', async () => {
    const user = newUser()
    const [early, late] = [new ModelTab(inboxes, user), new ModelTab(inboxes, user)]
    await early.connect()
    await early.caughtUp()
    early.close()
    const ids = (from: number, count: number) => Array.from({ length: count }, (_, i) => `n${from + i}`)
    await inboxes.publish(user, ids(0, 1000))
    await late.connect()
    await late.caughtUp()
    late.close()
    await inboxes.publish(user, ids(1000, 1400))
    await inboxes.trim(user)
    expect(await inboxes.kept(user)).toBe(2000)
    for (const each of [early, late]) {
      await each.connect()
      await each.caughtUp()
      expect([each.refetches, each.received]).toEqual([1, []])
      each.close()
    }
    await inboxes.publish(user, ids(2400, 500))
    await late.connect()
    await late.caughtUp()
    expect([late.refetches, late.received]).toEqual([1, ids(2400, 500)])
    late.close()
  })
})

describe('the hub of tabs', () => {
  const runs = (socket: WebSocket, versions: Record<string, string>) =>
    socket.send(JSON.stringify({ t: 'running', versions }))
  const tabsOf = (remote: string) => expect.poll(() => inboxes.tabsOf(remote))

  it('counts the tabs of all users by version until they close', async () => {
    const [one, two] = [newUser(), newUser()]
    const open = (user: string) => inboxes.connect(user, undefined, () => undefined)
    const sockets = [await open(one), await open(one), await open(two)] as const
    for (const socket of sockets) runs(socket, { 'mf-counted': '1.0.0', 'mf-other': '3.0.0' })
    await tabsOf('mf-counted').toEqual({ '1.0.0': 3 })
    runs(sockets[0], { 'mf-counted': '1.1.0' })
    await tabsOf('mf-counted').toEqual({ '1.0.0': 2, '1.1.0': 1 })
    await tabsOf('mf-other').toEqual({ '3.0.0': 2 })
    sockets[1].close()
    await tabsOf('mf-counted').toEqual({ '1.0.0': 1, '1.1.0': 1 })
    sockets[0].close()
    sockets[2].close()
    await tabsOf('mf-counted').toEqual({})
  })

  it('signals every tab of all connected users when the registry changes', async () => {
    // More users than the hub signals at once.
    const tabs = await Promise.all(
      Array.from({ length: 210 }, async () => {
        const signals: RealtimeMessage[] = []
        const socket = await inboxes.connect(newUser(), undefined, (m) => m.t === 'signal' && signals.push(m))
        runs(socket, { 'mf-signaled': '1.0.0' })
        return { signals, socket }
      }),
    )
    await tabsOf('mf-signaled').toEqual({ '1.0.0': tabs.length })
    await inboxes.announce()
    const signal = { t: 'signal', signal: { type: 'remotes', within_ms: 1000 } }
    await waitFor(() => expect(tabs.filter(({ signals }) => signals.length === 0)).toEqual([]))
    for (const { signals } of tabs) expect(signals).toEqual([signal])
    for (const { socket } of tabs) socket.close()
    await tabsOf('mf-signaled').toEqual({})
  })

  it('counts a limited number of tabs and versions of a user', async () => {
    const user = newUser()
    const versions = (major: number) =>
      Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`mf-x${i}`, `${major}.0.0`]))
    await inboxes.report(
      user,
      Array.from({ length: 60 }, (_, i) => versions(i % 5)),
    )
    const counted = await Promise.all(Array.from({ length: 30 }, (_, i) => inboxes.tabsOf(`mf-x${i}`)))
    const counts = counted.flatMap((each) => Object.values(each))
    expect(counts).toEqual(Array.from({ length: 100 }, () => 10))
    await inboxes.report(user, [])
  })

  it('gets one report when the versions of a tab change often, with the last state', async () => {
    const user = newUser()
    const socket = await inboxes.connect(user, undefined, () => undefined)
    const reports = await inboxes.reports()
    for (let i = 0; i <= 20; i++) runs(socket, { 'mf-often': `1.0.${i}` })
    await tabsOf('mf-often').toEqual({ '1.0.20': 1 })
    runs(socket, { 'mf-often': '1.0.20' })
    expect(await inboxes.reports()).toBeLessThanOrEqual(reports + 2)
    socket.close()
    await tabsOf('mf-often').toEqual({})
  })

  it('refuses versions that no remote can have', async () => {
    const refusals: RealtimeMessage[] = []
    const socket = await inboxes.connect(newUser(), undefined, (m) => m.t === 'refused' && refusals.push(m))
    const many = Object.fromEntries(Array.from({ length: 31 }, (_, i) => [`mf-${i}`, '1.0.0']))
    const long = `1.0.0-${'x'.repeat(95)}`
    for (const versions of [
      { 'mf-a': 'latest' },
      { 'MF A': '1.0.0' },
      { 'mf-a': 1 },
      { 'mf-a': long },
      many,
      ['1.0.0'],
      null,
    ])
      socket.send(JSON.stringify({ t: 'running', versions }))
    await waitFor(() => expect(refusals.length).toBe(7))
    expect(refusals).not.toContainEqual(expect.objectContaining({ reason: 'too_long' }))
    socket.close()
  })
})

describe('a misbehaving tab', () => {
  async function pair() {
    const user = newUser()
    const received: [RealtimeMessage[], RealtimeMessage[]] = [[], []]
    const sockets = [
      await inboxes.connect(user, undefined, (message) => received[0].push(message)),
      await inboxes.connect(user, undefined, (message) => received[1].push(message)),
    ] as const
    const refusals = () => received[0].flatMap((f) => (f.t === 'refused' ? [f.reason] : []))
    /** Checks that both tabs still receive events. */
    const stillConnected = async (): Promise<void> => {
      const id = `after-${newUser()}`
      await inboxes.publish(user, [id])
      for (const messages of received)
        await waitFor(() =>
          expect(messages).toContainEqual(expect.objectContaining({ event: expect.objectContaining({ id }) })),
        )
    }
    return { user, sockets, received, refusals, stillConnected }
  }

  it('is told why a message was refused and stays connected', async () => {
    const { sockets, refusals, stillConnected } = await pair()
    const bad: (string | Uint8Array<ArrayBuffer>)[] = [
      'nonsense',
      '{',
      '"typing"',
      '{"t":"publish"}',
      '{"t":"typing","grant":7}',
      '[]',
      new Uint8Array([1, 2, 3]),
    ]
    for (const message of bad) sockets[0].send(message)
    await waitFor(() => expect(refusals()).toEqual(bad.map(() => 'malformed')))
    for (const message of ['x'.repeat(1025), 'x'.repeat(500_000), new Uint8Array(2000)]) sockets[0].send(message)
    await waitFor(() => expect(refusals().slice(bad.length)).toEqual(['too_long', 'too_long', 'too_long']))
    // A forged grant has no effect.
    sockets[0].send('{"t":"typing","grant":"a.b"}')
    await stillConnected()
    sockets.forEach((s) => s.close())
  })

  it('is warned when it floods, does not affect others, and is disconnected when it continues', async () => {
    const { sockets, received, refusals, stillConnected } = await pair()
    const closed = new Promise<number>((resolve) => sockets[0].addEventListener('close', ({ code }) => resolve(code)))
    for (let i = 0; i < 300; i++) sockets[0].send('{"t":"typing","grant":"a.b"}')
    await waitFor(() => expect(refusals()).toContain('too_many'))
    expect(refusals().length).toBeLessThan(20)
    await stillConnected()
    for (let i = 0; i < 2000; i++) sockets[0].send('x')
    expect(await closed).toBe(1008)
    expect(received[1].some((f) => f.t === 'refused')).toBe(false)
    expect(sockets[1].readyState).toBe(WebSocket.OPEN)
    sockets[1].close()
  })
})
