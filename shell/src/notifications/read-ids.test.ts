import type { Notification } from '@portal/contract/notifications'
import { beforeEach, expect, it } from 'vitest'
import { withReadIds } from './queries.ts'
import { readIds, rememberRead } from './read-ids.ts'

beforeEach(() => localStorage.clear())

it('keeps read ids under the specified key of the user', () => {
  rememberRead('u1', ['a', 'b'])
  rememberRead('u1', ['b', 'c'])
  expect(JSON.parse(localStorage.getItem('read_notifications_u1') ?? '')).toEqual(['a', 'b', 'c'])
  expect(readIds('u2').size).toBe(0)
})

it('keeps read ids as anonymous when no user is known', () => {
  rememberRead(undefined, ['x'])
  expect(localStorage.getItem('read_notifications_anonymous')).toBe('["x"]')
})

it('starts with no read ids when the stored list is broken', () => {
  localStorage.setItem('read_notifications_u2', '{broken')
  expect(readIds('u2').size).toBe(0)
})

it('lowers the unread count when this browser knows an item as read', () => {
  const item = (id: string, is_read = false) => ({ id, is_read }) as Notification
  const list = withReadIds({ items: [item('a'), item('b'), item('c', true)], unread: 7, total: 9 }, new Set(['a', 'c']))
  expect(list.items.map((n) => n.is_read)).toEqual([true, false, true])
  expect(list.unread).toBe(6)
})
