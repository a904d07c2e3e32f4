import type { ChatMessage } from '@portal/contract/chat'
import type { Notification } from '@portal/contract/notifications'
import type { RemoteEntry } from '@portal/contract/remotes'
import { beforeEach, describe, expect, it } from 'vitest'
import { append, flatten, type MessagePages, replace } from './chat/message-pages.ts'
import { trendOf } from './dashboard/trend.ts'
import { navFor } from './layout/nav.ts'
import { readSidebar } from './layout/sidebar-cookie.ts'
import { withReadIds } from './notifications/queries.ts'
import { readIds, rememberRead } from './notifications/read-ids.ts'

describe('trend', () => {
  it('compares with last month, and is a dash where nothing compares', () => {
    expect(trendOf({ value: 12, previous: 10 })).toEqual({ text: '+20%', direction: 'up' })
    expect(trendOf({ value: 5, previous: 10 })).toEqual({ text: '−50%', direction: 'down' })
    expect(trendOf({ value: 10, previous: 10 })).toEqual({ text: '0%', direction: 'same' })
    expect(trendOf({ value: 3, previous: 0 })).toEqual({ text: '–', direction: 'none' })
    expect(trendOf({ value: 3, previous: null })).toEqual({ text: '–', direction: 'none' })
  })
})

describe('navigation', () => {
  const remote = (name: string, route: string, order: number): RemoteEntry => ({
    name,
    version: '1.0.0',
    entry: '/x',
    routes: [route],
    role: 'bookkeeper',
    nav: { label: name, icon: 'users', order },
    contract: '1.0.0',
    sdk: '1.0.0',
  })
  it('has the specification’s links in order, whatever the registry says, and takes in further remotes', () => {
    const labels = ['Dashboard', 'Clients', 'Workforms', 'Form Submissions', 'Chat', 'Profile']
    expect(navFor('bookkeeper', []).map((i) => i.label)).toEqual(labels)
    expect(navFor('bookkeeper', [remote('mf-clients', '/clients', 99)]).map((i) => i.label)).toEqual(labels)
    expect(navFor('bookkeeper', [remote('Reports', '/reports', 45)]).map((i) => i.label)).toEqual(
      labels.toSpliced(4, 0, 'Reports'),
    )
    expect(navFor('client', [remote('Reports', '/reports', 1)]).map((i) => i.label)).toEqual([
      'Dashboard',
      'Chat',
      'Profile',
    ])
  })
})

describe('sidebar', () => {
  it('is as it was left', () => {
    expect(readSidebar('')).toBe(true)
    expect(readSidebar('a=1; sidebar_state=collapsed; b=2')).toBe(false)
    expect(readSidebar('sidebar_state=expanded')).toBe(true)
  })
})

describe('read notifications', () => {
  beforeEach(() => localStorage.clear())
  const item = (id: string, is_read = false) => ({ id, is_read }) as Notification
  it('are kept per user, under the specification’s key', () => {
    rememberRead('u1', ['a', 'b'])
    rememberRead('u1', ['b', 'c'])
    expect(JSON.parse(localStorage.getItem('read_notifications_u1') ?? '')).toEqual(['a', 'b', 'c'])
    expect(readIds('u2').size).toBe(0)
    localStorage.setItem('read_notifications_u2', '{broken')
    expect(readIds('u2').size).toBe(0)
    rememberRead(undefined, ['x'])
    expect(localStorage.getItem('read_notifications_anonymous')).toBe('["x"]')
  })
  it('leave the unread ones at once', () => {
    const list = withReadIds(
      { items: [item('a'), item('b'), item('c', true)], unread: 7, total: 9 },
      new Set(['a', 'c']),
    )
    expect(list.items.map((n) => n.is_read)).toEqual([true, false, true])
    expect(list.unread).toBe(6)
  })
})

describe('chat pages', () => {
  const none = { attachments: [], about: null, edited_at: null, deleted_at: null }
  const m = (seq: number, message = ''): ChatMessage => ({
    id: String(seq),
    thread_id: 't',
    seq,
    sender: 'client',
    message,
    created_at: '',
    ...none,
  })
  const data = (...pages: ChatMessage[][]): MessagePages<null> => ({
    pages: pages.map((items) => ({ items, next: null, newer: null })),
    pageParams: pages.map(() => null),
  })
  const places = (of: MessagePages<null>) => flatten(of)?.map((x) => x.seq)
  const page = (...seqs: number[]) => ({ items: seqs.map((seq) => m(seq)), newer: null })
  it('run from the oldest to the newest message', () => {
    expect(places(data([m(3), m(4)], [m(1), m(2)]))).toEqual([1, 2, 3, 4])
  })
  it('take in each new message once, in its place, and leave no gap', () => {
    const loaded = data([m(3), m(4)], [m(1), m(2)])
    expect(places(append(loaded, page(4, 5, 6)))).toEqual([1, 2, 3, 4, 5, 6])
    expect(append(loaded, page(6, 7))).toBe(loaded)
    expect(append(loaded, page(3))).toBe(loaded)
    expect(places(append(data([]), page(1)))).toEqual([1])
  })
  it('show a changed message in its place', () => {
    expect(flatten(replace(data([m(3)], [m(1), m(2)]), m(2, 'changed')))?.map((x) => x.message)).toEqual([
      '',
      'changed',
      '',
    ])
  })
})
