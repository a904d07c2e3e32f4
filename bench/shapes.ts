import { encodeCursor } from '../worker/src/db/cursor.ts'
import { idOf, KIND, timeOf } from './fill.ts'

/** A page that somebody asks for, and how it is asked for when there are `n` clients, sections, messages and entries. */
export interface Shape {
  name: string
  path: (n: number) => string
  /** Asked for by the client, not the bookkeeper. */
  client?: boolean
  /** Its CPU per request is measured, too. */
  cpu?: true
  /** A search that no index answers: it reads all of the bookkeeper's own rows (docs/decisions/0027). */
  goesThrough?: true
}

const half = (n: number): number => Math.floor(n / 2)
const cursorAt = (sort: string, value: string, id: string): string =>
  `cursor=${encodeURIComponent(encodeCursor(sort, { value, id }))}`
const timed = (sort: string, kind: string, i: number): string => cursorAt(sort, timeOf(i), idOf(kind, i))

const CLIENTS: Shape[] = [
  { name: 'Clients, first page', cpu: true, path: () => '/api/clients?limit=100' },
  {
    name: 'Clients, in the middle',
    cpu: true,
    path: (n) => `/api/clients?limit=100&${timed('-created', KIND.client, half(n))}`,
  },
  { name: 'Clients by name', path: () => '/api/clients?limit=100&sort=name' },
  {
    name: 'Clients by name, in the middle',
    path: () => `/api/clients?limit=100&sort=name&${cursorAt('name', 'Kai Keller', '')}`,
  },
  { name: 'Clients of a status', path: () => '/api/clients?limit=100&status=active' },
  { name: 'Clients of a status by name', path: () => '/api/clients?limit=100&status=active&sort=-name' },
  { name: 'Clients, search of 1 letter, many', path: () => '/api/clients?limit=100&q=a' },
  { name: 'Clients, search of 1 letter, nobody', goesThrough: true, path: () => '/api/clients?limit=100&q=~' },
  { name: 'Clients, search of 2 letters, many', path: () => '/api/clients?limit=100&q=an' },
  { name: 'Clients, search of 2 letters, nobody', goesThrough: true, path: () => '/api/clients?limit=100&q=zq' },
  { name: 'Clients, search, one', cpu: true, path: () => '/api/clients?limit=100&q=client77%40' },
  { name: 'Clients, search, nobody', cpu: true, path: () => '/api/clients?limit=100&q=nobody+like+it' },
  {
    name: 'Clients, search, nobody, of frequent parts',
    goesThrough: true,
    path: () => '/api/clients?limit=100&q=ample.company',
  },
  { name: 'Clients, search, everybody', path: () => '/api/clients?limit=100&q=client' },
  { name: 'Clients, search, everybody, by name', path: () => '/api/clients?limit=100&q=example&sort=name' },
  {
    name: 'Clients, search, everybody of no status',
    goesThrough: true,
    path: () => '/api/clients?limit=100&q=elif&status=new&sort=name',
  },
  { name: 'Clients, counts', path: () => '/api/clients/counts' },
]

const of = `workform=${idOf(KIND.workform, 3)}`
const SUBMISSIONS: Shape[] = [
  { name: 'Submissions, first page', cpu: true, path: () => '/api/submissions' },
  {
    name: 'Submissions, in the middle',
    path: (n) => `/api/submissions?${timed('activity', KIND.submission, Math.floor(n / 6))}`,
  },
  ...['pending', 'approved', 'rejected'].map((filter) => ({
    name: `Submissions, ${filter}`,
    path: () => `/api/submissions?filter=${filter}`,
  })),
  { name: 'Submissions that wait', path: () => '/api/submissions?only=waiting' },
  { name: 'Submissions overdue', path: () => '/api/submissions?only=overdue' },
  { name: 'Submissions of this month', path: () => '/api/submissions?only=completed' },
  { name: 'Submissions of a workform', path: () => `/api/submissions?${of}` },
  { name: 'Submissions of a workform, rejected', path: () => `/api/submissions?${of}&filter=rejected` },
  { name: 'Submissions of a workform, overdue', path: () => `/api/submissions?${of}&only=overdue` },
  { name: 'Submissions of a client', path: () => `/api/submissions?client=${idOf(KIND.client, 21)}` },
  { name: 'Submissions, search of 2 letters, nobody', goesThrough: true, path: () => '/api/submissions?q=zq' },
  { name: 'Submissions, search, one', path: () => '/api/submissions?q=client27%40' },
  { name: 'Submissions, search, nobody', path: () => '/api/submissions?q=nobody+like+it' },
  { name: 'Submissions, search, everybody', path: () => '/api/submissions?q=client' },
  { name: 'Submissions, search, a workform', path: () => '/api/submissions?q=number+12' },
  { name: 'Next section to review', path: () => `/api/submissions/waiting?${of}&client=${idOf(KIND.client, 3)}` },
]

const OTHERS: Shape[] = [
  { name: 'Dashboard', cpu: true, path: () => '/api/dashboard' },
  { name: 'Notifications, bell', cpu: true, path: () => '/api/notifications' },
  { name: 'Notifications, page', path: () => '/api/notifications/all' },
  { name: 'Notifications, unread', path: () => '/api/notifications/all?tab=unread' },
  {
    name: 'Notifications, in the middle',
    path: (n) =>
      `/api/notifications/all?${cursorAt('notifications', timeOf(half(n)), `message:${idOf(KIND.message, half(n))}`)}`,
  },
  { name: 'Chat, conversations', path: () => '/api/chat/threads' },
  {
    name: 'Chat, conversations in the middle',
    path: (n) => `/api/chat/threads?${timed('threads', KIND.thread, Math.floor(n / 20))}`,
  },
  { name: 'Chat, search, one', goesThrough: true, path: () => '/api/chat/threads?q=client70%40' },
  { name: 'Chat, search, nobody', goesThrough: true, path: () => '/api/chat/threads?q=nobody+like+it' },
  { name: 'Chat, search, everybody', goesThrough: true, path: () => '/api/chat/threads?q=client' },
  { name: 'Chat, search of 2 letters, nobody', goesThrough: true, path: () => '/api/chat/threads?q=zq' },
  { name: 'Chat, unread', path: () => '/api/chat/unread' },
  { name: 'Chat, newest messages', cpu: true, path: () => `/api/chat/threads/${idOf(KIND.thread, 0)}/messages` },
  {
    name: 'Chat, messages in the middle',
    path: (n) => `/api/chat/threads/${idOf(KIND.thread, 0)}/messages?from=${half(n)}`,
  },
  { name: 'Workforms', path: () => '/api/workforms' },
  { name: 'Client’s notifications', client: true, path: () => '/api/notifications' },
  { name: 'Client’s dashboard', client: true, path: () => '/api/portal/workforms' },
  { name: 'Client’s section', client: true, path: () => `/api/portal/sections/${idOf(KIND.openSection, 3)}` },
  { name: 'A client', path: () => `/api/clients/${idOf(KIND.client, 21)}` },
]

const AUDIT: Shape[] = [
  { name: 'Audit, first page', cpu: true, path: () => '/api/audit' },
  { name: 'Audit, in the middle', path: (n) => `/api/audit?${cursorAt('audit', `${timeOf(half(n))} ${half(n)}`, '')}` },
  { name: 'Audit, of a kind', path: () => '/api/audit?kind=assignment' },
  { name: 'Audit, of a kind that is rare', path: () => '/api/audit?kind=webhook' },
  { name: 'Audit, by the agent', path: () => '/api/audit?by=agent' },
  { name: 'Audit, of one client', path: () => `/api/audit?client=${idOf(KIND.client, 5)}` },
  { name: 'Audit, one’s own', path: () => '/api/audit?by=you' },
  { name: 'Audit, by clients, of a rare kind', path: () => '/api/audit?by=client&kind=webhook' },
  { name: 'Audit, by the agent, of a kind', path: () => '/api/audit?by=agent&kind=workform' },
  { name: 'Audit, by the agent, of no kind', path: () => '/api/audit?by=agent&kind=file' },
  { name: 'Audit, one’s own of a rare kind', path: () => '/api/audit?by=you&kind=webhook' },
  { name: 'Audit, of a day long ago', path: () => '/api/audit?from=2024-01-01&to=2024-01-01' },
  { name: 'Audit, of a rare kind, since long ago', path: () => '/api/audit?kind=webhook&from=2024-01-01' },
]

const EXPORTS: Shape[] = [
  { name: 'Export of clients, first rows', path: () => '/api/clients/export' },
  { name: 'Export of the trail, first rows', path: () => '/api/audit/export' },
]

/** Every page whose cost must not depend on how much lies behind it. */
export const SHAPES: readonly Shape[] = [...CLIENTS, ...SUBMISSIONS, ...OTHERS, ...AUDIT, ...EXPORTS]
