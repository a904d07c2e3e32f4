import type { FileAnswer } from '@portal/contract/fields'
import { extensionOf, MEDIA_TYPES } from '@portal/contract/files'
import type { Caller } from '../../../worker/src/testing/portal.ts'
import { change, rows } from '../../../worker/src/testing/work.ts'

/** Names with these could be taken for a page, a script or a header of their own. */
export const UNSAFE_NAME = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e\u2066-\u2069/\\]/u
const DISPOSITION = /^attachment; filename="[A-Za-z0-9 ._()-]*"; filename\*=UTF-8''([A-Za-z0-9._~!%-]*)$/

/** What is wrong with how a file is handed back, or undefined. */
export async function handedBack(who: Caller, file: FileAnswer, bytes: Uint8Array): Promise<string | undefined> {
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
    if (!/(^|; ?)sandbox(;|$)/.test(header('content-security-policy')))
      return `may act: ${header('content-security-policy')}`
    if (!header('cache-control').includes('no-store')) return `may be kept: ${header('cache-control')}`
    const same =
      Buffer.compare(body, bytes.subarray(0, body.length)) === 0 && (way !== '' || body.length === bytes.length)
    if (!same) return 'comes back as other bytes'
  }
  return undefined
}

/** What is wrong with where a file lies, or undefined. */
export async function lies(file: FileAnswer): Promise<string | undefined> {
  const [row] = await rows<{ path: string; name: string; type: string }>(
    'SELECT path, name, type FROM files WHERE id = ?',
    file.id,
  )
  if (!row || !/^[\w./-]+$/.test(row.path) || row.path.split('/').some((part) => /^\.{0,2}$/.test(part)))
    return `lies at ${row?.path}`
  return UNSAFE_NAME.test(row.name) ? `is called ${JSON.stringify(row.name)}` : undefined
}

/** Fields and messages take only so many files: what was looked at goes. */
export const forget = (file: FileAnswer): Promise<void> => change('DELETE FROM files WHERE id = ?', file.id)
