import { expect, it } from 'vitest'
import { filterOfState, groupingOf, isFiltered, parseSearch } from './search.ts'

const id = '01890000-0000-7000-8000-000000000001'

it('parses the filters of the list from the URL', () => {
  expect(parseSearch({ q: 'jane', filter: 'rejected', workform: id, client: id })).toEqual({
    q: 'jane',
    filter: 'rejected',
    workform: id,
    client: id,
  })
})

it('parses sort and grouping, which one client or workform does not have', () => {
  expect(parseSearch({ sort: 'due', group: 'client' })).toEqual({ sort: 'due', group: 'client' })
  expect(groupingOf({ group: 'client' })).toBe('client')
  expect(groupingOf({ group: 'client', workform: id })).toBeUndefined()
})

it('keeps a search of digits as text', () => {
  expect(parseSearch({ q: 2026 })).toEqual({ q: '2026' })
})

it('parses the month of a list that has one', () => {
  expect(parseSearch({ only: 'late', month: '2026-10' })).toEqual({ only: 'late', month: '2026-10' })
  expect(parseSearch({ only: 'late', month: '2026-13' })).toEqual({ only: 'late' })
  expect(parseSearch({ only: 'overdue', month: '2026-10' })).toEqual({ only: 'overdue' })
})

it('parses the section, question and first month of what was sent back', () => {
  const section = { only: 'sent_back', section: '2026', since: '2026-06' } as const
  expect(parseSearch({ ...section, section: 2026, question: 'a', month: '2026-01' })).toEqual(section)
  expect(parseSearch({ only: 'corrected', question: 'a', since: '6' })).toEqual({ only: 'corrected', question: 'a' })
  expect(parseSearch({ only: 'overdue', section: 'Bank', since: '2026-06' })).toEqual({
    only: 'overdue',
    section: 'Bank',
  })
  expect(parseSearch({ only: 'waiting', section: 'Bank', question: 'a' })).toEqual({ only: 'waiting' })
})

it('ignores invalid parameters', () => {
  expect(parseSearch({ q: ['x'], filter: 'everything', workform: '1; drop', client: null })).toEqual({})
  expect(parseSearch({ filter: 'all', q: '', sort: 'newest', group: 'none' })).toEqual({})
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
