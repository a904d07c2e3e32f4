import { encodeCursor } from '../../worker/src/platform/db/cursor.ts'
import { idOf, KIND, timeOf } from '../setup/fill-rows.ts'

/** A page of a list, requested from a store with `n` clients, sections, messages and audit log entries. */
export interface List {
  name: string
  path: (n: number) => string
  /** Milliseconds among 10,000. */
  atMost?: number
  /** The client requests it, not the bookkeeper. */
  client?: true
  /** A search without an index: it reads all of the bookkeeper's rows (docs/decisions/0027). */
  scan?: true
}

const half = (n: number): number => Math.floor(n / 2)
const cursorAt = (sort: string, value: string, id: string): string =>
  `cursor=${encodeURIComponent(encodeCursor(sort, { value, id }))}`
const cursorOf = (sort: string, kind: string, i: number): string => cursorAt(sort, timeOf(i), idOf(kind, i))

/** Returns the lists under a path, by name. */
const under = (
  base: string,
  paths: Record<string, string | ((n: number) => string)>,
  more: Omit<List, 'name' | 'path'> = {},
): List[] =>
  Object.entries(paths).map(([name, query]) => ({
    name,
    path: (n) => base + (typeof query === 'string' ? query : query(n)),
    ...more,
  }))

const INDEXED = { atMost: 2 }
const SCAN = { atMost: 10, scan: true } as const
const workform = `workform=${idOf(KIND.workform, 3)}`
const thread = `/threads/${idOf(KIND.thread, 0)}/messages`

/**
 * Pages whose cost must not grow with the rows behind them, and searches. That filters and orders read no more rows is
 * tested with the worker: `scale.test.ts` of its areas, and `review/list-scale.test.ts`.
 */
export const LISTS: readonly List[] = [
  ...under('/api/clients?limit=100', {
    'Clients, first page': '',
    'Clients, in the middle': (n) => `&${cursorOf('-created', KIND.client, half(n))}`,
    'Clients by name, in the middle': `&sort=name&${cursorAt('name', 'Kai Keller', '')}`,
    'Clients with a status, by name': '&status=active&sort=-name',
  }),
  ...under(
    '/api/clients?limit=100',
    {
      'Clients, search: 1 letter, many matches': '&q=a',
      'Clients, search: 2 letters, many matches': '&q=an',
      'Clients, search: one match': '&q=client77%40',
      'Clients, search: no match': '&q=nobody+like+it',
      'Clients, search: all match': '&q=client',
      'Clients, search: all match, by name': '&q=example&sort=name',
    },
    INDEXED,
  ),
  ...under(
    '/api/clients?limit=100',
    {
      'Clients, search: 1 letter, no match': '&q=~',
      'Clients, search: 2 letters, no match': '&q=zq',
      'Clients, search: no match for frequent parts': '&q=ample.company',
      'Clients, search: many matches, none with the status': '&q=elif&status=new&sort=name',
    },
    SCAN,
  ),
  ...under('/api', {
    'A client': `/clients/${idOf(KIND.client, 21)}`,
    Dashboard: '/dashboard',
    Workforms: '/workforms',
    'Notifications, bell': '/notifications',
    'Notifications, first page': '/notifications/all',
    'Notifications, unread': '/notifications/all?tab=unread',
    'Notifications, in the middle': (n) =>
      `/notifications/all?${cursorAt('notifications', timeOf(half(n)), `message:${idOf(KIND.message, half(n))}`)}`,
  }),
  ...under('/api/submissions', {
    'Submissions, first page': '',
    'Submissions, in the middle': (n) => `?${cursorOf('activity', KIND.submission, Math.floor(n / 6))}`,
    'Submissions of a workform, overdue': `?${workform}&only=overdue`,
    'Submissions, search: one match': '?q=client27%40',
    'Submissions, search: all match': '?q=client',
    'Next section to review': `/waiting?${workform}&client=${idOf(KIND.client, 3)}`,
  }),
  ...under('/api/submissions', { 'Submissions, search: 2 letters, no match': '?q=zq' }, SCAN),
  ...under('/api/chat', {
    'Chat threads': '/threads',
    'Chat threads, in the middle': (n) => `/threads?${cursorOf('threads', KIND.thread, Math.floor(n / 20))}`,
    'Chat, unread count': '/unread',
    'Chat messages, newest': thread,
    'Chat messages, in the middle': (n) => `${thread}?from=${half(n)}`,
  }),
  ...under(
    '/api/chat/threads',
    {
      'Chat threads, search: one match': '?q=client70%40',
      'Chat threads, search: no match': '?q=nobody+like+it',
      'Chat threads, search: all match': '?q=client',
      'Chat threads, search: 2 letters, no match': '?q=zq',
    },
    SCAN,
  ),
  ...under(
    '/api',
    {
      'Client: notifications': '/notifications',
      'Client: dashboard': '/portal/workforms',
      'Client: section': `/portal/sections/${idOf(KIND.openSection, 3)}`,
    },
    { client: true },
  ),
  ...under('/api/audit', {
    'Audit log, first page': '',
    'Audit log, in the middle': (n) => `?${cursorAt('audit', timeOf(half(n)), String(half(n)))}`,
    'Audit log, a rare kind since 2024': '?kind=webhook&from=2024-01-01',
    'Audit log, one day': '?from=2024-01-01&to=2024-01-01',
    'Audit log, one client': `?client=${idOf(KIND.client, 5)}`,
    'Audit log, actions of the agent': '?by=agent',
    'Audit log, actions of the agent of an unused kind': '?by=agent&kind=file',
  }),
]
