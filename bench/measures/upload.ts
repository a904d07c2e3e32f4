import { MAX_FILE_BYTES, UPLOAD_PART_BYTES } from '../../worker/contract/src/limits.ts'
import { memoryOf } from '../cpu.ts'
import { bodyOf, compare } from '../measure.ts'
import type { Floor } from '../setup/floor.ts'
import type { Production } from '../setup/production.ts'

/** What uploads cost. */

interface Stage {
  portal: Production
  floor: Floor
}

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

type Upload = (portal: Production, name: string, file: Uint8Array<ArrayBuffer>) => Promise<unknown>

export const whole: Upload = (portal, name, file) => send(portal, 'POST', `/api/templates/files?name=${name}`, file)

export const inParts: Upload = async (portal, name, file) => {
  const announced = JSON.stringify({ name, size: file.length })
  const { id } = JSON.parse(await send(portal, 'POST', '/api/templates/uploads', announced)) as { id: string }
  for (let start = 0, part = 1; start < file.length; start += UPLOAD_PART_BYTES, part++) {
    await send(portal, 'PUT', `/api/uploads/${id}/parts/${part}`, file.subarray(start, start + UPLOAD_PART_BYTES))
  }
  await send(portal, 'POST', `/api/uploads/${id}/complete`, '{}')
}

/** Measures a 1 MB upload with all checks (such as content and owner) against a bare R2 put. */
export function uploading(stage: Stage) {
  const body = pdfOf(MB)
  return compare(
    stage,
    { requests: 25, width: 1, rounds: 8 },
    (i) => whole(stage.portal, `${i}.pdf`, body),
    (i) => bodyOf(fetch(`${stage.floor.url}/put?key=${i}`, { method: 'PUT', body })),
  )
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

/** Measures by how many MB a file of 5 MB and one of 50 MB make the memory grow, after an earlier one. */
export const memoryOfUpload =
  (upload: Upload) =>
  async ({ portal }: Stage): Promise<{ little: number; much: number }> => {
    const [small, large] = [pdfOf(UPLOAD_PART_BYTES + 1), pdfOf(MAX_FILE_BYTES)]
    // The first large file makes the worker's heap grow, as in the floor. Later files must not.
    await upload(portal, 'warm.pdf', large)
    const little = await growth(portal, () => upload(portal, 'small.pdf', small))
    const much = await growth(portal, () => upload(portal, 'large.pdf', large))
    return { little, much }
  }
