import { createHash } from 'node:crypto'
import { strFromU8, unzipSync } from 'fflate'
import {
  CHAT_FILE_EXTENSIONS,
  CLIENT_FILE_EXTENSIONS,
  extensionOf,
  MEDIA_TYPES,
  REUPLOAD_EXTENSIONS,
  WORKFORM_TEMPLATE_EXTENSIONS,
} from '@portal/contract/files'
import type { FileAnswer } from '@portal/contract/fields'
import { MAX_FILE_BYTES, UPLOAD_PART_BYTES } from '@portal/contract/limits'
import { realPdf } from '@portal/contract/testing/real-files'
import { type Caller, newBookkeeper, newClient, stranger } from '../../worker/src/testing/portal.ts'
import { newWork, submit, type Work } from '../../worker/src/testing/sections.ts'
import { change, rows, send } from '../../worker/src/testing/work.ts'
import type { Attack } from './attack.ts'
import { Tally } from './tally.ts'
import { rawUploads } from './uploads-raw.ts'
import { HOSTILE_NAMES, type HostileFile, hostileFiles } from './upload-files.ts'

/** Hostile files and names at every door that takes files, and what becomes of those that are what they say. */

/** A way in. */
interface Door {
  name: string
  purpose: 'answer' | 'template' | 'chat'
  who: Caller
  extensions: readonly string[]
  /** Asks to send a file whole. */
  whole(name: string): string
  /** What announces a file in parts, and where. */
  parts: { path: string; more: Record<string, string> }
}

const FIELDS = [
  { id: 'scan', name: 'Scan', type: 'file', section: 'First' },
  { id: 'signed', name: 'Signed', type: 'download-reupload', section: 'First' },
]

async function doorsOf({ bookkeeper, client, first }: Work): Promise<Door[]> {
  const [thread] = await rows<{ id: string }>('SELECT id FROM chat_threads WHERE client_id = ?', client.clientId)
  const section = `/api/portal/sections/${first.id}`
  const query = (more: Record<string, string>) => new URLSearchParams(more).toString()
  const field = (id: string, extensions: readonly string[]): Door => ({
    name: `a client's ${id} field`,
    purpose: 'answer',
    who: client,
    extensions,
    whole: (name) => `${section}/files?${query({ field: id, name })}`,
    parts: { path: `${section}/uploads`, more: { field: id } },
  })
  const template = (screen: string, extensions: readonly string[]): Door => ({
    name: `a template on ${screen}`,
    purpose: 'template',
    who: bookkeeper,
    extensions,
    whole: (name) => `/api/templates/files?${query({ screen, name })}`,
    parts: { path: '/api/templates/uploads', more: { screen } },
  })
  const chat = (who: Caller, name: string): Door => ({
    name: `the chat, by the ${name}`,
    purpose: 'chat',
    who,
    extensions: CHAT_FILE_EXTENSIONS,
    whole: (file) => `/api/chat/threads/${thread?.id}/files?${query({ name: file })}`,
    parts: { path: `/api/chat/threads/${thread?.id}/uploads`, more: {} },
  })
  return [
    field('scan', CLIENT_FILE_EXTENSIONS),
    field('signed', REUPLOAD_EXTENSIONS),
    template('assign', REUPLOAD_EXTENSIONS),
    template('workforms', WORKFORM_TEMPLATE_EXTENSIONS),
    chat(client, 'client'),
    chat(bookkeeper, 'bookkeeper'),
  ]
}

const sendWhole = (door: Door, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<Response> =>
  door.who.fetch(door.whole(name), { method: 'POST', body: bytes })

/** Sends a file in parts. @returns the first answer that went wrong, or the last */
async function sendInParts(door: Door, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<Response> {
  const begun = await send(door.who, 'POST', door.parts.path, { ...door.parts.more, name, size: bytes.length })
  if (!begun.ok) return begun
  const { id, part_size } = (await begun.json()) as { id: string; part_size: number }
  for (let n = 1; (n - 1) * part_size < bytes.length; n++) {
    const body = bytes.subarray((n - 1) * part_size, n * part_size)
    const put = await door.who.fetch(`/api/uploads/${id}/parts/${n}`, { method: 'PUT', body })
    if (!put.ok) return put
  }
  return send(door.who, 'POST', `/api/uploads/${id}/complete`, {})
}

// Nobody takes these for a page, a script or a header of their own.
const UNSAFE_NAME = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e\u2066-\u2069/\\]/u
const DISPOSITION = /^attachment; filename="[A-Za-z0-9 ._()-]*"; filename\*=UTF-8''([A-Za-z0-9._~!%-]*)$/

/** What is wrong with how a file is handed back, or undefined. */
async function handedBack(who: Caller, file: FileAnswer, bytes: Uint8Array): Promise<string | undefined> {
  for (const way of ['', '/preview']) {
    const answer = await who.fetch(`/api/files/${file.id}${way}`)
    const body = new Uint8Array(await answer.arrayBuffer())
    if (way !== '' && answer.status === 415) continue
    const header = (name: string) => answer.headers.get(name) ?? ''
    const [, encoded] = DISPOSITION.exec(header('content-disposition')) ?? []
    const name = encoded === undefined ? '' : decodeURIComponent(encoded)
    if (answer.status !== 200) return `${way} answers ${answer.status}`
    if (name === '' || UNSAFE_NAME.test(name)) return `comes back as ${header('content-disposition')}`
    if (header('content-type').replace('; charset=utf-8', '') !== MEDIA_TYPES[extensionOf(name)])
      return `comes back as ${header('content-type')}`
    if (header('x-content-type-options') !== 'nosniff') return 'may be sniffed'
    if (!/(^|; ?)sandbox(;|$)/.test(header('content-security-policy'))) return `may act: ${header('content-security-policy')}`
    if (!header('cache-control').includes('no-store')) return `may be kept: ${header('cache-control')}`
    const same = Buffer.compare(body, bytes.subarray(0, body.length)) === 0 && (way !== '' || body.length === bytes.length)
    if (!same) return 'comes back as other bytes'
  }
  return undefined
}

/** What is wrong with where a file lies, or undefined. */
async function lies(file: FileAnswer): Promise<string | undefined> {
  const [row] = await rows<{ path: string; name: string; type: string }>('SELECT path, name, type FROM files WHERE id = ?', file.id)
  if (!row || !/^[\w./-]+$/.test(row.path) || row.path.split('/').some((part) => /^\.{0,2}$/.test(part))) return `lies at ${row?.path}`
  return UNSAFE_NAME.test(row.name) ? `is called ${JSON.stringify(row.name)}` : undefined
}

const codeOf = async (answer: Response): Promise<string> => ((await answer.json()) as { code?: string }).code ?? String(answer.status)

/** Fields and messages take only so many files: what was looked at goes. */
const forget = (file: FileAnswer): Promise<void> => change('DELETE FROM files WHERE id = ?', file.id)

/** Judges what a door made of a file. */
async function judge(tally: Tally, door: Door, file: Pick<HostileFile, 'what' | 'bytes'>, kept: boolean, answer: Response): Promise<void> {
  const say = (what: string) => () => `${file.what}, through ${door.name}: ${what}`
  if (answer.status >= 500) return tally.held(false, say(String(answer.status)))
  if (!kept) return tally.held(answer.status >= 400, say('taken'))
  if (!answer.ok) return tally.held(false, say(`refused as ${await codeOf(answer)}`))
  const stored = (await answer.json()) as FileAnswer
  const wrong = (await lies(stored)) ?? (await handedBack(door.who, stored, file.bytes))
  await forget(stored)
  tally.held(wrong === undefined, say(wrong ?? ''))
}

/** Files that one pair of people sends in a row: who sends more in the chat has to wait. */
const IN_A_ROW = 40

/** A file at the doors that take its type, whole, and through one door of each purpose in parts; and at one that takes no such type. */
async function throughDoors(tally: Tally, doors: readonly Door[], file: HostileFile): Promise<void> {
  const extension = extensionOf(file.name.trim())
  const taking = doors.filter((door) => door.extensions.includes(extension))
  const tried = [...taking, ...doors.filter((door) => !taking.includes(door)).slice(0, 1)]
  await Promise.all(
    tried.map(async (door) => {
      const kept = file.kept && taking.includes(door)
      await judge(tally, door, file, kept, await sendWhole(door, file.name, file.bytes))
      const again = tried.find((other) => other.purpose === door.purpose) === door
      if (again && file.bytes.length > 0) await judge(tally, door, file, kept, await sendInParts(door, file.name, file.bytes))
    }),
  )
}

async function contents(): Promise<Attack> {
  const tally = new Tally('hostile files at every door, whole and in parts', 'uploads')
  let doors: Door[] = []
  for (const [i, file] of hostileFiles().entries()) {
    if (i % IN_A_ROW === 0) doors = await doorsOf(await newWork(FIELDS))
    await throughDoors(tally, doors, file)
  }
  const left = await rows(`SELECT name FROM files WHERE state = 'pending'`)
  tally.held(left.length === 0, () => `${left.length} refused uploads are still open`)
  return tally.attack()
}

async function names(): Promise<Attack> {
  const tally = new Tally('names that mean something to folders, headers, terminals', 'uploads')
  const bytes = realPdf()
  let doors: Door[] = []
  for (const [i, { name, kept }] of HOSTILE_NAMES.entries()) {
    if (i % IN_A_ROW === 0) doors = await doorsOf(await newWork(FIELDS))
    await throughDoors(tally, doors, { what: JSON.stringify(name).slice(0, 60), name, bytes, kept })
  }
  return tally.attack()
}

const begin = (door: Door, name: string, size: unknown): Promise<Response> =>
  send(door.who, 'POST', door.parts.path, { ...door.parts.more, name, size })

/** Sizes that are announced, and parts that do not add up. */
async function oddParts(work: Work, [door]: readonly Door[]): Promise<Attack> {
  if (!door) throw new Error('no door')
  const tally = new Tally('parts that do not add up, or are somebody else’s', 'requests')
  const expect = async (what: string, code: string, answer: Response | Promise<Response>) => {
    const response = await answer
    const seen = response.ok ? 'went through' : await codeOf(response)
    tally.held(seen === code, () => `${what}: ${seen} instead of ${code}`)
  }
  for (const size of [0, MAX_FILE_BYTES + 1, -1, 1.5, 1e308, '10', null, Number.MAX_SAFE_INTEGER]) {
    const answer = await begin(door, 'a.pdf', size)
    tally.held(answer.status >= 400 && answer.status < 500, () => `announced ${String(size)} bytes: ${answer.status}`)
  }
  const large = new Uint8Array(UPLOAD_PART_BYTES + 100).fill(0x20)
  large.set(new TextEncoder().encode('%PDF-1.7\n'))
  const open = async (size = large.length) => ((await (await begin(door, 'a.pdf', size)).json()) as { id: string }).id
  const put = (id: string, n: number | string, body: BodyInit, who: Caller = door.who) =>
    who.fetch(`/api/uploads/${id}/parts/${n}`, { method: 'PUT', body })
  const complete = (id: string, body: unknown = {}, who: Caller = door.who) => send(who, 'POST', `/api/uploads/${id}/complete`, body)
  const [one, two] = [large.slice(0, UPLOAD_PART_BYTES), large.slice(UPLOAD_PART_BYTES)]

  const id = await open()
  await expect('completed with nothing', 'upload_incomplete', complete(id))
  for (const n of [0, -1, 3, 10_000, 10_001, '1.5', '1e1', 'x', '%00']) await expect(`part ${n}`, 'invalid_input', put(id, n, two))
  await expect('a part too short', 'invalid_input', put(id, 1, two))
  await expect('a part too long', 'invalid_input', put(id, 2, one))
  const others = [await newClient(work.bookkeeper), work.bookkeeper, await newBookkeeper(), await newClient(await newBookkeeper())]
  for (const other of others) {
    await expect('another’s upload seen', 'not_found', other.fetch(`/api/uploads/${id}`))
    await expect('another’s part sent', 'not_found', put(id, 2, two, other))
    await expect('another’s upload completed', 'not_found', complete(id, {}, other))
    await expect('another’s upload given up', 'not_found', other.fetch(`/api/uploads/${id}`, { method: 'DELETE' }))
  }
  await expect('a stranger’s part', 'unauthenticated', put(id, 2, two, stranger))
  tally.held((await put(id, 2, two)).ok, () => 'the last part first was not taken')
  await expect('completed without the first part', 'upload_incomplete', complete(id))
  tally.held((await put(id, 1, one)).ok, () => 'the first part last was not taken')
  await expect('another hash than was sent', 'file_damaged', complete(id, { sha256: '0'.repeat(64) }))
  await expect('completed once it was given up', 'not_found', complete(id))

  const whole = await open()
  for (const [n, body] of [
    [1, one],
    [2, two],
  ] as const)
    await put(whole, n, body)
  const sha256 = createHash('sha256').update(large).digest('hex')
  const [first, again] = await Promise.all([complete(whole, { sha256 }), complete(whole, { sha256 })])
  tally.held(first.ok && again.ok, () => `completed twice at once: ${first.status} and ${again.status}`)
  await expect('a part of what is a file already', 'not_found', put(whole, 1, one))
  const exe = await open(1000)
  await expect('a first part that is a program', 'file_content', put(exe, 1, new Uint8Array(1000).fill(0).with(0, 0x4d)))
  await expect('what began wrong, again', 'not_found', put(exe, 1, realPdf()))
  return tally.attack()
}

/** What a Range asks for, of a file of ten bytes: a stretch of it, `all`, or `none`. */
const RANGES: readonly (readonly [string, string])[] = [
  ['bytes=0-0', '0'],
  ['bytes=-1', '9'],
  ['bytes=9-', '9'],
  ['bytes=0-99999999999999999999', '0123456789'],
  ['bytes=-99999999999999999999', '0123456789'],
  ['bytes=10-', 'none'],
  ['bytes=99999999999999999999-', 'none'],
  ['bytes=-0', 'none'],
  ['bytes=5-2', 'all'],
  ['bytes=0-1,1-2,2-3,0-9,0-9,0-9', 'all'],
  ['bytes=0-1, 5-6', 'all'],
  ['bytes=--1', 'all'],
  ['bytes=1-2-3', 'all'],
  ['bytes=0x1-0x2', 'all'],
  ['bytes=a-b', 'all'],
  ['bytes=', 'all'],
  ['items=0-1', 'all'],
]

async function downloads({ bookkeeper, client }: Work, [door]: readonly Door[]): Promise<Attack> {
  if (!door) throw new Error('no door')
  const tally = new Tally('ranges, conditions and keys of downloads', 'requests')
  const file = (await (await sendWhole(door, 'ten.txt', new TextEncoder().encode('0123456789'))).json()) as FileAnswer
  const ask = (headers: Record<string, string>, who: Caller = client, key = file.id) => who.fetch(`/api/files/${key}`, { headers })
  for (const [range, wanted] of RANGES) {
    const answer = await ask({ range })
    const text = await answer.text()
    const seen = answer.status === 416 ? 'none' : answer.status === 200 ? (text === '0123456789' ? 'all' : '?') : text
    tally.held(
      seen === wanted && Number(answer.headers.get('content-length') ?? text.length) === text.length,
      () => `${range}: ${answer.status} ${seen.slice(0, 40)}`,
    )
  }
  const etag = (await ask({})).headers.get('etag') ?? ''
  const foreign = [bookkeeper, await newClient(bookkeeper), await newBookkeeper()]
  for (const who of foreign) {
    for (const headers of [
      {},
      { 'if-none-match': etag },
      { 'if-none-match': '*' },
      { range: 'bytes=0-0' },
      { range: 'bytes=99-' },
    ] as Record<string, string>[]) {
      const answer = await ask(headers, who)
      tally.held(answer.status === 404, () => `a draft's file for somebody else with ${JSON.stringify(headers)}: ${answer.status}`)
    }
  }
  const keys = [
    '..',
    '%2e%2e',
    '..%2f..',
    encodeURIComponent(`../${file.path}`),
    encodeURIComponent(`${file.path}/../x`),
    `${file.id}%00`,
    `${file.id}%0d%0ax:y`,
    "' OR '1'='1",
    '*',
    '%',
  ]
  for (const key of keys) {
    const answer = await ask({}, client, key)
    tally.held(answer.status === 404 && !answer.headers.has('x'), () => `the key ${key}: ${answer.status}`)
  }
  await forget(file)
  return tally.attack()
}

/** The ZIP of what a client submitted under hostile names, in a section and a workform that are called so too. */
async function archives(): Promise<Attack> {
  const tally = new Tally('names in the ZIP of a client', 'entries')
  const evil = ['../../evil', '=cmd|x', 'C:\\con', 'a;=1+1;b', '\u202etxt']
  const work = await newWork(evil.map((name, i) => ({ id: `f${i}`, name, type: 'file', section: `${name} ..` })))
  const sections = await rows<{ id: string; section_name: string }>(
    'SELECT id, section_name FROM book_client_workforms WHERE client_id = ?',
    work.client.clientId,
  )
  for (const { id, section_name } of sections) {
    const field = `f${evil.findIndex((name) => section_name.startsWith(name))}`
    const files: FileAnswer[] = []
    for (const name of HOSTILE_NAMES.filter((n) => n.kept).slice(0, 19)) {
      const path = `/api/portal/sections/${id}/files?${new URLSearchParams({ field, name: name.name })}`
      files.push((await (await work.client.fetch(path, { method: 'POST', body: realPdf() })).json()) as FileAnswer)
    }
    const sent = await submit(work.client, id, { [field]: files })
    tally.held(sent.ok, () => `submitting ${section_name}: ${sent.status}`)
  }
  const ticket = (await (await send(work.bookkeeper, 'POST', '/api/downloads', { client: work.client.clientId })).json()) as {
    path: string
  }
  const answer = await stranger.fetch(ticket.path)
  const entries = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  const seen = new Set<string>()
  for (const path of Object.keys(entries)) {
    const parts = path.split('/')
    const bad = parts.some(
      (p) => UNSAFE_NAME.test(p) || /^\.*$/.test(p) || /[. ]$/.test(p) || /^(con|nul|aux|prn)(\.|$)/i.test(p) || /[:*?"<>|]/.test(p),
    )
    tally.held(!bad && !path.startsWith('/') && !seen.has(path.toLowerCase()), () => `the ZIP holds ${JSON.stringify(path)}`)
    seen.add(path.toLowerCase())
  }
  tally.held(seen.size === sections.length * 19 + 1, () => `the ZIP holds ${seen.size} entries`)
  const manifest = strFromU8(entries['manifest.csv'] ?? new Uint8Array())
  tally.held(
    !/(^|[,;\t\r\n]"?)[=+\-@]/m.test(manifest),
    () => `the manifest calculates: ${/.*(^|[,;\t\r\n]"?)[=+\-@].*/m.exec(manifest)?.[0]}`,
  )
  tally.held((await stranger.fetch(ticket.path)).status === 404, () => 'the ticket worked twice')
  return tally.attack()
}

export async function attackUploads(): Promise<Attack[]> {
  const work = await newWork(FIELDS)
  const doors = await doorsOf(work)
  return [
    await contents(),
    await names(),
    await oddParts(work, doors),
    await downloads(work, doors),
    await rawUploads(work),
    await archives(),
  ]
}
