import { readdirSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { eq, notInArray } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { outbox } from '../db/schema/index.ts'
import { type Query, type Row, type SqlValue, toStatement } from '../db/statement.ts'
import { Heartbeat, HEARTBEAT_MS } from './heartbeat.ts'
import { markDelivered } from './mark-delivered.ts'
import type { OutboxRow } from './row.ts'
import { TemporaryFailure, PermanentFailure } from './delivery-errors.ts'
import { LaneQueue, type LaneQueueSpec } from './lane-queue.ts'
import { MAX_TRIES } from './mark-failed.ts'

/** Tests delivery with a real SQLite and schema, and with simulated time and receivers. */

const START = Date.parse('2026-03-01T12:00:00.000Z')
const DAY = 86_400_000
const MAIL: LaneQueueSpec = { where: eq(outbox.kind, 'mail'), concurrency: 2, downAfter: 5 }
const REST: LaneQueueSpec = {
  where: notInArray(outbox.kind, ['event', 'mail']),
  concurrency: 10,
  downAfter: Number.POSITIVE_INFINITY,
}

function newDatabase(): DatabaseSync {
  const database = new DatabaseSync(':memory:')
  const folder = new URL('../db/migrations/', import.meta.url)
  for (const file of readdirSync(folder)
    .filter((f) => f.endsWith('.sql'))
    .sort()) {
    for (const part of readFileSync(new URL(file, folder), 'utf8').split('--> statement-breakpoint'))
      database.exec(part)
  }
  return database
}

let database: DatabaseSync
let now: number
let scheduled: number[]
/** Delivered rows, in order. */
let got: { recipient: string; id: string; at: number }[]
/** Handles a delivery; may throw. */
let receive: (row: OutboxRow) => void | Promise<void>
/** Marks rows as delivered, as the Writer does later. */
let markSoon: (seqs: readonly number[]) => Promise<void>
let breakWrite: (statements: readonly Query[]) => boolean
let mail: LaneQueue
let rest: LaneQueue

beforeEach(() => {
  database = newDatabase()
  now = START
  scheduled = []
  got = []
  receive = () => undefined
  breakWrite = () => false
  markSoon = async (seqs) => void write([markDelivered(seqs, new Date(now).toISOString())])
  mail = newQueue(MAIL)
  rest = newQueue(REST)
})

function write(queries: readonly Query[]): Row[][] {
  database.exec('BEGIN')
  const rows = queries
    .map(toStatement)
    .map(({ sql, args }) => database.prepare(sql).all(...(args as SqlValue[])) as Row[])
  database.exec('COMMIT')
  return rows
}

/** Returns a queue without any state, as after a restart. */
const newQueue = (spec: LaneQueueSpec) =>
  new LaneQueue(spec, {
    now: () => now,
    scheduleBy: async (at) => {
      scheduled.push(at)
    },
    write: async (statements) => {
      if (breakWrite(statements)) throw new Error('the writer is gone')
      return write(statements)
    },
    read: async (statements) => write(statements),
    markSoon: (seqs) => markSoon(seqs),
    publish: async (userId, events) => {
      got.push(...events.map(({ id }) => ({ recipient: userId, id, at: now })))
    },
    deliver: async (row) => {
      await receive(row)
      got.push({ recipient: row.recipient, id: row.id, at: now })
    },
  })

function queueRow(id: string, to: string, kind = 'mail', payload: object = { to, firmId: 'firm' }): void {
  const at = new Date(now).toISOString()
  database
    .prepare('INSERT INTO outbox (id, recipient, kind, payload, created_at, next_at) VALUES (?, ?, ?, ?, ?, ?)')
    .run(id, `${kind}:${to}`, kind, JSON.stringify(payload), at, at)
}

const rowOf = (id: string) =>
  database
    .prepare('SELECT tries, done_at, dead_at, last_error, payload, next_at FROM outbox WHERE id = ?')
    .get(id) as Row
const openRows = () =>
  database.prepare('SELECT count(*) AS n FROM outbox WHERE done_at IS NULL AND dead_at IS NULL').get()?.['n']
const isMarking = (queries: readonly Query[]) =>
  queries.some((query) => toStatement(query).sql.includes('"done_at" = ?'))

/** Advances the time to each scheduled delivery, up to `until`. */
async function pass(queue: LaneQueue, until: number): Promise<void> {
  for (;;) {
    const next = Math.min(...scheduled.filter((at) => at > now))
    if (next > until) break
    now = next
    scheduled = scheduled.filter((at) => at > now)
    await queue.deliverDue()
  }
  now = until
}

describe('a queued row', () => {
  it('is delivered to each recipient once, in order, and mail content is deleted', async () => {
    for (let i = 0; i < 250; i++) queueRow(`m${i}`, `p${i % 7}@example.com`, 'mail', { to: 'x', code: '123456' })
    await mail.deliverDue()
    expect(got).toHaveLength(250)
    for (let p = 0; p < 7; p++) {
      const ids = got.filter((g) => g.recipient === `mail:p${p}@example.com`).map((g) => Number(g.id.slice(1)))
      expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    }
    expect(openRows()).toBe(0)
    expect(rowOf('m3')['payload']).toBe('{}')
  })

  it('is retried with backoff when the receiver fails, without later rows overtaking it', async () => {
    let refusals = 6
    receive = ({ id }) => {
      if (id === 'a1' && refusals-- > 0) throw new Error('connection lost')
    }
    for (const id of ['a1', 'a2', 'a3']) queueRow(id, 'a@example.com')
    await mail.deliverDue()
    queueRow('a4', 'a@example.com')
    const waits: number[] = []
    for (let tries = 1; tries <= 6; tries++) {
      expect(got.filter((g) => g.recipient === 'mail:a@example.com')).toEqual([])
      expect(rowOf('a1')).toMatchObject({ tries, last_error: 'connection lost', done_at: null })
      waits.push(Date.parse(String(rowOf('a1')['next_at'])) - now)
      await pass(mail, Date.parse(String(rowOf('a1')['next_at'])))
    }
    expect(got.map((g) => g.id)).toEqual(['a1', 'a2', 'a3', 'a4'])
    // Exponential backoff with 25% jitter.
    for (const [i, wait] of waits.entries()) expect(wait / (500 * 2 ** i)).toBeGreaterThanOrEqual(0.74)
    for (const [i, wait] of waits.entries()) expect(wait / (500 * 2 ** i)).toBeLessThanOrEqual(1.26)
  })

  it('is repeated under the same id when recording the delivery fails', async () => {
    for (const id of ['a1', 'a2']) queueRow(id, 'a@example.com')
    breakWrite = isMarking
    await expect(mail.deliverDue()).rejects.toThrow('the writer is gone')
    expect(got.map((g) => g.id)).toEqual(['a1', 'a2'])
    breakWrite = () => false
    mail = newQueue(MAIL)
    await mail.deliverDue()
    expect(got.map((g) => g.id)).toEqual(['a1', 'a2', 'a1', 'a2'])
    await mail.deliverDue()
    expect(got).toHaveLength(4)
    expect(openRows()).toBe(0)
  })

  it('is repeated under the same id when the receiver’s response is lost', async () => {
    const taken: string[] = []
    receive = ({ id }) => {
      taken.push(id)
      if (taken.length === 1) throw new Error('timed out')
    }
    queueRow('a1', 'a@example.com')
    await mail.deliverDue()
    await pass(mail, now + DAY)
    expect(taken).toEqual(['a1', 'a1'])
    expect(openRows()).toBe(0)
  })
})

describe('an event', () => {
  const LIVE: LaneQueueSpec = { where: eq(outbox.kind, 'event'), concurrency: 10, downAfter: 5, marksSoon: true }
  const published = () => got.map(({ id }) => id)

  it('is not published again when its mark is still to be written', async () => {
    markSoon = () => new Promise(() => undefined)
    const live = newQueue(LIVE)
    queueRow('e1', 'user', 'event')
    await live.deliverDue()
    expect(rowOf('e1')['done_at']).toBeNull()
    queueRow('e2', 'user', 'event')
    await live.deliverDue()
    expect(published()).toEqual(['e1', 'e2'])
    expect(rowOf('e1')['done_at']).not.toBeNull()
  })

  it('is marked with the next read when the Writer could not mark it', async () => {
    markSoon = async () => Promise.reject(new Error('the writer is gone'))
    const live = newQueue(LIVE)
    queueRow('e1', 'user', 'event')
    await live.deliverDue()
    await live.deliverDue()
    expect(published()).toEqual(['e1'])
    expect(openRows()).toBe(0)
  })
})

describe('a failing recipient', () => {
  it('does not hold up others', async () => {
    receive = ({ recipient }) => {
      if (recipient.includes('bad')) throw new Error('no')
    }
    queueRow('bad', 'bad@example.com')
    for (let i = 0; i < 20; i++) queueRow(`g${i}`, `good${i}@example.com`)
    await mail.deliverDue()
    expect(got).toHaveLength(20)
    expect(rowOf('bad')).toMatchObject({ tries: 1, dead_at: null })
  })

  it('gets later independent rows after a failure, unless it accepts nothing at all', async () => {
    const hooks = newQueue({
      where: eq(outbox.kind, 'webhook'),
      concurrency: 6,
      rowsPerRound: 3,
      independent: true,
      downAfter: Number.POSITIVE_INFINITY,
    })
    receive = ({ id }) => {
      if (id === 'a1') throw new TemporaryFailure('answered 500', 60_000)
      if (id.startsWith('b')) throw new TemporaryFailure('unreachable', 60_000, true)
    }
    for (const id of ['a1', 'a2', 'a3', 'a4', 'a5']) queueRow(id, 'a', 'webhook')
    for (const id of ['b1', 'b2', 'b3', 'b4', 'b5']) queueRow(id, 'b', 'webhook')
    await hooks.deliverDue()
    expect(got.map((g) => g.id)).toEqual(['a2', 'a3', 'a4', 'a5'])
    expect(['a1', 'b1', 'b2', 'b5'].map((id) => rowOf(id)['tries'])).toEqual([1, 1, 0, 0])
    receive = () => undefined
    await pass(hooks, now + DAY)
    expect(got.slice(4).map((g) => g.id)).toEqual(['a1', 'b1', 'b2', 'b3', 'b4', 'b5'])
    expect(openRows()).toBe(0)
  })

  it('gets independent rows in order after it was unreachable', async () => {
    const hooks = newQueue({
      where: eq(outbox.kind, 'webhook'),
      concurrency: 6,
      rowsPerRound: 3,
      independent: true,
      downAfter: Number.POSITIVE_INFINITY,
    })
    receive = () => {
      throw new TemporaryFailure('unreachable', 60_000, true)
    }
    for (const id of ['a1', 'a2', 'a3']) queueRow(id, 'a', 'webhook')
    await hooks.deliverDue()
    receive = () => undefined
    queueRow('a4', 'a', 'webhook')
    await hooks.deliverDue()
    expect(got).toEqual([])
    await pass(hooks, now + DAY)
    expect(got.map((g) => g.id)).toEqual(['a1', 'a2', 'a3', 'a4'])
  })

  it('is set aside after a permanent failure without holding up later rows', async () => {
    receive = ({ id }) => {
      if (id === 'a1') throw new PermanentFailure('The email provider refused it: 422 validation_error')
    }
    for (const id of ['a1', 'a2']) queueRow(id, 'a@example.com')
    await mail.deliverDue()
    expect(got.map((g) => g.id)).toEqual(['a2'])
    expect(rowOf('a1')).toMatchObject({ tries: 1, last_error: 'The email provider refused it: 422 validation_error' })
    expect(rowOf('a1')['dead_at']).not.toBeNull()
  })

  it('is retried after the delay that it asks for', async () => {
    receive = () => {
      if (now < START + 60_000) throw new TemporaryFailure('429', 60_000)
    }
    queueRow('a1', 'a@example.com')
    await mail.deliverDue()
    expect(Date.parse(String(rowOf('a1')['next_at'])) - START).toBe(60_000)
  })

  it('is set aside after a day', async () => {
    receive = () => {
      throw new Error('503')
    }
    queueRow('a1', 'a@example.com')
    await mail.deliverDue()
    await pass(mail, START + 2 * DAY)
    expect(rowOf('a1')).toMatchObject({ tries: MAX_TRIES, last_error: '503' })
    expect(Date.parse(String(rowOf('a1')['dead_at'])) - START).toBeGreaterThan(0.7 * DAY)
  })
})

describe('an address with a delivery problem', () => {
  it('gets no mail of firms, only mail about its account', async () => {
    database
      .prepare("INSERT INTO mail_problems VALUES ('ann@example.com', '', 'bounced', 'no such mailbox', ?)")
      .run(new Date(now).toISOString())
    queueRow('digest', 'Ann@example.com')
    queueRow('code', 'Ann@example.com', 'mail', { to: 'Ann@example.com' })
    await mail.deliverDue()
    expect(got.map((g) => g.id)).toEqual(['code'])
    expect(rowOf('digest')).toMatchObject({ last_error: 'Not sent: email to this address bounced.' })
    expect(rowOf('digest')['dead_at']).not.toBeNull()
  })

  it('is remembered when the transport reports it', async () => {
    receive = () => {
      throw new PermanentFailure('The email provider refused it: E_RECIPIENT_SUPPRESSED', 'bounced')
    }
    queueRow('a1', 'Ann@example.com')
    await mail.deliverDue()
    receive = () => undefined
    queueRow('a2', 'ann@example.com')
    await mail.deliverDue()
    expect(got).toEqual([])
    expect(database.prepare('SELECT email, kind FROM mail_problems').all()).toMatchObject([
      { email: 'ann@example.com', kind: 'bounced' },
    ])
  })
})

describe('an outage of the mail provider', () => {
  it('delays mail without losing any, is not flooded, and holds up nothing else', async () => {
    const back = START + 2 * 3_600_000
    let tries = 0
    receive = ({ kind }) => {
      if (kind !== 'mail' || now >= back) return
      tries++
      throw new Error('timed out')
    }
    for (let i = 0; i < 120; i++) queueRow(`m${i}`, `p${i % 30}@example.com`)
    queueRow('file', 'a', 'purge')
    await mail.deliverDue()
    // After the first few failures, the others are not tried.
    expect(tries).toBeLessThanOrEqual(MAIL.downAfter + MAIL.concurrency)
    await rest.deliverDue()
    expect(got.map((g) => g.id)).toEqual(['file'])
    await pass(mail, START + DAY)
    expect(openRows()).toBe(0)
    const mails = got.filter((g) => g.id !== 'file')
    expect(new Set(mails.map((g) => g.id)).size).toBe(120)
    expect(mails).toHaveLength(120)
    expect(Math.max(...mails.map((g) => g.at)) - back).toBeLessThan(30 * 60_000)
    for (let p = 0; p < 30; p++) {
      const ids = mails.filter((g) => g.recipient === `mail:p${p}@example.com`).map((g) => Number(g.id.slice(1)))
      expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    }
  })
})

describe('a clock that was set back', () => {
  it('does not delay queued rows, retries or the alarm', async () => {
    let alarm: number | null = null
    const kept = new Map<string, number>()
    const storage = {
      getAlarm: async () => alarm,
      setAlarm: async (at: number | Date) => {
        alarm = Number(at)
      },
      get: async (key: string) => kept.get(key),
      put: async (key: string, value: number) => void kept.set(key, value),
    }
    // Without any state, as after a restart.
    const beat = () =>
      new Heartbeat(
        storage,
        async (statements) => write(statements),
        () => now,
      ).beat()
    await beat()
    queueRow('held', 'b@example.com')
    now += 3_600_000
    await beat()
    queueRow('ahead', 'a@example.com')
    receive = () => {
      throw new Error('connection lost')
    }
    await mail.deliverDue()
    receive = () => undefined
    now = START
    alarm = START + 3_600_000
    await mail.deliverDue()
    expect(got).toEqual([])
    await beat()
    await mail.deliverDue()
    expect(got.map((g) => g.id).toSorted()).toEqual(['ahead', 'held'])
    expect(alarm).toBe(START + HEARTBEAT_MS)
    // An overdue alarm is replaced.
    alarm = START - 600_000
    await beat()
    expect(alarm).toBe(START + HEARTBEAT_MS)
    // Without a clock change, scheduled rows keep waiting.
    queueRow('later', 'c@example.com')
    database.exec(`UPDATE outbox SET next_at = '2026-03-01T12:10:00.000Z' WHERE id = 'later'`)
    await beat()
    await mail.deliverDue()
    expect(got.map((g) => g.id)).not.toContain('later')
  })
})
