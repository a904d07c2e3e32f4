import { createClient } from '@libsql/client/http'
import { times } from './cpu.ts'
import type { Row } from './table.ts'
import type { World } from './world.ts'

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
  const response = await fetch(`${world.stack.url}/api/clients/${id}`, { headers: { authorization: `Bearer ${world.token}` } })
  return (await response.json()) as Editable
}

async function saveClient(world: World, client: Editable): Promise<{ status: number; updated_at?: string }> {
  const { name, email, phone, company, status, updated_at } = client
  const response = await fetch(`${world.stack.url}/api/clients/${client.id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${world.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name, email, phone, company, status, updated_at }),
  })
  const body = (await response.json()) as { updated_at?: string }
  return { status: response.status, ...(body.updated_at ? { updated_at: body.updated_at } : {}) }
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

/** Updates a second with 16 at once, each on a client of its own, against the same statement sent straight to the database. */
async function updateRow(world: World): Promise<Row> {
  const width = 16
  const own = await Promise.all(world.clientIds.slice(0, width).map((id) => readClient(world, id)))
  const straight = createClient({ url: world.stack.sqld.url })
  const rates: { portal: number[]; floor: number[] } = { portal: [], floor: [] }
  for (let round = 0; round < 3; round++) {
    let started = performance.now()
    await Promise.all(
      own.map(async (client) => {
        for (let i = 0; i < 25; i++) {
          const saved = await saveClient(world, { ...client, phone: `555 ${round}${i}` })
          if (saved.status !== 200 || !saved.updated_at) throw new Error(`update answered ${saved.status}`)
          client.updated_at = saved.updated_at
        }
      }),
    )
    rates.portal.push((width * 25) / ((performance.now() - started) / 1000))
    // Straight at the database eight at once: with sixteen it livelocks for good, which is why the portal has one writer.
    started = performance.now()
    await times(400, 8, (i) =>
      patiently(() =>
        straight.execute({
          sql: 'UPDATE book_clients SET phone = ? WHERE id = ?',
          args: [`555 ${i}`, world.clientIds[100 + (i % 8)] ?? ''],
        }),
      ),
    )
    rates.floor.push(400 / ((performance.now() - started) / 1000))
  }
  straight.close()
  const best = { portal: Math.max(...rates.portal), floor: Math.max(...rates.floor) }
  const ratio = best.portal / best.floor
  return {
    what: 'Updates with 16 at once, requests a second',
    figure: `${ratio.toFixed(2)} × floor`,
    against: `${best.portal.toFixed(0)} against ${best.floor.toFixed(0)} /s`,
    budget: '≥ 0.7 ×',
    met: ratio >= 0.7,
  }
}

/** 64 writers for a while: nobody may be shown a locked database, and writes must go on afterwards. */
async function contentionRow(world: World, seconds: number): Promise<Row> {
  const width = 64
  const own = await Promise.all(world.clientIds.slice(200, 200 + width).map((id) => readClient(world, id)))
  const answers = new Map<number, number>()
  const until = Date.now() + seconds * 1000
  await Promise.all(
    own.map(async (client) => {
      for (let i = 0; Date.now() < until; i++) {
        const saved = await saveClient(world, { ...client, phone: `555 ${i}` })
        answers.set(saved.status, (answers.get(saved.status) ?? 0) + 1)
        if (saved.updated_at) client.updated_at = saved.updated_at
      }
    }),
  )
  const [first] = own
  const after = first ? await saveClient(world, first) : { status: 0 }
  const done = answers.get(200) ?? 0
  const other = [...answers].filter(([status]) => status !== 200)
  return {
    what: `64 writers for ${seconds} s`,
    figure: `${done} done, ${other.map(([s, n]) => `${n} × ${s}`).join(', ') || 'none refused'}`,
    against: `write afterwards: ${after.status}`,
    budget: 'no SQLITE_BUSY shown, writes alive',
    met: other.length === 0 && after.status === 200,
  }
}

/** What writing costs when many write at once; BENCH_SECONDS sets how long the 64 write (60). */
export async function updateRows(world: World): Promise<Row[]> {
  return [await updateRow(world), await contentionRow(world, Number(process.env['BENCH_SECONDS'] ?? 60))]
}
