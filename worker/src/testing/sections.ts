import type { MarkAnswer, SectionAttempts } from '@portal/contract/answer-review'
import type { Answers, FileAnswer } from '@portal/contract/fields'
import type { FlagReason } from '@portal/contract/flag-texts'
import type { NonAnswers } from '@portal/contract/non-answers'
import type { PortalSectionDetail } from '@portal/contract/client-portal'
import type { Decision, SubmissionCard, SubmissionsPage } from '@portal/contract/review'
import type { Workform } from '@portal/contract/workforms'
import { good } from './accounts.ts'
import { type Caller, newBookkeeper, newClient, type TestBookkeeper, type TestClient } from './portal.ts'
import { until } from './until.ts'
import { type AssignmentRow, assigned, get, newWorkform, rows, sectionsOf, send } from './work.ts'

/** Filling in and reviewing sections through the API. */

/** Returns a PDF of about `size` bytes; `mark` makes it unique. */
export function pdf(mark = 'one', size = 200): Blob {
  return new Blob([`%PDF-1.7\n% ${mark}\n`, 'x'.repeat(Math.max(0, size - 20)), '\n%%EOF\n'])
}

/** Returns a section with one field of each type that the tests need. */
export const fieldsIn = (section: string) => [
  { id: 'name', name: 'Full name', type: 'short-text', required: true, section },
  { id: 'mail', name: 'Email', type: 'email', section },
  { id: 'size', name: 'Company size', type: 'dropdown', options: ['Small', 'Large'], section },
  { id: 'since', name: 'Founded', type: 'date', section },
  { id: 'scan', name: 'Passport', type: 'file', section },
]

/**
 * A bookkeeper, a client, and a workform assigned to the client with the sections `First` (all field types) and
 * `Second` (a text).
 */
export interface Work {
  bookkeeper: TestBookkeeper
  client: TestClient
  workform: Workform
  first: AssignmentRow
  second: AssignmentRow
}

/** Creates a bookkeeper, a client and an assigned workform. */
export async function newWork(
  fields: readonly unknown[] = [...fieldsIn('First'), { id: 'note', name: 'Note', section: 'Second' }],
): Promise<Work> {
  const bookkeeper = await newBookkeeper()
  const client = await newClient(bookkeeper)
  const workform = await newWorkform(bookkeeper, { fields })
  await assigned(bookkeeper, workform, [client.clientId])
  const [first, second = first] = await sectionsOf(client.clientId, workform.id)
  if (!first || !second) throw new Error('nothing was assigned')
  return { bookkeeper, client, workform, first, second }
}

/** Returns the section as the client sees it. */
export const opened = (client: Caller, id: string): Promise<PortalSectionDetail> =>
  get(client, `/api/portal/sections/${id}`)

/** Saves a draft. */
export const draft = (client: Caller, id: string, answers: Answers, base_version: number): Promise<Response> =>
  send(client, 'PUT', `/api/portal/sections/${id}/draft`, { answers, base_version })

/** Submits answers. `version` defaults to the section's current version. */
export async function submit(
  client: Caller,
  id: string,
  answers: Answers,
  version?: number,
  key?: string,
): Promise<Response> {
  const seen =
    version ??
    (await rows<{ version: number }>('SELECT version FROM book_client_workforms WHERE id = ?', id))[0]?.version ??
    0
  return send(
    client,
    'POST',
    `/api/portal/sections/${id}/submit`,
    { answers, version: seen },
    key ? { 'idempotency-key': key } : {},
  )
}

/** Submits answers and non-answers. */
export const submitAll = (
  client: Caller,
  id: string,
  content: { answers: Answers; non_answers: NonAnswers },
  version: number,
  key?: string,
): Promise<Response> =>
  send(
    client,
    'POST',
    `/api/portal/sections/${id}/submit`,
    { ...content, version },
    key ? { 'idempotency-key': key } : {},
  )

/** Uploads a file to a field. */
export function upload(
  client: Caller,
  id: string,
  name: string,
  body: BodyInit,
  field = 'scan',
  headers: Record<string, string> = {},
): Promise<Response> {
  const query = new URLSearchParams({ field, name })
  return client.fetch(`/api/portal/sections/${id}/files?${query}`, {
    method: 'POST',
    body,
    headers,
    duplex: 'half',
  } as RequestInit)
}

/** Uploads a file and expects success. */
export const uploaded = (
  client: Caller,
  id: string,
  name: string,
  body: BodyInit = pdf(name),
  field = 'scan',
): Promise<FileAnswer> => good<FileAnswer>(upload(client, id, name, body, field))

/** Sends a decision. */
export const decide = (
  bookkeeper: Caller,
  action: 'approve' | 'reject' | 'undo',
  id: string,
  input: Record<string, unknown>,
  key?: string,
): Promise<Response> =>
  send(bookkeeper, 'POST', `/api/sections/${id}/${action}`, input, key ? { 'idempotency-key': key } : {})

/** Sends a decision and expects success. */
export const decided = (
  bookkeeper: Caller,
  action: 'approve' | 'reject' | 'undo',
  id: string,
  input: Record<string, unknown>,
): Promise<Decision> => good<Decision>(decide(bookkeeper, action, id, input))

/** A flag of an answer as it is sent. */
export const flag = (field_id: string, reason: FlagReason = 'unreadable', note: string | null = null) => ({
  field_id,
  flag: { reason, note },
})

/** Sends single answers back. */
export const sendBack = (
  bookkeeper: Caller,
  id: string,
  version: number,
  flags: ReturnType<typeof flag>[],
  key?: string,
): Promise<Response> =>
  send(bookkeeper, 'POST', `/api/sections/${id}/send-back`, { version, flags }, key ? { 'idempotency-key': key } : {})

/** Marks an answer as accepted or flagged, or removes the mark. */
export const mark = (
  bookkeeper: Caller,
  id: string,
  version: number,
  field_id: string,
  given: MarkAnswer['mark'],
): Promise<Response> => send(bookkeeper, 'PUT', `/api/sections/${id}/marks`, { version, field_id, mark: given })

/** Records that the bookkeeper has opened a submission. */
export const open = (bookkeeper: Caller, id: string, version: number): Promise<Response> =>
  send(bookkeeper, 'POST', `/api/sections/${id}/opened`, { version })

/** Takes a submission back, or asks the bookkeeper for it. */
export const recall = (
  client: Caller,
  id: string,
  version: number,
  how: 'recall' | 'recall-request' = 'recall',
  key?: string,
): Promise<Response> =>
  send(client, 'POST', `/api/portal/sections/${id}/${how}`, { version }, key ? { 'idempotency-key': key } : {})

/** Answers the client's request to change a submission. */
export const answerRecall = (
  bookkeeper: Caller,
  id: string,
  version: number,
  agree: boolean,
  key?: string,
): Promise<Response> =>
  send(bookkeeper, 'POST', `/api/sections/${id}/recall`, { version, agree }, key ? { 'idempotency-key': key } : {})

/** Returns the submissions of a section, newest first. */
export const attemptsOf = async (bookkeeper: Caller, id: string): Promise<SectionAttempts['items']> =>
  (await get<SectionAttempts>(bookkeeper, `/api/sections/${id}/attempts`)).items

/** Returns the bookkeeper's cards on Form Submissions. */
export const cards = async (bookkeeper: Caller, query: Record<string, string> = {}): Promise<SubmissionCard[]> =>
  (await get<SubmissionsPage>(bookkeeper, `/api/submissions?${new URLSearchParams(query)}`)).items

/** Returns the section with this id from the bookkeeper's cards. */
export async function reviewed(bookkeeper: Caller, id: string) {
  const section = (await cards(bookkeeper)).flatMap((c) => c.sections).find((s) => s.assignment_id === id)
  if (!section) throw new Error('not among the submissions')
  return section
}

/** Waits until all outbox rows that match an SQL condition are delivered. */
export async function delivered(condition: string, ...args: string[]): Promise<void> {
  const waiting = `SELECT id FROM outbox WHERE done_at IS NULL AND ${condition}`
  await until(`delivery of ${condition}`, async () => ((await rows(waiting, ...args)).length === 0 ? true : undefined))
}
