import { createHash, randomUUID } from 'node:crypto'
import type { ApiClient } from '../../../worker/client.ts'
import type { FileAnswer } from '../../../worker/contract/src/fields.ts'
import { UPLOAD_PART_BYTES } from '../../../worker/contract/src/limits.ts'
import { realPdf } from '../../../worker/contract/src/testing/real-files.ts'
import type { Random } from '../random.ts'
import type { Promises } from '../scenario.ts'
import type { User } from './user.ts'

type Bytes = Uint8Array<ArrayBuffer>

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

export const toField = (id: string, field: string) => ({
  upload: (api: ApiClient, name: string, body: Bytes) =>
    api.portal.sections[':id'].files.$post({ param: { id }, query: { field, name } }, { init: { body } }),
  begin: (api: ApiClient, file: { name: string; size: number }) =>
    api.portal.sections[':id'].uploads.$post({ param: { id }, json: { field, ...file } }),
})

export const toConversation = (id: string) => ({
  upload: (api: ApiClient, name: string, body: Bytes) =>
    api.chat.threads[':id'].files.$post({ param: { id }, query: { name } }, { init: { body } }),
  begin: (api: ApiClient, file: { name: string; size: number }) =>
    api.chat.threads[':id'].uploads.$post({ param: { id }, json: file }),
})

type Destination = ReturnType<typeof toField | typeof toConversation>

/** Uploads a file in parts. Starts again when the storage has lost parts, as the browser does. */
async function uploadParts(user: User, to: Destination, name: string, bytes: Bytes) {
  for (let triesLeft = 2; ; triesLeft--) {
    const accept = triesLeft > 0 ? [404, 409] : []
    const { body: begun } = await user.send((api) => to.begin(api, { name, size: bytes.length }))
    const size = begun.part_size
    let isStored = true
    for (let part = 1; isStored && (part - 1) * size < bytes.length; part++) {
      const param = { id: begun.id, part: String(part) }
      const init = { body: bytes.slice((part - 1) * size, part * size) }
      isStored = (await user.send((api) => api.uploads[':id'].parts[':part'].$put({ param }, { init }), { accept })).ok
    }
    if (!isStored) continue
    const args = { param: { id: begun.id }, json: { sha256: sha256(bytes) } }
    const completed = await user.send((api) => api.uploads[':id'].complete.$post(args), { accept })
    if (completed.ok) return completed
  }
}

/** Uploads a PDF with unique content, usually a small one, sometimes a large one in parts. */
export async function upload(promises: Promises, user: User, to: Destination, random: Random) {
  const isLarge = random.chance(0.06)
  const padding = isLarge ? UPLOAD_PART_BYTES + random.between(1000, 200_000) : random.between(0, 150_000)
  const text = randomUUID()
  const name = `scan-${text.slice(0, 8)}.pdf`
  const bytes = realPdf(text, '', padding)
  const { body } = isLarge
    ? await uploadParts(user, to, name, bytes)
    : await user.send((api) => to.upload(api, name, bytes))
  promises.add('files', `${user.email} ${body.id}`, sha256(bytes))
  return body
}

/** Promises that a file is gone. */
export const promiseRemoval = (promises: Promises, user: User, file: FileAnswer): void =>
  promises.add('files', `${user.email} ${file.id}`, 404)
