import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newBookkeeper, portalUrl, problemOf } from '../testing/portal.ts'
import { refused } from '../testing/accounts.ts'
import { get, send } from '../testing/work.ts'
import { holdsMore, wellFormed } from './body.ts'

/** A body of no announced length. */
function pieces(count: number): ReadableStream<Uint8Array> {
  let sent = 0
  const piece = new TextEncoder().encode('x'.repeat(65_536))
  return new ReadableStream({
    pull(controller) {
      if (sent++ < count) controller.enqueue(piece)
      else controller.close()
    },
  })
}

it('reads no more of a body than it may hold, announced or not', async () => {
  for (const path of ['/api/auth/sign-in', '/api/firm-mail/reports']) {
    const request = { method: 'POST', body: pieces(40), duplex: 'half' } as RequestInit
    await refused(fetch(new URL(path, portalUrl), request), 'too_large')
  }
})

describe('a body that holds too much', () => {
  it('is known by what it holds in all, however deep', () => {
    const leaves = (value: unknown): number =>
      typeof value === 'object' && value !== null ? Object.values(value).reduce((n: number, v) => n + 1 + leaves(v), 0) : 0
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 5 }), { minLength: 1 }), (value) => {
        expect([holdsMore(value, leaves(value)), holdsMore(value, leaves(value) - 1)]).toEqual([false, true])
      }),
    )
    expect(holdsMore(JSON.parse(`${'['.repeat(300_000)}${']'.repeat(300_000)}`), 299_999)).toBe(false)
  })

  it('is refused before each of its values is complained about, and of complaints there are not more than one can read', async () => {
    const bookkeeper = await newBookkeeper()
    const events = (count: number) => ({ url: 'https://hooks.example/', events: Array(count).fill(0) })
    await refused(send(bookkeeper, 'POST', '/api/webhooks', events(300_000)), 'too_large')
    const { errors } = await problemOf(await send(bookkeeper, 'POST', '/api/webhooks', events(1000)))
    expect(errors?.length).toBe(100)
  })
})

describe('half a character', () => {
  it('is no text, and all other text stays as it is', () => {
    const unit = fc.constantFrom('\\', '"', 'u', 'd83d', '\ud83d', '\ude00', '😀', '\u0000', 'ü', 'a')
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        const escaped = JSON.stringify(text).replace(/[^\x20-\x7e]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
        expect(JSON.parse(wellFormed(escaped))).toBe(text.toWellFormed())
      }),
    )
  })

  it('does not keep a person from saving, nor a list from being read', async () => {
    const bookkeeper = await newBookkeeper()
    const headers = { 'content-type': 'application/json' }
    const body = '{"name":"Form \\ud83d","fields":[{"id":"a","name":"A","section":"S"}]}'
    const made = await bookkeeper.fetch('/api/workforms', { method: 'POST', headers, body })
    expect(await made.json()).toMatchObject({ name: 'Form \ufffd' })
    await get(bookkeeper, '/api/workforms')
    const cursor = Buffer.from('["created","\\ud83d","x"]').toString('base64url')
    await refused(bookkeeper.fetch(`/api/workforms?cursor=${cursor}`), 'invalid_input')
    await refused(
      send(bookkeeper, 'POST', '/api/auth/sign-in', { email: 'a\ud83d@example.com', password: 'x', portal: 'bookkeeper' }),
      'invalid_credentials',
    )
  })
})
