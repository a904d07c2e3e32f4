import type { FileAnswer } from '@portal/contract/fields'
import { extensionOf, MEDIA_TYPES } from '@portal/contract/files'
import { cleanLine } from '@portal/contract/text'
import type { Caller } from '../../worker/src/testing/portal.ts'
import { change, rows } from '../../worker/src/testing/work.ts'
import { attack, type Trial } from './lib/attack.ts'
import { countRows } from './lib/database.ts'
import { inParallel } from './lib/requests.ts'
import { HOSTILE_FILES, HOSTILE_NAMES, type HostileFile } from './uploads/files.ts'
import { newUploadPlaces, uploadInParts, type UploadPlace, uploadWhole } from './uploads/places.ts'

/** Hostile files and names, in every place that accepts files. */

/** Matches characters with a special meaning in paths, headers or bidirectional text. */
const UNSAFE_NAME = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e\u2066-\u2069/\\]/u
const DISPOSITION = /^attachment; filename="[A-Za-z0-9 ._()-]*"; filename\*=UTF-8''([A-Za-z0-9._~!%-]+)$/

/** Expects a stored file to be inert, under a safe name and path, and unchanged. */
async function expectInert(t: Trial, what: string, caller: Caller, id: string, bytes: Uint8Array): Promise<void> {
  const [row] = await rows<{ path: string; name: string }>('SELECT path, name FROM files WHERE id = ?', id)
  const { path = '', name = '' } = row ?? {}
  const isSafePath = /^[\w./-]+$/.test(path) && !path.split('/').some((part) => /^\.{0,2}$/.test(part))
  t.check(isSafePath && !UNSAFE_NAME.test(name), `${what}: stored as ${JSON.stringify(name)} at ${path}`)
  for (const way of ['', '/preview']) {
    const response = await caller.fetch(`/api/files/${id}${way}`)
    const body = new Uint8Array(await response.arrayBuffer())
    // Not every type has a preview.
    if (way && response.status === 415) continue
    const header = (field: string) => response.headers.get(field) ?? ''
    const served = decodeURIComponent(DISPOSITION.exec(header('content-disposition'))?.[1] ?? '')
    const isInert =
      served !== '' &&
      !UNSAFE_NAME.test(served) &&
      header('content-type').replace('; charset=utf-8', '') === MEDIA_TYPES[extensionOf(served)] &&
      header('x-content-type-options') === 'nosniff' &&
      /(^|; ?)sandbox(;|$)/.test(header('content-security-policy')) &&
      header('cache-control').includes('no-store')
    const headers = JSON.stringify([...response.headers])
    t.check(response.status === 200 && isInert, `${what}: served${way} as ${response.status} ${headers}`)
    // A preview of a text may be shorter.
    const isSame = Buffer.compare(body, bytes.subarray(0, body.length)) === 0
    t.check(isSame && (way !== '' || body.length === bytes.length), `${what}: served${way} with other bytes`)
  }
}

async function expectHarmless(t: Trial, place: UploadPlace, file: HostileFile, response: Response): Promise<void> {
  const what = `${JSON.stringify(file.name)}, as ${place.purpose} ${Object.values(place.input).join()}`
  if (!file.kept) return t.refuses(what, response)
  const { id } = await t.accepts<FileAnswer>(what, response)
  await expectInert(t, what, place.caller, id, file.bytes)
  // Fields and messages limit the number of files.
  await change('DELETE FROM files WHERE id = ?', id)
}

/** Uploads a file in every place that accepts its type and in another place; in parts, once for each purpose. */
async function uploadEverywhere(t: Trial, places: readonly UploadPlace[], file: HostileFile): Promise<void> {
  const extension = extensionOf(cleanLine(file.name))
  const acceptsType = (place: UploadPlace) => place.extensions.includes(extension)
  const chosen = places.filter(acceptsType).concat(places.find((place) => !acceptsType(place)) ?? [])
  const tasks = chosen.map(async (place) => {
    const judged = { ...file, kept: file.kept && acceptsType(place) }
    await expectHarmless(t, place, judged, await uploadWhole(place, file.name, file.bytes))
    const isFirst = chosen.find(({ purpose }) => purpose === place.purpose) === place
    if (isFirst && file.bytes.length > 0)
      await expectHarmless(t, place, judged, await uploadInParts(place, file.name, file.bytes))
  })
  await Promise.all(tasks)
}

/** How many files one bookkeeper and client upload. More would exceed the rate limit of the chat. */
const FILES_OF_A_PAIR = 40

async function uploadAll(t: Trial, files: readonly HostileFile[]): Promise<void> {
  const starts = Array.from({ length: Math.ceil(files.length / FILES_OF_A_PAIR) }, (_, i) => i * FILES_OF_A_PAIR)
  const upload = async (start: number) => {
    const { places } = await newUploadPlaces()
    for (const file of files.slice(start, start + FILES_OF_A_PAIR)) await uploadEverywhere(t, places, file)
  }
  await inParallel(starts, upload, 3)
}

attack('hostile files, whole and in parts', async (t) => {
  const pending = () => countRows("files WHERE state = 'pending'")
  const before = await pending()
  await uploadAll(t, HOSTILE_FILES)
  t.check((await pending()) === before, 'refused uploads are still open')
})

attack('names with a special meaning in paths, headers or terminals', (t) => uploadAll(t, HOSTILE_NAMES))
