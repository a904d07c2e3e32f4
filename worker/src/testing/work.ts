import type { InValue } from '@libsql/client'
import type { AssignResult } from '@portal/contract/assignments'
import type { Client } from '@portal/contract/clients'
import type { Workform, WorkformInput } from '@portal/contract/workforms'
import { expect } from 'vitest'
import { good } from './accounts.ts'
import { type Caller, db, insert, type TestBookkeeper, unique } from './portal.ts'

/** Actions of bookkeepers and clients through the API, and checks of the database. */

/** Returns the calendar date `days` from today, in UTC. */
export const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Sends a request, with a JSON body if there is one. */
export function send(
  caller: Caller,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  if (body === undefined) return caller.fetch(path, { method, headers })
  return caller.fetch(path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

/** Sends GET, expects success and returns the JSON. */
export const get = <T = unknown>(caller: Caller, path: string): Promise<T> => good<T>(caller.fetch(path))

/** Returns the number of round trips to the database for a response. */
export function trips(response: Response): { reads: number; writes: number } {
  const timing = response.headers.get('server-timing') ?? ''
  const count = (name: string) => Number(new RegExp(`${name};desc="(\\d+)"`).exec(timing)?.[1] ?? Number.NaN)
  return { reads: count('reads'), writes: count('writes') }
}

/** Returns rows of the database under test. */
export async function rows<T = Record<string, unknown>>(sql: string, ...args: InValue[]): Promise<T[]> {
  return (await db.execute({ sql, args })).rows as unknown as T[]
}

/** Changes the database directly. */
export const change = (sql: string, ...args: InValue[]): Promise<void> => insert([{ sql, args }])

/** Rows that take well under the five seconds after which the database ends a write, also on a busy machine. */
const ROWS_PER_WRITE = 1000

/** Calls `add` for the numbers `from` to `to` (exclusive), some at a time. */
export async function inSteps(
  from: number,
  to: number,
  add: (from: number, to: number) => Promise<void>,
): Promise<void> {
  for (let at = from; at < to; at += ROWS_PER_WRITE) await add(at, Math.min(at + ROWS_PER_WRITE, to))
}

/** Returns a short text field. */
export const textField = (id: string, section: string, more: Record<string, unknown> = {}) => ({
  id,
  name: id,
  type: 'short-text',
  section,
  ...more,
})

/** Creates a workform, with two sections of one field each unless `fields` is given. */
export function newWorkform(
  bookkeeper: TestBookkeeper,
  input: Partial<Record<keyof WorkformInput, unknown>> = {},
): Promise<Workform> {
  const fields = [textField('a', 'First'), textField('b', 'Second')]
  return good<Workform>(send(bookkeeper, 'POST', '/api/workforms', { name: unique('Workform'), fields, ...input }))
}

/** Creates a client record through the API: invited, not signed up. */
export function createdClient(bookkeeper: TestBookkeeper, input: Record<string, unknown> = {}): Promise<Client> {
  const body = { name: 'Nora New', email: `${unique('created')}@example.com`, phone: '555 0199', ...input }
  return good<Client>(send(bookkeeper, 'POST', '/api/clients', body))
}

/** Assigns a workform to clients. */
export function assigned(
  bookkeeper: TestBookkeeper,
  workform: { id: string },
  clientIds: readonly string[],
  due = day(7),
): Promise<AssignResult> {
  const clients = clientIds.map((client_id) => ({ client_id, due_date: due }))
  return good<AssignResult>(send(bookkeeper, 'POST', '/api/assignments', { workform_id: workform.id, clients }))
}

/** A row of book_client_workforms. */
export interface AssignmentRow {
  id: string
  client_id: string
  section_name: string
  position: number
  status: string
  version: number
  submission_id: string
  workform_version_id: string
  due_date: string
}

/** Returns a client's sections of a workform, in order. */
export const sectionsOf = (clientId: string, workformId: string): Promise<AssignmentRow[]> =>
  rows<AssignmentRow>(
    'SELECT * FROM book_client_workforms WHERE client_id = ? AND workform_id = ? ORDER BY position, section_name',
    clientId,
    workformId,
  )

/** Sets a section to the state after a submission, an approval or a rejection. */
export async function settle(
  row: AssignmentRow,
  status: 'completed' | 'approved' | 'rejected',
  at = new Date().toISOString(),
): Promise<void> {
  const shown = { completed: 'pending_review', approved: 'approved', rejected: 'rejected' }[status]
  await insert([
    {
      sql: `UPDATE book_client_workforms SET status = ?, core_status = ?, submit_status = ?, submitted_at = ?,
        approved_at = ?, version = version + 1 WHERE id = ?`,
      args: [
        status,
        status === 'approved' ? 'approved' : 'waiting',
        status === 'rejected' ? 'not_submitted' : 'submitted',
        at,
        status === 'approved' ? at : null,
        row.id,
      ],
    },
    {
      sql: `INSERT INTO workform_section_statuses (submission_id, section_name, status, updated_at) VALUES (?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET status = excluded.status, updated_at = excluded.updated_at`,
      args: [row.submission_id, row.section_name, shown, at],
    },
    {
      sql: `UPDATE book_form_submissions SET data = json_patch(data, json_object(?, json(?))), status = 'submitted'
        WHERE id = ?`,
      args: [row.section_name, status === 'rejected' ? 'null' : '{"a":"answer"}', row.submission_id],
    },
  ])
}

/** Returns outbox rows of a kind for a recipient whose payload contains a text, oldest first. */
export async function queued(
  kind: string,
  recipient: string,
  holding = '',
): Promise<{ payload: string; done_at: string | null }[]> {
  return rows(
    'SELECT payload, done_at FROM outbox WHERE kind = ? AND recipient = ? AND instr(payload, ?) > 0 ORDER BY seq',
    kind,
    recipient,
    holding,
  )
}

/** Expects a queued live event for the user. */
export async function expectEvent(userId: string, type: string, id: string): Promise<void> {
  const events = (await queued('event', `user:${userId}`, `"${type}"`)).filter((e) => e.payload.includes(id))
  expect(events.length, `${type} with ${id} for ${userId}`).toBeGreaterThan(0)
}

/** Expects an entry of the audit log with this action and subject. */
export async function expectAudit(action: string, subjectId: string): Promise<void> {
  expect(
    await rows('SELECT 1 FROM audit_log WHERE action = ? AND subject_id = ?', action, subjectId),
    action,
  ).not.toEqual([])
}
