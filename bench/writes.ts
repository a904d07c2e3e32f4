import { createClient, type InStatement } from '@libsql/client/http'
import { uuidv7 } from '../worker/src/ids.ts'
import { cpuOf, times } from './cpu.ts'
import { type Row, ratioRow } from './table.ts'
import type { World } from './world.ts'

const WIDTH = 16
const ROUNDS = 3
const EACH = 25
/** Straight at the database eight at once: with sixteen it livelocks for good, which is why the portal has one writer. */
const STRAIGHT_WIDTH = 8
/** Whole batches livelock it with eight already (seen twice: 300 ms of CPU a second, and no answer any more). */
const BATCH_WIDTH = 2
/** More than the Writer lets wait. */
const FLOOD = 1300

interface Editable {
  id: string
  name: string
  email: string
  phone: string | null
  company: string | null
  status: string
  updated_at: string
}

/** A client as the portal holds it now. */
async function readClient(world: World, id: string): Promise<Editable> {
  const response = await fetch(`${world.stack.url}/api/clients/${id}`, {
    headers: { authorization: `Bearer ${world.token}` },
  })
  return (await response.json()) as Editable
}

async function saveClient(
  world: World,
  client: Editable,
): Promise<{ status: number; retry: string | null; updated_at?: string }> {
  const { name, email, phone, company, status, updated_at } = client
  const response = await fetch(`${world.stack.url}/api/clients/${client.id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${world.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name, email, phone, company, status, updated_at }),
  })
  const body = (await response.json()) as { updated_at?: string }
  const retry = response.headers.get('retry-after')
  return { status: response.status, retry, ...(body.updated_at ? { updated_at: body.updated_at } : {}) }
}

/** Repeats what a locked database refuses, as everybody who talks to it directly has to. */
async function patiently(act: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await act()
      return
    } catch (error) {
      if (!String(error).includes('SQLITE_BUSY')) throw error
    }
  }
}

/** What the portal writes for the update of a client: the row as it was seen, the events that follow, and the entry of the audit log. */
function batchOf(world: World, id: string, phone: string, seen: string): { statements: InStatement[]; at: string } {
  const at = new Date(Math.max(Date.now(), Date.parse(seen) + 1)).toISOString()
  const event = JSON.stringify({ type: 'client.changed', ids: { client_id: id } })
  const outbox = 'INSERT INTO outbox (id, recipient, kind, payload, created_at, next_at)'
  const statements: InStatement[] = [
    {
      sql: `UPDATE book_clients SET name = name, email = email, phone = ?, company = company, status = status, updated_at = ?
            WHERE id = ? AND bookkeeper_id = ? AND updated_at = ?`,
      args: [phone, at, id, world.userId, seen],
    },
    "SELECT CASE WHEN changes() > 0 THEN 1 ELSE json('no row') END",
    // Done already: the portal's dispatcher has its own rows to deliver.
    {
      sql: `${outbox.slice(0, -1)}, done_at) VALUES (?, ?, 'event', ?, ?, ?, ?)`,
      args: [uuidv7(), `user:${world.userId}`, event, at, at, at],
    },
    {
      sql: `${outbox} SELECT ?, 'user:' || auth_user_id, 'event', ?, ?, ? FROM book_client_auth WHERE client_id = ? AND auth_user_id IS NOT NULL`,
      args: [uuidv7(), event, at, at, id],
    },
    {
      sql: `INSERT INTO audit_log (id, firm_id, actor_id, actor_role, action, subject_type, subject_id, client_id, detail, at)
            VALUES (?, ?, ?, 'bookkeeper', 'client.updated', 'client', ?, ?, ?, ?)`,
      args: [
        uuidv7(),
        world.firmId,
        world.userId,
        id,
        id,
        JSON.stringify({ phone: { from: '555 0100', to: phone } }),
        at,
      ],
    },
  ]
  return { statements, at }
}

interface Measured {
  /** Best round, requests a second. */
  rate: number
  /** CPU of the serving processes, milliseconds a request. */
  cpu: number
}

/** Runs the ways to write in turn, so that what else the machine does meets all of them. */
async function compared(
  ways: { pids: readonly number[]; run: (round: number) => Promise<unknown> }[],
): Promise<Measured[]> {
  const measured = ways.map(() => ({ rate: 0, cpu: 0 }))
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, { pids, run }] of ways.entries()) {
      const [before, started] = [cpuOf(pids), performance.now()]
      await run(round)
      const seconds = (performance.now() - started) / 1000
      const of = measured[i] ?? { rate: 0, cpu: 0 }
      measured[i] = {
        rate: Math.max(of.rate, (WIDTH * EACH) / seconds),
        cpu: of.cpu + (cpuOf(pids) - before) / (ROUNDS * WIDTH * EACH),
      }
    }
  }
  return measured
}

/** Updates a second with 16 at once, each on a client of its own, against the same batch, and its UPDATE alone, straight at the database. */
async function updateRows16(world: World): Promise<Row[]> {
  const own = await Promise.all(world.clientIds.slice(0, WIDTH).map((id) => readClient(world, id)))
  const straight = createClient({ url: world.stack.sqld.url })
  const sqld = [world.stack.sqld.process.pid ?? 0]
  const ids = world.clientIds.slice(100, 100 + STRAIGHT_WIDTH)
  const seen = new Map((await Promise.all(ids.map((id) => readClient(world, id)))).map((c) => [c.id, c.updated_at]))
  const portal = (round: number) =>
    Promise.all(
      own.map(async (client) => {
        for (let i = 0; i < EACH; i++) {
          const saved = await saveClient(world, { ...client, phone: `555 ${round}${i}` })
          if (saved.status !== 200 || !saved.updated_at) throw new Error(`update answered ${saved.status}`)
          client.updated_at = saved.updated_at
        }
      }),
    )
  const lanes = (width: number, act: (id: string, i: number) => Promise<unknown>) =>
    Promise.all(ids.slice(0, width).map((id) => times((WIDTH * EACH) / width, 1, (i) => patiently(() => act(id, i)))))
  const batch = (round: number) =>
    lanes(BATCH_WIDTH, async (id, i) => {
      const { statements, at } = batchOf(world, id, `555 ${round}${i}`, seen.get(id) ?? '')
      await straight.batch(statements, 'write')
      seen.set(id, at)
    })
  const single = () =>
    lanes(STRAIGHT_WIDTH, (id, i) =>
      straight.execute({ sql: 'UPDATE book_clients SET phone = ? WHERE id = ?', args: [`555 ${i}`, id] }),
    )
  const [ours, same, alone] = await compared([
    { pids: world.pids, run: portal },
    { pids: sqld, run: batch },
    { pids: sqld, run: single },
  ])
  straight.close()
  if (!ours || !same || !alone) throw new Error('nothing was measured')
  const row = (what: string, floor: Measured): Row => ({
    what,
    figure: `${(ours.rate / floor.rate).toFixed(2)} × floor`,
    against: `${ours.rate.toFixed(0)} against ${floor.rate.toFixed(0)} /s`,
    budget: '≥ 0.7 ×',
    met: ours.rate / floor.rate >= 0.7,
  })
  return [
    row('Updates with 16 at once, requests a second, against the same batch straight at the database', same),
    { ...row('… against its UPDATE alone, without conditions, events and trail', alone), budget: '', met: null },
    {
      ...ratioRow('… CPU of worker and database, against the same batch', ours.cpu, same.cpu, 'ms', 1),
      budget: '',
      met: null,
    },
  ]
}

/** How often each status was answered. */
type Answers = Map<number, number>
const count = (answers: Answers, status: number): void => void answers.set(status, (answers.get(status) ?? 0) + 1)
const listed = (answers: Answers): string => [...answers].map(([status, n]) => `${n} × ${status}`).join(', ')

/** 64 writers for a while: nobody may be shown a locked database, and writes must go on afterwards. */
async function contentionRow(world: World, seconds: number): Promise<Row> {
  const width = 64
  const own = await Promise.all(world.clientIds.slice(200, 200 + width).map((id) => readClient(world, id)))
  const answers: Answers = new Map()
  const until = Date.now() + seconds * 1000
  await Promise.all(
    own.map(async (client) => {
      for (let i = 0; Date.now() < until; i++) {
        const saved = await saveClient(world, { ...client, phone: `555 ${i}` })
        count(answers, saved.status)
        if (saved.updated_at) client.updated_at = saved.updated_at
      }
    }),
  )
  const [first] = own
  const after = first ? await saveClient(world, first) : { status: 0 }
  const done = answers.get(200) ?? 0
  answers.delete(200)
  return {
    what: `64 writers for ${seconds} s`,
    figure: `${done} done, ${listed(answers) || 'none refused'}`,
    against: `write afterwards: ${after.status}`,
    budget: 'no SQLITE_BUSY shown, writes alive',
    met: answers.size === 0 && after.status === 200,
  }
}

/** Holds the database's lock, as a migration would, until told. The server takes it from whoever holds it for five seconds. */
async function locked(world: World, until: () => boolean): Promise<void> {
  const db = createClient({ url: world.stack.sqld.url })
  while (!until()) {
    const lock = await db.transaction('write')
    for (let i = 0; i < 80 && !until(); i++) await new Promise((resolve) => setTimeout(resolve, 50))
    await lock.rollback().catch(() => undefined)
    lock.close()
  }
  db.close()
}

/** More writers at once than may wait, while the database is locked: those beyond are told to come back, and the others' writes are done. */
async function floodRow(world: World): Promise<Row> {
  const ids = world.clientIds.slice(1000, 1000 + FLOOD)
  const own: Editable[] = []
  await times(ids.length, 8, async (i) => void own.push(await readClient(world, ids[i] ?? '')))
  const answers: Answers = new Map()
  let hasty = 0
  let refused = false
  const held = locked(world, () => refused)
  await Promise.all(
    own.map(async (client) => {
      const saved = await saveClient(world, { ...client, phone: '555 0199' })
      count(answers, saved.status)
      if (saved.status !== 503) return
      refused = true
      if (saved.retry === null) hasty++
    }),
  )
  refused = true
  await held
  const first = own[0]
  const after = first ? (await saveClient(world, await readClient(world, first.id))).status : 0
  const known = [...answers.keys()].every((status) => status === 200 || status === 503)
  return {
    what: `${FLOOD} writers at once while the database is locked`,
    figure: listed(answers),
    against: `without Retry-After: ${hasty}; write afterwards: ${after}`,
    budget: '200, or 503 with Retry-After',
    met: known && hasty === 0 && (answers.get(503) ?? 0) > 0 && after === 200,
  }
}

/** What writing costs when many write at once; BENCH_SECONDS sets how long the 64 write (60). */
export async function updateRows(world: World): Promise<Row[]> {
  return [
    ...(await updateRows16(world)),
    await contentionRow(world, Number(process.env['BENCH_SECONDS'] ?? 60)),
    await floodRow(world),
  ]
}
