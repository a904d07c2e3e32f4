import { REALTIME_EXPIRED, type RealtimeMessage } from '@portal/contract/events'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { signAccessToken } from '../auth/sessions/access-token.ts'
import { INBOX_SECRET, type Inboxes, ModelTab, startInboxes } from '../testing/inbox.ts'

/**
 * A user's inbox, alone in workerd: what it does when lines are cut, objects thrown out, logs trimmed, and tabs
 * misbehave.
 */

let inboxes: Inboxes
beforeAll(async () => {
  inboxes = await startInboxes()
}, 60_000)
afterAll(() => inboxes.stop())

let users = 0
const newUser = (): string => `user-${users++}`

/** What may happen to a user with two devices; `tab` says which one. */
type Happening =
  | { do: 'publish'; count: number }
  | { do: 'repeat' }
  | { do: 'cut'; tab: 0 | 1; after: number }
  | { do: 'reconnect'; tab: 0 | 1 }
  | { do: 'evict' }

const tab = fc.constantFrom(0 as const, 1 as const)
const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('publish' as const), count: fc.integer({ min: 1, max: 6 }) }) },
  { weight: 1, arbitrary: fc.constant({ do: 'repeat' as const }) },
  // The line breaks after some more frames: those behind are sent, and lost.
  { weight: 3, arbitrary: fc.record({ do: fc.constant('cut' as const), tab, after: fc.nat({ max: 8 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reconnect' as const), tab }) },
  { weight: 1, arbitrary: fc.constant({ do: 'evict' as const }) },
)

/** Lets it all happen. @returns what was published, and both devices when they are back */
async function live(happenings: readonly Happening[]): Promise<{ published: string[]; tabs: ModelTab[] }> {
  const user = newUser()
  const published: string[] = []
  const tabs = [new ModelTab(inboxes, user), new ModelTab(inboxes, user)]
  for (const each of tabs) {
    await each.connect()
    await each.caughtUp()
  }
  for (const what of happenings) {
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

describe('a socket', () => {
  it('closes when its token expires, unless a fresh one of its session arrives', async () => {
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
})

describe('a tab that comes back', () => {
  it('has heard everything, in order and once, wherever events were lost', { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 1, maxLength: 12 }), async (happenings) => {
        const { published, tabs } = await live(happenings)
        for (const each of tabs) {
          expect(each.received).toEqual(published)
          expect(each.refetches).toBe(0)
        }
      }),
      { numRuns: Number(process.env['RESUME_RUNS'] ?? 40) },
    )
  })

  it('is told to refetch where the log was trimmed by age, and hears what follows', async () => {
    const user = newUser()
    const away = new ModelTab(inboxes, user)
    await away.connect()
    await away.caughtUp()
    away.close()
    await inboxes.publish(user, ['old-1', 'old-2', 'old-3'])
    await inboxes.age(user, 8)
    await inboxes.trim(user)
    // The last one stays: its number is where the log goes on.
    expect(await inboxes.kept(user)).toBe(1)
    await away.connect()
    await away.caughtUp()
    expect([away.refetches, away.received]).toEqual([1, []])
    await inboxes.publish(user, ['new'])
    await vi.waitFor(() => expect(away.received).toEqual(['new']), 5000)
    away.close()
  })

  it('is told to refetch where the log was trimmed by size, or more was missed than is sent', async () => {
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

describe('a tab that misbehaves', () => {
  async function pair() {
    const user = newUser()
    const heard: [RealtimeMessage[], RealtimeMessage[]] = [[], []]
    const sockets = [
      await inboxes.connect(user, undefined, (frame) => heard[0].push(frame)),
      await inboxes.connect(user, undefined, (frame) => heard[1].push(frame)),
    ] as const
    const refusals = () => heard[0].flatMap((f) => (f.t === 'refused' ? [f.reason] : []))
    /** Both still hear what happens. */
    const unharmed = async (): Promise<void> => {
      const id = `after-${newUser()}`
      await inboxes.publish(user, [id])
      for (const frames of heard)
        await vi.waitFor(
          () => expect(frames).toContainEqual(expect.objectContaining({ event: expect.objectContaining({ id }) })),
          5000,
        )
    }
    return { user, sockets, heard, refusals, unharmed }
  }

  it('is told why a frame was not taken, and stays connected', async () => {
    const { sockets, refusals, unharmed } = await pair()
    const bad: (string | Uint8Array<ArrayBuffer>)[] = [
      'nonsense',
      '{',
      '"typing"',
      '{"t":"publish"}',
      '{"t":"typing","grant":7}',
      '[]',
      new Uint8Array([1, 2, 3]),
    ]
    for (const frame of bad) sockets[0].send(frame)
    await vi.waitFor(() => expect(refusals()).toEqual(bad.map(() => 'malformed')), 5000)
    for (const frame of ['x'.repeat(1025), 'x'.repeat(500_000), new Uint8Array(2000)]) sockets[0].send(frame)
    await vi.waitFor(() => expect(refusals().slice(bad.length)).toEqual(['too_long', 'too_long', 'too_long']), 5000)
    // A grant of one's own making, or none at all: nobody is told anything.
    sockets[0].send('{"t":"typing","grant":"a.b"}')
    await unharmed()
    sockets.forEach((s) => s.close())
  })

  it('is told once when it floods, harms nobody, and is shown out when it does not stop', async () => {
    const { sockets, heard, refusals, unharmed } = await pair()
    const closed = new Promise<number>((resolve) => sockets[0].addEventListener('close', ({ code }) => resolve(code)))
    for (let i = 0; i < 300; i++) sockets[0].send('{"t":"typing","grant":"a.b"}')
    await vi.waitFor(() => expect(refusals()).toContain('too_many'), 5000)
    expect(refusals().length).toBeLessThan(20)
    await unharmed()
    for (let i = 0; i < 2000; i++) sockets[0].send('x')
    expect(await closed).toBe(1008)
    expect(heard[1].some((f) => f.t === 'refused')).toBe(false)
    expect(sockets[1].readyState).toBe(WebSocket.OPEN)
    sockets[1].close()
  })
})
