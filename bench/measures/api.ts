import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { WORKER_BUNDLE } from '../../tools/run/bundle-worker.ts'
import { memoryOf } from '../cpu.ts'
import { bodyOf, compare, repeat } from '../measure.ts'
import type { Pair } from '../rows.ts'
import { idOf, KIND } from '../setup/fill-rows.ts'
import { CLIENTS, type FilledPortal } from '../setup/setups.ts'

/** What requests cost. */

const REQUESTS = 120
const MANY = 20_000
/** Longer than the delay after which the writer seals the audit log. */
const PAUSE_MS = 1300

const listPage = ({ portal }: FilledPortal) => bodyOf(portal.ask('/api/clients?limit=100'))
/** The floor checks the token and sends the same SQL. */
const listBare = ({ portal, floor }: FilledPortal) =>
  bodyOf(fetch(`${floor.url}/query/list`, { headers: { authorization: `Bearer ${portal.token}` } }))

/** Measures lists of 100 clients, `width` at the same time. */
export const listing = (width: number) => (stage: FilledPortal) =>
  compare(
    stage,
    { requests: REQUESTS, width },
    () => listPage(stage),
    () => listBare(stage),
  )

/** Measures updates, one after the other, with everything that follows them, against a bare UPDATE by one writer. */
export const updating = (stage: FilledPortal) => {
  const { portal, floor, updateNext } = stage
  const update = async (i: number) => {
    await updateNext()
    if (i % REQUESTS < REQUESTS - 1) return
    await pause(PAUSE_MS)
    await portal.settle()
  }
  const sql = 'UPDATE book_clients SET phone = ? WHERE id = ?'
  const headers = { authorization: `Bearer ${portal.token}` }
  const updateBare = (i: number) => {
    const args = [`555 ${i}`, idOf(KIND.client, CLIENTS - 1)].map((value) => ({ type: 'text', value }))
    return bodyOf(fetch(`${floor.url}/query/update`, { method: 'POST', headers, body: JSON.stringify({ sql, args }) }))
  }
  return compare(stage, { requests: REQUESTS, width: 1 }, update, updateBare)
}

/** Measures memory in MB after 20,000 lists. The growth in the second half shows whether it settles. */
export async function memoryOfLists(stage: FilledPortal): Promise<{ memory: Pair; growth: string }> {
  const memoryAfter = async (pids: readonly number[], list: typeof listPage) => {
    await repeat(MANY / 2, 16, () => list(stage))
    const half = memoryOf(pids)
    await repeat(MANY / 2, 16, () => list(stage))
    const full = memoryOf(pids)
    return { full, growth: `+${(full - half).toFixed(0)} MB` }
  }
  const used = await memoryAfter(stage.portal.pids, listPage)
  const bare = await memoryAfter(stage.floor.pids, listBare)
  return { memory: [used.full, bare.full], growth: `${used.growth} against ${bare.growth}` }
}

/** Returns the size of the worker's bundle in kB, gzipped. */
export const workerBundle = async () => gzipSync(readFileSync(WORKER_BUNDLE), { level: 9 }).byteLength / 1000
