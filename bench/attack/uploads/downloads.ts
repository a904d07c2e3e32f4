import type { FileAnswer } from '@portal/contract/fields'
import { type Caller, newBookkeeper, newClient } from '../../../worker/src/testing/portal.ts'
import type { Work } from '../../../worker/src/testing/sections.ts'
import type { Attack } from '../attack.ts'
import { Tally } from '../tally.ts'
import { type Door, sendWhole } from './doors.ts'
import { forget } from './kept.ts'

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

/** What a download may be asked for, and by whom. */
export async function downloads({ bookkeeper, client }: Work, [door]: readonly Door[]): Promise<Attack> {
  if (!door) throw new Error('no door')
  const tally = new Tally('ranges, conditions and keys of downloads', 'requests')
  const file = (await (await sendWhole(door, 'ten.txt', new TextEncoder().encode('0123456789'))).json()) as FileAnswer
  const ask = (headers: Record<string, string>, who: Caller = client, key = file.id) =>
    who.fetch(`/api/files/${key}`, { headers })
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
      tally.held(
        answer.status === 404,
        () => `a draft's file for somebody else with ${JSON.stringify(headers)}: ${answer.status}`,
      )
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
