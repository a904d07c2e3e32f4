import { offlineCacheName } from '@portal/sdk/offline-data'
import { expect, it } from 'vitest'
import { cacheOfSender, isOfflineData } from './data.ts'

const request = (authorization?: string) =>
  new Request('http://localhost/', authorization ? { headers: { authorization } } : {})
const token = (claims: object) =>
  `Bearer e30.${btoa(JSON.stringify(claims)).replaceAll('+', '-').replaceAll('/', '_')}.x`

it('keeps the data of two firms of one client apart, and stores nothing for others', () => {
  const names = [
    { sid: 's1', client: 'c1' },
    { sid: 's1', client: 'c2' },
    { sid: 's2', client: null },
  ].map((claims) => cacheOfSender(request(token(claims))))
  expect(names).toEqual([offlineCacheName('s1', 'c1'), offlineCacheName('s1', 'c2'), offlineCacheName('s2', null)])
  expect(new Set(names).size).toBe(3)
  expect(cacheOfSender(request(token({ sid: 's1', client: 'c1', guest: {} })))).toBeUndefined()
  for (const other of ['Bearer secret', 'Bearer a.%%%.b', `Bearer e30.${btoa('null')}.x`])
    expect(cacheOfSender(request(other)), other).toBeUndefined()
})

it('keeps what daily work reads, but no secrets, and nothing of requests without a session', () => {
  const kept = [
    '/api/portal/workforms',
    '/api/portal/sections/1',
    '/api/dashboard',
    '/api/clients',
    '/api/auth/records',
  ]
  const others = ['/api/clients/1/webhook', '/api/portal/sections/1/duplicates', '/api/auth/sessions', '/api/audit']
  const more = ['/api/remotes', '/api/delivery/remotes', '/api/webhooks', '/api/files/x', '/api/portals']
  const isKept = (pathname: string) => isOfflineData(request('Bearer x'), { pathname })
  expect([...kept, ...others, ...more].filter(isKept)).toEqual(kept)
  expect(isOfflineData(request(), { pathname: '/api/clients' })).toBe(false)
})
