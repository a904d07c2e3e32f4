import { expect, test } from 'vitest'
import { readFollowUpsSearch } from '../follow-ups/search.ts'
import { readClientsSearch } from './search.ts'

test('what the address may say is read', () => {
  expect(readClientsSearch({ q: 'jane', status: 'new', sort: '-name', client: 'id' })).toEqual({
    q: 'jane',
    status: 'new',
    sort: '-name',
    client: 'id',
  })
  expect(readClientsSearch({ q: 2024 })).toEqual({ q: '2024' })
})

test('what makes no sense is left out', () => {
  expect(readClientsSearch({ q: '', status: 'gone', sort: 'email', client: null, other: 1 })).toEqual({})
})

test('the follow-ups of all clients are shown when the link names a client by half', () => {
  expect(readFollowUpsSearch({ client: '0193', show: 'past' })).toEqual({ show: 'past' })
  expect(readFollowUpsSearch({ client: '00000000-0000-7000-8000-000000000020' }).client).toBeDefined()
})
