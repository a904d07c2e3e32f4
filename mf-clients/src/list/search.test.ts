import { expect, test } from 'vitest'
import { readFollowUpsSearch } from '../follow-ups/search.ts'
import { readClientsSearch } from './search.ts'

test('reads the known search params', () => {
  expect(
    readClientsSearch({ q: 'jane', status: 'new', show: 'overdue', tag: 'VIP', sort: '-due', client: 'id' }),
  ).toEqual({
    q: 'jane',
    status: 'new',
    show: 'overdue',
    tag: 'VIP',
    sort: '-due',
    client: 'id',
  })
  expect(readClientsSearch({ tag: 2027 })).toEqual({ tag: '2027' })
  expect(readClientsSearch({ q: 2024 })).toEqual({ q: '2024' })
})

test('reads which dialog is open, and an action only with its client', () => {
  expect(readClientsSearch({ client: 'id', action: 'remind', import: true, create: true })).toEqual({
    client: 'id',
    action: 'remind',
    import: true,
    create: true,
  })
  expect(readClientsSearch({ action: 'remind', import: 'true' })).toEqual({})
  expect(readClientsSearch({ client: 'id', action: 'delete' })).toEqual({ client: 'id' })
})

test('drops invalid and unknown search params', () => {
  expect(
    readClientsSearch({
      q: '',
      status: 'gone',
      show: 'all',
      tag: 'x'.repeat(41),
      sort: 'email',
      client: null,
      other: 1,
    }),
  ).toEqual({})
})

test('shows the follow-ups of all clients when the id in the link is cut off', () => {
  expect(readFollowUpsSearch({ client: '0193', show: 'past' })).toEqual({ show: 'past' })
  expect(readFollowUpsSearch({ client: '00000000-0000-7000-8000-000000000020' }).client).toBeDefined()
})
