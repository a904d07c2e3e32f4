import { portalUrl } from '../../../worker/src/testing/portal.ts'
import { badProblem } from '../answers.ts'
import { type Attack, Trial } from '../attack.ts'
import type { Firm } from '../firms.ts'

/** A body that comes in pieces, of no announced length. */
function pieces(size: number, piece = 'x'.repeat(65_536)): ReadableStream<Uint8Array> {
  let sent = 0
  const bytes = new TextEncoder().encode(piece)
  return new ReadableStream({
    pull(controller) {
      if (sent >= size) return controller.close()
      controller.enqueue(bytes)
      sent += bytes.length
    },
  })
}

const TOO_LARGE = 3 * 1024 * 1024

/** What is wrong with the request as such: no JSON, another type, too much of it, headers that are none. */
export async function asSent(firm: Firm): Promise<Attack> {
  const trial = new Trial('requests that are none')
  const token = `Bearer ${firm.bookkeeper.token}`
  const post = async (
    what: string,
    init: RequestInit & { duplex?: string },
    path = '/api/workforms',
    headers: Record<string, string> = {},
  ) => {
    const sent = await fetch(new URL(path, portalUrl), {
      method: 'POST',
      redirect: 'manual',
      ...init,
      headers: { authorization: token, 'content-type': 'application/json', ...headers },
    }).catch(() => undefined)
    // A server that hangs up on what it will not read has answered as well.
    const text = (await sent?.text().catch(() => '')) ?? ''
    const own = sent?.headers.get('content-type')?.startsWith('application/problem+json')
    const refused = sent === undefined || (sent.status >= 400 && sent.status < 500)
    trial.must(refused, `${what}: ${sent?.status} ${text.slice(0, 120)}`)
    if (sent && own)
      trial.must(
        badProblem(sent.status, sent.headers.get('content-type'), text) === undefined,
        `${what}: ${text.slice(0, 200)}`,
      )
    return sent?.status
  }
  for (const body of [
    '',
    '{',
    'nul',
    '\u0000',
    '{"name":NaN}',
    "{'name':'a'}",
    '{"name":"a",}',
    '[1,2',
    '"',
    '\ufeff',
    '{"a":1}{"b":2}',
    'x'.repeat(10_000),
    '[]',
    'null',
    '1',
    '"text"',
  ]) {
    await post(`the body ${JSON.stringify(body.slice(0, 20))}`, { body })
  }
  await post('bytes that are no text', { body: new Uint8Array([0xff, 0xfe, 0x7b, 0x80]) })
  await post('a body in gzip that is none', { body: '{"name":"a","fields":[]}' }, '/api/workforms', {
    'content-encoding': 'gzip',
  })
  await post('a body beyond all', { body: JSON.stringify({ name: 'a'.repeat(TOO_LARGE), fields: [] }) })
  for (const path of [
    '/api/workforms',
    '/api/auth/sign-in',
    '/api/firm-mail/reports',
    '/api/vitals',
    '/api/clients/import',
  ]) {
    await post(`a body beyond all at ${path}, in pieces`, { body: pieces(TOO_LARGE), duplex: 'half' }, path, {
      origin: portalUrl,
    })
  }
  for (const authorization of [
    '',
    'Bearer',
    'Bearer ',
    'bearer x',
    'Basic YTpi',
    `Bearer ${'.'.repeat(5000)}`,
    `Bearer ${'a'.repeat(7000)}`,
    'Bearer \u00e9.\u00e9.\u00e9',
    `Bearer ${firm.bookkeeper.token} x`,
  ]) {
    await post(`authorization ${authorization.slice(0, 20)}`, { body: '{}' }, '/api/workforms', { authorization })
  }
  for (const [name, value] of [
    ['idempotency-key', 'a'],
    ['idempotency-key', '../'.repeat(20)],
    ['idempotency-key', 'a'.repeat(5000)],
  ] as const) {
    await post(`${name} ${value.slice(0, 20)}`, { body: '{"name":"Form","fields":[]}' }, '/api/workforms', {
      [name]: value,
    })
  }
  for (const cookie of [
    'portal_refresh=',
    'portal_refresh=%',
    `portal_refresh=${'a'.repeat(5000)}`,
    'portal_refresh=a; portal_refresh=b',
    '=;;==',
    `portal_device=${'%00'.repeat(50)}`,
  ]) {
    await post(`the cookie ${cookie.slice(0, 20)}`, {}, '/api/auth/refresh', { cookie })
  }
  for (const path of [
    '/api//clients',
    '/api/clients/%',
    '/api/clients/%ff',
    '/api/%2e%2e/dev',
    '/api/clients/../workforms/x',
    `/api/${'a/'.repeat(2000)}`,
    `/api/clients?${'a=b&'.repeat(3000)}`,
    '/api/clients/;x=1',
    '/API/clients',
    '/api/clients%00',
    '/api/clients%2f',
  ]) {
    await post(`the path ${path.slice(0, 30)}`, { body: '{}' }, path)
  }
  return trial.result()
}
