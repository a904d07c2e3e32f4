import { expect, it } from 'vitest'
import { filterOfState, isFiltered, parseSearch } from './search.ts'

const id = '01890000-0000-7000-8000-000000000001'

it('parses the filters of the list from the URL', () => {
  expect(parseSearch({ q: 'jane', filter: 'rejected', workform: id, client: id })).toEqual({
    q: 'jane',
    filter: 'rejected',
    workform: id,
    client: id,
  })
})

it('keeps a search of digits as text', () => {
  expect(parseSearch({ q: 2026 })).toEqual({ q: '2026' })
})

it('ignores invalid parameters', () => {
  expect(parseSearch({ q: ['x'], filter: 'everything', workform: '1; drop', client: null })).toEqual({})
  expect(parseSearch({ filter: 'all', q: '' })).toEqual({})
})

it('reads a workform, a client or both from navigation state', () => {
  expect(filterOfState({ filterByWorkform: id, filterByClient: id })).toEqual({ workform: id, client: id })
  expect(filterOfState({ filterByClient: id })).toEqual({ client: id })
  expect(filterOfState({ key: 'abc' })).toBeUndefined()
  expect(filterOfState(undefined)).toBeUndefined()
})

it('recognizes every kind of filter', () => {
  expect(isFiltered({})).toBe(false)
  expect(isFiltered({ filter: 'all' })).toBe(false)
  expect(isFiltered({ q: 'x' })).toBe(true)
  expect(isFiltered({ filter: 'pending' })).toBe(true)
  expect(isFiltered({ client: id })).toBe(true)
})
