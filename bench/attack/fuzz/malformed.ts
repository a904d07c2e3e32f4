import { words } from '../lib/requests.ts'

/** A POST request with a malformed body, header or path. */
export interface Malformed extends RequestInit {
  path?: string
  headers?: Record<string, string>
}

const byName = <T>(values: readonly T[], name: string, make: (value: T) => Malformed): [string, Malformed][] =>
  values.map((value) => [`${name} ${JSON.stringify(value).slice(0, 40)}`, make(value)])

const FORM = '{"name":"Form","fields":[]}'
const NOT_OBJECTS = ['', '{', 'nul', '\u0000', '{"name":NaN}', "{'name':'a'}", '{"name":"a",}', '[1,2', '"', '\ufeff']
const MORE = ['{"a":1}{"b":2}', 'x'.repeat(10_000), '[]', 'null', '1', '"text"']
const AUTHORIZATIONS = ['', 'Bearer', 'Bearer ', 'bearer x', 'Basic YTpi', 'Bearer \u00e9.\u00e9.\u00e9']
const COOKIES = ['portal_refresh=', 'portal_refresh=%', `portal_refresh=${'a'.repeat(5000)}`, '=;;==']

const PATHS = words(`/api//clients /api/clients/% /api/clients/%ff /api/%2e%2e/dev /api/clients/../workforms/x
  /api/clients/;x=1 /API/clients /api/clients%00 /api/clients%2f`)

/** Returns malformed requests by name. `token` is valid. */
export const malformedRequests = (token: string): [string, Malformed][] => [
  ...byName([...NOT_OBJECTS, ...MORE], 'the body', (body) => ({ body })),
  ['a body that is not UTF-8', { body: new Uint8Array([0xff, 0xfe, 0x7b, 0x80]) }],
  ['a body that is not gzip', { body: FORM, headers: { 'content-encoding': 'gzip' } }],
  ...byName(
    [...AUTHORIZATIONS, `Bearer ${'.'.repeat(5000)}`, `Bearer ${'a'.repeat(7000)}`, `Bearer ${token} x`],
    'the authorization',
    (authorization) => ({ body: '{}', headers: { authorization } }),
  ),
  ...byName(['a', '../'.repeat(20), 'a'.repeat(5000)], 'the idempotency key', (key) => ({
    body: FORM,
    headers: { 'idempotency-key': key },
  })),
  ...byName(
    [...COOKIES, 'portal_refresh=a; portal_refresh=b', `portal_device=${'%00'.repeat(50)}`],
    'the cookie',
    (cookie) => ({ path: '/api/auth/refresh', headers: { cookie } }),
  ),
  ...byName([...PATHS, `/api/${'a/'.repeat(2000)}`, `/api/clients?${'a=b&'.repeat(3000)}`], 'the path', (path) => ({
    path,
    body: '{}',
  })),
]
