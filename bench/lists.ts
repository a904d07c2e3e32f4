import { encodeCursor } from '../worker/src/db/cursor.ts'
import { idOf, KIND, timeOf } from './fill-rows.ts'

/** A page of a list, requested from a store with `n` clients, sections, messages and audit log entries. */
export interface List {
  name: string
  path: (n: number) => string
  /** The client requests it, not the bookkeeper. */
  client?: true
  /** A search without an index: it reads all of the bookkeeper's rows (docs/decisions/0027). */
  scan?: true
}

const half = (n: number): number => Math.floor(n / 2)
const cursorAt = (sort: string, value: string, id: string): string =>
  `cursor=${encodeURIComponent(encodeCursor(sort, { value, id }))}`
const cursorOf = (sort: string, kind: string, i: number): string => cursorAt(sort, timeOf(i), idOf(kind, i))

type Paths = Record<string, string | ((n: number) => string)>
/** Returns the lists under a path. A path is the query, unless it starts with a slash. */
const under = (base: string, paths: Paths, more: Omit<List, 'name' | 'path'> = {}): List[] =>
  Object.entries(paths).map(([name, query]) => ({
    name,
    path: (n) => base + (typeof query === 'string' ? query : query(n)),
    ...more,
  }))

const CLIENTS: List[] = [
  ...under('/api/clients?limit=100', {
    'Clients, first page': '',
    'Clients, in the middle': (n) => `&${cursorOf('-created', KIND.client, half(n))}`,
    'Clients by name': '&sort=name',
    'Clients by name, in the middle': `&sort=name&${cursorAt('name', 'Kai Keller', '')}`,
    'Clients with a status': '&status=active',
    'Clients with a status, by name': '&status=active&sort=-name',
    'Clients, search: 1 letter, many matches': '&q=a',
    'Clients, search: 2 letters, many matches': '&q=an',
    'Clients, search: one match': '&q=client77%40',
    'Clients, search: no match': '&q=nobody+like+it',
    'Clients, search: all match': '&q=client',
    'Clients, search: all match, by name': '&q=example&sort=name',
  }),
  ...under(
    '/api/clients?limit=100',
    {
      'Clients, search: 1 letter, no match': '&q=~',
      'Clients, search: 2 letters, no match': '&q=zq',
      'Clients, search: no match for frequent parts': '&q=ample.company',
      'Clients, search: many matches, none with the status': '&q=elif&status=new&sort=name',
    },
    { scan: true },
  ),
  ...under('/api/clients', {
    'Client counts': '/counts',
    'A client': `/${idOf(KIND.client, 21)}`,
    'Clients, export': '/export',
  }),
]

const workform = `workform=${idOf(KIND.workform, 3)}`
const SUBMISSIONS: List[] = [
  ...under('/api/submissions', {
    'Submissions, first page': '',
    'Submissions, in the middle': (n) => `?${cursorOf('activity', KIND.submission, Math.floor(n / 6))}`,
    'Submissions, pending': '?filter=pending',
    'Submissions, approved': '?filter=approved',
    'Submissions, rejected': '?filter=rejected',
    'Submissions, waiting for review': '?only=waiting',
    'Submissions, overdue': '?only=overdue',
    'Submissions, completed this month': '?only=completed',
    'Submissions of a workform': `?${workform}`,
    'Submissions of a workform, rejected': `?${workform}&filter=rejected`,
    'Submissions of a workform, overdue': `?${workform}&only=overdue`,
    'Submissions of a client': `?client=${idOf(KIND.client, 21)}`,
    'Submissions, search: one match': '?q=client27%40',
    'Submissions, search: no match': '?q=nobody+like+it',
    'Submissions, search: all match': '?q=client',
    'Submissions, search: a workform': '?q=number+12',
    'Next section to review': `/waiting?${workform}&client=${idOf(KIND.client, 3)}`,
  }),
  ...under('/api/submissions', { 'Submissions, search: 2 letters, no match': '?q=zq' }, { scan: true }),
]

const CHAT: List[] = [
  ...under('/api/chat', {
    'Chat threads': '/threads',
    'Chat threads, in the middle': (n) => `/threads?${cursorOf('threads', KIND.thread, Math.floor(n / 20))}`,
    'Chat, unread count': '/unread',
    'Chat messages, newest': `/threads/${idOf(KIND.thread, 0)}/messages`,
    'Chat messages, in the middle': (n) => `/threads/${idOf(KIND.thread, 0)}/messages?from=${half(n)}`,
  }),
  ...under(
    '/api/chat/threads',
    {
      'Chat threads, search: one match': '?q=client70%40',
      'Chat threads, search: no match': '?q=nobody+like+it',
      'Chat threads, search: all match': '?q=client',
      'Chat threads, search: 2 letters, no match': '?q=zq',
    },
    { scan: true },
  ),
]

const OTHERS: List[] = [
  ...under('/api', {
    Dashboard: '/dashboard',
    Workforms: '/workforms',
    'Notifications, bell': '/notifications',
    'Notifications, first page': '/notifications/all',
    'Notifications, unread': '/notifications/all?tab=unread',
    'Notifications, in the middle': (n) =>
      `/notifications/all?${cursorAt('notifications', timeOf(half(n)), `message:${idOf(KIND.message, half(n))}`)}`,
  }),
  ...under(
    '/api',
    {
      'Client: notifications': '/notifications',
      'Client: dashboard': '/portal/workforms',
      'Client: section': `/portal/sections/${idOf(KIND.openSection, 3)}`,
    },
    { client: true },
  ),
]

const AUDIT: List[] = under('/api/audit', {
  'Audit log, first page': '',
  'Audit log, in the middle': (n) => `?${cursorAt('audit', timeOf(half(n)), String(half(n)))}`,
  'Audit log, a kind': '?kind=assignment',
  'Audit log, a rare kind': '?kind=webhook',
  'Audit log, a rare kind since 2024': '?kind=webhook&from=2024-01-01',
  'Audit log, one day': '?from=2024-01-01&to=2024-01-01',
  'Audit log, one client': `?client=${idOf(KIND.client, 5)}`,
  'Audit log, own actions': '?by=you',
  'Audit log, own actions of a rare kind': '?by=you&kind=webhook',
  'Audit log, actions of clients of a rare kind': '?by=client&kind=webhook',
  'Audit log, actions of the agent': '?by=agent',
  'Audit log, actions of the agent of a kind': '?by=agent&kind=workform',
  'Audit log, actions of the agent of an unused kind': '?by=agent&kind=file',
  'Audit log, export': '/export',
})

/** Every page whose cost must not grow with the rows behind it. */
export const LISTS: readonly List[] = [...CLIENTS, ...SUBMISSIONS, ...CHAT, ...OTHERS, ...AUDIT]
