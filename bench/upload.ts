import { BUDGETS } from './budgets.ts'
import { MAX_FILE_BYTES, UPLOAD_PART_BYTES } from '../worker/contract/src/limits.ts'
import type { Bare } from './bare.ts'
import { cpuOf, memoryOf } from './cpu.ts'
import { type Row, ratioRow } from './table.ts'
import type { World } from './world.ts'

const ROUNDS = 8
const UPLOADS = 25
const MB = 1024 * 1024

/** A PDF of exactly so many bytes. */
function pdfOf(size: number): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(size).fill(0x20)
  file.set(new TextEncoder().encode('%PDF-1.7\n'))
  file.set(new TextEncoder().encode('%%EOF'), size - 5)
  return file
}

async function send(url: string, token: string, method: string, body: BodyInit): Promise<Response> {
  const type = typeof body === 'string' ? 'application/json' : 'application/octet-stream'
  const response = await fetch(url, {
    method,
    body,
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
  })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return response
}

/** CPU of a 1 MB upload with all checks (name, size, content, hash, owner, audit log) against a bare R2 put; interleaved. */
async function cpuRow(world: World, bare: Bare): Promise<Row> {
  const file = pdfOf(MB)
  const sqld = world.stack.sqld.process.pid ?? 0
  const used = { portal: 0, floor: 0 }
  const portal = (n: number) => send(`${world.stack.url}/api/templates/files?name=${n}.pdf`, world.token, 'POST', file)
  const floor = (n: number) => send(`${bare.url}/put?key=${n}`, '', 'PUT', file)
  const many = async (act: (n: number) => Promise<Response>, base: number) => {
    for (let i = 0; i < UPLOADS; i++) await (await act(base + i)).text()
  }
  await many(portal, 0)
  await many(floor, 0)
  for (let round = 1; round <= ROUNDS; round++) {
    let before = cpuOf(world.pids)
    await many(portal, round * UPLOADS)
    used.portal += cpuOf(world.pids) - before
    before = cpuOf([...bare.pids, sqld])
    await many(floor, round * UPLOADS)
    used.floor += cpuOf([...bare.pids, sqld]) - before
  }
  const n = ROUNDS * UPLOADS
  return ratioRow('1 MB upload with all checks, CPU', used.portal / n, used.floor / n, 'ms', BUDGETS.upload)
}

/** Most that the worker's memory grows while `act` runs, in MB. */
async function growth(world: World, act: () => Promise<unknown>): Promise<number> {
  const sqld = world.stack.sqld.process.pid ?? 0
  const pids = world.pids.filter((pid) => pid !== sqld)
  const before = memoryOf(pids)
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, memoryOf(pids))
  }, 20)
  await act()
  clearInterval(timer)
  return most - before
}

async function inParts(world: World, name: string, size: number): Promise<void> {
  const begin = await send(
    `${world.stack.url}/api/templates/uploads`,
    world.token,
    'POST',
    JSON.stringify({ name, size }),
  )
  const { id } = (await begin.json()) as { id: string }
  const file = pdfOf(size)
  for (let n = 1; (n - 1) * UPLOAD_PART_BYTES < size; n++) {
    const part = file.subarray((n - 1) * UPLOAD_PART_BYTES, n * UPLOAD_PART_BYTES)
    await (await send(`${world.stack.url}/api/uploads/${id}/parts/${n}`, world.token, 'PUT', part)).text()
  }
  await (await send(`${world.stack.url}/api/uploads/${id}/complete`, world.token, 'POST', '{}')).text()
}

/** How much more memory a file of 50 MB takes than one of 5 MB: whole, and in parts. */
async function memoryRows(world: World): Promise<Row[]> {
  const whole = async (name: string, size: number) =>
    (await send(`${world.stack.url}/api/templates/files?name=${name}`, world.token, 'POST', pdfOf(size))).text()
  const rows: Row[] = []
  for (const [what, act] of [
    ['whole', whole],
    ['in parts', (name: string, size: number) => inParts(world, name, size)],
  ] as const) {
    await act('warm.pdf', UPLOAD_PART_BYTES + 1)
    const small = await growth(world, () => act('small.pdf', UPLOAD_PART_BYTES + 1))
    const large = await growth(world, () => act('large.pdf', MAX_FILE_BYTES))
    rows.push({
      what: `Memory while a 50 MB file comes ${what}`,
      figure: `+${large.toFixed(0)} MB`,
      against: `5 MB: +${small.toFixed(0)} MB`,
      budget: 'flat: ≤ +32 MB',
      met: large - small <= 32,
    })
  }
  return rows
}

/** What an upload costs. */
export async function uploadRows(world: World, bare: Bare): Promise<Row[]> {
  return [await cpuRow(world, bare), ...(await memoryRows(world))]
}
