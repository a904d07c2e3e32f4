import { MAX_FILE_BYTES, UPLOAD_PART_BYTES } from '../worker/contract/src/limits.ts'
import { BUDGETS } from './budgets.ts'
import { memoryOf } from './cpu.ts'
import { type Floor, startFloor } from './floor.ts'
import { bodyOf, measure } from './measure.ts'
import { type Production, startProduction } from './production.ts'
import { type Row, ratioRow } from './table.ts'

const MB = 1024 * 1024
const SAMPLE_MS = 20

/** Returns a PDF of exactly `size` bytes. */
function pdfOf(size: number): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(size).fill(0x20)
  file.set(new TextEncoder().encode('%PDF-1.7\n'))
  file.set(new TextEncoder().encode('%%EOF'), size - 5)
  return file
}

/** Sends bytes or JSON to a path of the portal. */
function send(portal: Production, method: string, path: string, body: BodyInit): Promise<string> {
  const type = typeof body === 'string' ? 'application/json' : 'application/octet-stream'
  return bodyOf(portal.ask(path, { method, body, headers: { 'content-type': type } }))
}

const uploadWhole = (portal: Production, name: string, file: BodyInit): Promise<string> =>
  send(portal, 'POST', `/api/templates/files?name=${name}`, file)

async function uploadInParts(portal: Production, name: string, file: Uint8Array<ArrayBuffer>): Promise<void> {
  const announced = JSON.stringify({ name, size: file.length })
  const { id } = JSON.parse(await send(portal, 'POST', '/api/templates/uploads', announced)) as { id: string }
  for (let start = 0, part = 1; start < file.length; start += UPLOAD_PART_BYTES, part++) {
    await send(portal, 'PUT', `/api/uploads/${id}/parts/${part}`, file.subarray(start, start + UPLOAD_PART_BYTES))
  }
  await send(portal, 'POST', `/api/uploads/${id}/complete`, '{}')
}

/** Measures the CPU of a 1 MB upload with all checks (such as content and owner) against a bare R2 put. */
async function cpuRow(portal: Production, floor: Floor): Promise<Row> {
  const body = pdfOf(MB)
  const load = { requests: 25, width: 1 }
  const { cost, floor: bare } = await measure(
    { ...load, pids: portal.pids, request: (i) => uploadWhole(portal, `${i}.pdf`, body) },
    {
      ...load,
      pids: floor.pids,
      request: (i) => bodyOf(fetch(`${floor.url}/put?key=${i}`, { method: 'PUT', body })),
    },
    8,
  )
  return ratioRow('1 MB upload with all checks: CPU', cost.cpu, bare.cpu, 'ms', BUDGETS.upload)
}

/** Returns by how many MB the worker's memory grows at most while `act` runs. */
async function growth({ pids, sqldPid }: Production, act: () => Promise<unknown>): Promise<number> {
  const worker = pids.filter((pid) => pid !== sqldPid)
  const before = memoryOf(worker)
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, memoryOf(worker))
  }, SAMPLE_MS)
  await act()
  clearInterval(timer)
  return most - before
}

/** Measures how much more memory a file of 50 MB takes than a file of 5 MB, after an earlier one. */
async function memoryRow(portal: Production, what: string, upload: typeof uploadInParts): Promise<Row> {
  const [small, large] = [pdfOf(UPLOAD_PART_BYTES + 1), pdfOf(MAX_FILE_BYTES)]
  // The first large file makes the worker's heap grow, as in the floor. Later files must not.
  await upload(portal, 'warm.pdf', large)
  const little = await growth(portal, () => upload(portal, 'small.pdf', small))
  const much = await growth(portal, () => upload(portal, 'large.pdf', large))
  return {
    what: `Memory during an upload of 50 MB, ${what}`,
    figure: `+${much.toFixed(0)} MB`,
    against: `5 MB: +${little.toFixed(0)} MB`,
    budget: `≤ 5 MB + ${BUDGETS.uploadMemoryMb} MB`,
    met: much - little <= BUDGETS.uploadMemoryMb,
  }
}

/** Measures what an upload costs. */
export async function measureUploads(): Promise<Row[]> {
  await using portal = await startProduction()
  await using floor = await startFloor(portal)
  return [
    await cpuRow(portal, floor),
    await memoryRow(portal, 'whole', async (...upload) => void (await uploadWhole(...upload))),
    await memoryRow(portal, 'in parts', uploadInParts),
  ]
}
