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

it('lowers the unread count when this browser knows notifications as read, listed or not', () => {
  const item = (id: string, is_read = false) => ({ id, is_read }) as Notification
  const items = [item('a'), item('b'), item('c', true)]
  // One that is not listed, and one that was read on another device.
  const list = withReadIds({ items, unread: 3, unread_ids: ['a', 'b', 'x'], total: 9 }, new Set(['a', 'c', 'x', 'y']))
  expect(list.items.map((n) => n.is_read)).toEqual([true, false, true])
  expect(list.unread_ids).toEqual(['b'])
  expect(list.unread).toBe(1)
})

it('keeps the unread count of a worker that sends no ids, also when notifications are marked as read', () => {
  const answer = { items: [{ id: 'a', is_read: false } as Notification], unread: 3, total: 9 }
  const shown = withReadIds(answer, new Set())
  expect(shown.unread).toBe(3)
  expect(withReadIds(shown, new Set(['a'])).unread).toBe(3)
})
