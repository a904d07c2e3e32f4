import { expect, test } from 'vitest'
import { filterOfState, isNarrowed, parseSearch } from './search.ts'

const id = '01890000-0000-7000-8000-000000000001'

test('the address says what the list shows', () => {
  expect(parseSearch({ q: 'jane', filter: 'rejected', workform: id, client: id })).toEqual({
    q: 'jane',
    filter: 'rejected',
    workform: id,
    client: id,
  })
})

test('a search of digits arrives as a number and stays a text', () => {
  expect(parseSearch({ q: 2026 })).toEqual({ q: '2026' })
})

test('what makes no sense counts as absent', () => {
  expect(parseSearch({ q: ['x'], filter: 'everything', workform: '1; drop', client: null })).toEqual({})
  expect(parseSearch({ filter: 'all', q: '' })).toEqual({})
})

test('navigation state names a workform, a client or both', () => {
  expect(filterOfState({ filterByWorkform: id, filterByClient: id })).toEqual({ workform: id, client: id })
  expect(filterOfState({ filterByClient: id })).toEqual({ client: id })
  expect(filterOfState({ key: 'abc' })).toBeUndefined()
  expect(filterOfState(undefined)).toBeUndefined()
})

test('every kind of narrowing counts', () => {
  expect(isNarrowed({})).toBe(false)
  expect(isNarrowed({ filter: 'all' })).toBe(false)
  expect(isNarrowed({ q: 'x' })).toBe(true)
  expect(isNarrowed({ filter: 'pending' })).toBe(true)
  expect(isNarrowed({ client: id })).toBe(true)
})
