import { createHash, randomUUID } from 'node:crypto'
import type { FileAnswer } from '../../worker/contract/src/fields.ts'
import { UPLOAD_PART_BYTES } from '../../worker/contract/src/limits.ts'
import { realPdf } from '../../worker/contract/src/testing/real-files.ts'
import type { FilePromise } from './ledger.ts'
import type { Answer, Person } from './people.ts'
import type { Random } from './random.ts'

/** Files as people send them: most small, some in parts. */

const LARGE_SHARE = 0.06
/** Answers after which a file in parts is sent from its beginning: not found, or parts are missing. */
const LOST: readonly number[] = [404, 409]

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** A PDF that there is only one of. */
export function newFile(random: Random): { name: string; bytes: Uint8Array<ArrayBuffer>; isLarge: boolean } {
  const isLarge = random.chance(LARGE_SHARE)
  const padding = isLarge ? UPLOAD_PART_BYTES + random.between(1000, 200_000) : random.between(0, 150_000)
  const mark = randomUUID()
  return { name: `paper-${mark.slice(0, 8)}.pdf`, bytes: realPdf(mark, '', padding), isLarge }
}

async function inParts(
  person: Person,
  begin: string,
  fields: object,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Answer<FileAnswer>> {
  const opened = await person.insist<{ id: string; part_size: number }>('POST', begin, {
    json: { ...fields, size: bytes.length },
    key: randomUUID(),
  })
  if (opened.status >= 300) return { ...opened, body: null as never }
  const { id, part_size: size } = opened.body
  for (let part = 1; (part - 1) * size < bytes.length; part++) {
    const sent = await person.insist('PUT', `/uploads/${id}/parts/${part}`, {
      bytes: bytes.slice((part - 1) * size, part * size),
    })
    if (sent.status >= 300) return { ...sent, body: null as never }
  }
  return person.insist<FileAnswer>('POST', `/uploads/${id}/complete`, { json: { sha256: sha256(bytes) } })
}

/** Where files go: into a field of a section, or into a conversation. */
export type Place = { section: string; field: string } | { thread: string }

/** Uploads a file until it is there. @returns what was promised, or the answer that refused it */
export async function upload(person: Person, place: Place, random: Random): Promise<FilePromise | Answer> {
  const { name, bytes, isLarge } = newFile(random)
  const at = 'thread' in place ? `/chat/threads/${place.thread}` : `/portal/sections/${place.section}`
  const field = 'field' in place ? { field: place.field } : {}
  const whole = () =>
    person.insist<FileAnswer>('POST', `${at}/files?${new URLSearchParams({ ...field, name })}`, {
      bytes,
      key: randomUUID(),
    })
  const parts = () => inParts(person, `${at}/uploads`, { ...field, name }, bytes)
  let answer = await (isLarge ? parts() : whole())
  // Parts that the storage has lost are sent anew, as the browser does.
  if (isLarge) for (let tries = 1; LOST.includes(answer.status) && tries < 3; tries++) answer = await parts()
  if (answer.status >= 300) return answer
  return { file: answer.body, sha256: sha256(bytes), isKept: true, during: answer.during }
}
