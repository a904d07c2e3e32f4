import { expect, test } from 'vitest'
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
