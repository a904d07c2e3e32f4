import { createHash } from 'node:crypto'
import { MAX_FILE_BYTES, UPLOAD_PART_BYTES } from '@portal/contract/limits'
import { realPdf } from '@portal/contract/testing/real-files'
import { type Caller, newBookkeeper, newClient, stranger } from '../../../worker/src/testing/portal.ts'
import type { Work } from '../../../worker/src/testing/sections.ts'
import { send } from '../../../worker/src/testing/work.ts'
import type { Attack } from '../attack.ts'
import { Tally } from '../tally.ts'
import { codeOf } from './code.ts'
import { begin, type Door } from './doors.ts'

/** Sizes that are announced, and parts that do not add up. */
export async function oddParts(work: Work, [door]: readonly Door[]): Promise<Attack> {
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
  large.set(new TextEncoder().encode('%%EOF'), large.length - 5)
  const open = async (size = large.length) => ((await (await begin(door, 'a.pdf', size)).json()) as { id: string }).id
  const put = (id: string, n: number | string, body: BodyInit, who: Caller = door.who) =>
    who.fetch(`/api/uploads/${id}/parts/${n}`, { method: 'PUT', body })
  const complete = (id: string, body: unknown = {}, who: Caller = door.who) =>
    send(who, 'POST', `/api/uploads/${id}/complete`, body)
  const [one, two] = [large.slice(0, UPLOAD_PART_BYTES), large.slice(UPLOAD_PART_BYTES)]

  const id = await open()
  await expect('completed with nothing', 'upload_incomplete', complete(id))
  for (const n of [0, -1, 3, 10_000, 10_001, '1.5', '1e1', 'x', '%00'])
    await expect(`part ${n}`, 'invalid_input', put(id, n, two))
  await expect('a part too short', 'invalid_input', put(id, 1, two))
  await expect('a part too long', 'invalid_input', put(id, 2, one))
  const others = [
    await newClient(work.bookkeeper),
    work.bookkeeper,
    await newBookkeeper(),
    await newClient(await newBookkeeper()),
  ]
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
  await expect(
    'a first part that is a program',
    'file_content',
    put(exe, 1, new Uint8Array(1000).fill(0).with(0, 0x4d)),
  )
  await expect('what began wrong, again', 'not_found', put(exe, 1, realPdf()))
  return tally.attack()
}
