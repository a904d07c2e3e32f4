import type { Answers } from '@portal/contract/fields'
import type { ChatMessage, ChatThread } from '@portal/contract/chat'
import type { Usage } from '@portal/contract/usage'
import type { Workform } from '@portal/contract/workforms'
import { is } from 'drizzle-orm'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { expect, it } from 'vitest'
import { good, refused } from '../../testing/accounts.ts'
import { at, newAssignment, reminders, runAt } from '../../testing/follow-ups.ts'
import { type Caller, newBookkeeper, newClient, type TestBookkeeper, type TestClient } from '../../testing/portal.ts'
import { decide, draft, flag, mark, newWork, sendBack, submit, uploaded } from '../../testing/sections.ts'
import {
  assigned,
  change,
  createdClient,
  get,
  newWorkform,
  rows,
  sectionsOf,
  send,
  textField,
} from '../../testing/work.ts'
import * as schema from './schema/index.ts'
import { STORED_ROWS } from './triggers/firm-storage.ts'

/** The limit of a firm. */
const FULL = 50e9

const fill = ({ firmId }: TestBookkeeper): Promise<void> =>
  change('UPDATE firm_storage SET bytes = bytes + ? WHERE firm_id = ?', FULL, firmId)

/** Checks the sum of a firm's bytes against all of its rows. @returns the sum */
async function expectRightSum({ firmId }: TestBookkeeper, more = 0): Promise<number> {
  const sums = STORED_ROWS.map(
    ({ table, bytes, firm }) =>
      `(SELECT coalesce(sum(${bytes(table)}), 0) FROM ${table} WHERE ${firm(table)} = s.firm_id)`,
  )
  // In one statement, because the agent changes rows meanwhile.
  const [row] = await rows<{ bytes: number; counted: number }>(
    `SELECT s.bytes, ${sums.join(' + ')} AS counted FROM firm_storage s WHERE s.firm_id = ?`,
    firmId,
  )
  expect(row?.bytes).toBe((row?.counted ?? Number.NaN) + more)
  return row?.bytes ?? Number.NaN
}

const LONG = 'é'.repeat(10_000)
const longFields = (section = 'First', count = 5) =>
  Array.from({ length: count }, (_, i) => ({ id: `long-${i}`, name: `Long ${i}`, type: 'long-text', section }))
const longAnswers = (count = 5, answer = LONG): Answers =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`long-${i}`, answer]))
/** About 100 kB. */
const manyFields = () =>
  Array.from({ length: 400 }, (_, i) => textField(`f${i}`, 'First', { name: `${'n'.repeat(150)} ${i}` }))

const draftVersion = async (assignmentId = ''): Promise<number> =>
  (await rows<{ v: number }>('SELECT version AS v FROM section_drafts WHERE assignment_id = ?', assignmentId))[0]?.v ??
  0
const threadOf = async (client: TestClient): Promise<string> =>
  (await get<{ items: ChatThread[] }>(client, '/api/chat/threads')).items[0]?.id ?? ''
const say = (who: Caller, thread: string, message: string): Promise<Response> =>
  send(who, 'POST', `/api/chat/threads/${thread}/messages`, { message })
const removeAssignment = (bookkeeper: Caller, clientId: string, workformId: string): Promise<Response> =>
  send(bookkeeper, 'DELETE', `/api/clients/${clientId}/workforms/${workformId}`)

/** Text of these does not add up: it is deleted after a while, limited in number, short, or no firm's. */
const NOT_COUNTED = {
  'deleted after a while': [
    'auth_challenges',
    'book_invitations',
    'dev_mailbox',
    'download_tickets',
    'due_failures',
    'email_changes',
    'email_links',
    'file_uploads',
    'guest_links',
    'idempotency_keys',
    'mail_digests',
    'mail_reports',
    'one_tap_links',
    'outbox',
    'sessions',
    'verification_codes',
    'workform_changes',
  ],
  'few for each person, firm or client': [
    'auth_factors',
    'auth_identities',
    'auth_users',
    'book_client_auth',
    'client_keys',
    'commitments',
    'firms',
    'mail_problems',
    'mail_switches',
    'notification_reads',
    'passkeys',
    'profiles',
    'push_subscriptions',
    'push_switches',
    'saved_views',
    'tags',
    'webhook_endpoints',
  ],
  'the operator’s': [
    'canary_votes',
    'flag_values',
    'operator_sessions',
    'page_errors',
    'page_vitals',
    'remote_canaries',
    'remote_health',
    'remote_people',
    'remote_switches',
    'remote_tokens',
    'remote_trusts',
    'remote_versions',
    'remotes',
  ],
  'without text': ['corrected_answers', 'firm_reports', 'invitation_log'],
  'short, or derived from counted columns': [
    'audit_log.actor_name',
    'audit_log.subject_type',
    'audit_log.actor_role',
    'audit_log.action',
    'agent_clients.resumes',
    'book_client_notifications.section_name',
    'book_client_notifications.title',
    'book_client_workforms.deadline',
    'book_client_workforms.due_date',
    'book_client_workforms.section_name',
    'book_clients.activity_order',
    'book_clients.due_order',
    'book_clients.folded_company',
    'book_clients.folded_name',
    'book_clients.name_order',
    'book_clients.next_due',
    'book_clients.phone_digits',
    'book_form_submissions.client_email',
    'book_form_submissions.client_key',
    'book_form_submissions.client_since',
    'book_form_submissions.due_on',
    'book_form_submissions.waiting_since',
    'book_workforms.folded_description',
    'book_workforms.folded_name',
    'book_workforms.name_order',
    'book_workforms.starter',
    'files.name',
    'files.path',
    'files.sha256',
    'files.type',
    'follow_ups.day',
    'section_reviews.recall_requested_from',
    'webhook_deliveries.event',
    'workform_section_statuses.section_name',
  ],
}

it('counts each text column, or names why not', () => {
  const counted = STORED_ROWS.flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`))
  const known = new Set([...counted, ...Object.values(NOT_COUNTED).flat()])
  const texts = Object.values(schema).flatMap((table) => {
    if (!is(table, SQLiteTable)) return []
    const { name, columns } = getTableConfig(table)
    return columns
      .filter(
        (c) => c.getSQLType() === 'text' && !c.enumValues?.length && !/(?:^id|_id|_at|_by|^at|hash)$/.test(c.name),
      )
      .map((c) => [name, `${name}.${c.name}`] as const)
  })
  expect(texts.filter((names) => !names.some((name) => known.has(name))).map(([, column]) => column)).toEqual([])
})

it('counts what people write, as it changes, and no longer what is deleted', async () => {
  const fields = [
    ...longFields(),
    { id: 'scan', name: 'Passport', type: 'file', section: 'First' },
    textField('b', 'Second'),
  ]
  const { bookkeeper, client, workform, first } = await newWork(fields)
  const start = await expectRightSum(bookkeeper)
  expect((await get<Usage>(bookkeeper, '/api/usage')).storage.used).toBeGreaterThan(2 * JSON.stringify(fields).length)
  const edited = await good<Workform>(
    send(bookkeeper, 'PATCH', `/api/workforms/${workform.id}`, { ...workform, description: LONG.slice(0, 2000) }),
  )
  // Of the workform and of its version.
  expect((await expectRightSum(bookkeeper)) - start).toBeGreaterThan(8000)

  await good(send(bookkeeper, 'PUT', `/api/clients/${client.clientId}/notes`, { text: LONG, version: 0 }))
  await good(send(bookkeeper, 'PUT', `/api/clients/${client.clientId}/notes`, { text: 'short', version: 1 }))
  const thread = await threadOf(client)
  const message = await good<ChatMessage>(say(client, thread, LONG))
  const before = await expectRightSum(bookkeeper)
  await good(send(client, 'DELETE', `/api/chat/threads/${thread}/messages/${message.id}`))
  expect(before - (await expectRightSum(bookkeeper))).toBeGreaterThan(10_000)
  await good(say(bookkeeper, thread, LONG))

  const scan = await uploaded(client, first.id, 'scan.pdf')
  await good(draft(client, first.id, longAnswers(), 0))
  await good(submit(client, first.id, { ...longAnswers(), scan: [scan] }))
  const note = LONG.slice(0, 500)
  await good(
    mark(bookkeeper, first.id, first.version + 1, 'long-0', {
      verdict: 'flagged',
      flag: flag('x', 'other', note).flag,
    }),
  )
  await expectRightSum(bookkeeper)
  await good(sendBack(bookkeeper, first.id, first.version + 1, [flag('long-0', 'other', note)]))
  await expectRightSum(bookkeeper)
  await good(submit(client, first.id, { ...longAnswers(), scan: [scan] }))
  const beforeEvidence = await expectRightSum(bookkeeper)
  await good(decide(bookkeeper, 'reject', first.id, { version: first.version + 3, reason: 'All of it' }))
  const [entry] = await rows<{ bytes: number }>(
    `SELECT detail ->> '$.evidence_object.bytes' AS bytes FROM audit_log
      WHERE firm_id = ? AND detail LIKE '%evidence_object%'`,
    bookkeeper.firmId,
  )
  // The evidence is an object in the bucket, as large as the answers that it replaces, encoded.
  expect(entry?.bytes).toBeGreaterThan(130_000)
  expect((await expectRightSum(bookkeeper)) - beforeEvidence).toBeGreaterThan(20_000)

  await good(draft(client, first.id, longAnswers(), await draftVersion(first.id)))
  const full = await expectRightSum(bookkeeper)
  await good(removeAssignment(bookkeeper, client.clientId, edited.id))
  // The draft, and two submissions.
  expect(full - (await expectRightSum(bookkeeper))).toBeGreaterThan(300_000)
  const withClient = await expectRightSum(bookkeeper)
  await good(send(bookkeeper, 'DELETE', `/api/clients/${client.clientId}`))
  // The bookkeeper's message.
  expect(withClient - (await expectRightSum(bookkeeper))).toBeGreaterThan(10_000)
})

it('counts a draft once, however often it is replaced', async () => {
  const { bookkeeper, client, first } = await newWork(longFields())
  await good(draft(client, first.id, longAnswers(), 0))
  const bytes = await expectRightSum(bookkeeper)
  for (let i = 0; i < 5; i++)
    await good(draft(client, first.id, longAnswers(5, `${'z'.repeat(19_999)}${i}`), await draftVersion(first.id)))
  // The agent may have planned reminders meanwhile.
  expect(await expectRightSum(bookkeeper)).toBeLessThan(bytes + 20_000)
  await good(draft(client, first.id, {}, await draftVersion(first.id)))
  expect(await expectRightSum(bookkeeper)).toBeLessThan(bytes - 80_000)
})

it('counts the notes of an assignment for each of its sections', async () => {
  const bookkeeper = await newBookkeeper()
  const client = await newClient(bookkeeper)
  const workform = await newWorkform(bookkeeper)
  const before = await expectRightSum(bookkeeper)
  const clients = [{ client_id: client.clientId, due_date: at(0).slice(0, 10) }]
  await good(
    send(bookkeeper, 'POST', '/api/assignments', { workform_id: workform.id, clients, notes: 'x'.repeat(1000) }),
  )
  expect((await expectRightSum(bookkeeper)) - before).toBeGreaterThanOrEqual(2000)
})

it('refuses large texts when the storage is full, also copies, and says what to do', async () => {
  const { bookkeeper, client, first } = await newWork(longFields())
  const large = await newWorkform(bookkeeper, { fields: manyFields() })
  const wide = await newWorkform(bookkeeper, { fields: Array.from({ length: 40 }, (_, i) => textField('a', `S${i}`)) })
  await fill(bookkeeper)
  const refusal = send(bookkeeper, 'POST', '/api/workforms', { name: 'Large', fields: manyFields() })
  expect((await refusal).headers.get('retry-after')).toBe('3600')
  expect(await refused(refusal, 'storage_limit')).toEqual({
    title: 'Storage is full',
    detail:
      'Your firm has used all of its storage for files and text. Delete files or clients that are no longer needed, ' +
      'or ask the operator of the portal for more.',
  })
  await refused(send(bookkeeper, 'POST', `/api/workforms/${large.id}/duplicate`), 'storage_limit')
  await refused(send(bookkeeper, 'PATCH', `/api/workforms/${large.id}`, large), 'storage_limit')
  await refused(say(client, await threadOf(client), LONG), 'storage_limit')
  expect(await refused(draft(client, first.id, longAnswers(), 0), 'storage_limit')).toEqual({
    title: 'Storage is full',
    detail: 'There is no storage left for this. Please contact your bookkeeper.',
  })
  await refused(submit(client, first.id, longAnswers()), 'storage_limit')
  // A short note, stored with each of 40 sections.
  const notes = 'x'.repeat(1000)
  const clients = [{ client_id: client.clientId, due_date: at(0).slice(0, 10) }]
  await refused(send(bookkeeper, 'POST', '/api/assignments', { workform_id: wide.id, clients, notes }), 'storage_limit')
  await expectNothingAdded(bookkeeper)
})

/** Checks that a full firm stores little more than before it was filled. */
async function expectNothingAdded(bookkeeper: TestBookkeeper): Promise<void> {
  await expectRightSum(bookkeeper, FULL)
  const [large] = await rows(
    `SELECT 1 FROM chat_messages m JOIN chat_threads t ON t.id = m.thread_id
      WHERE t.bookkeeper_id = ? AND m.sender = 'client'`,
    bookkeeper.userId,
  )
  expect(large).toBeUndefined()
}

it('still allows everything that adds little when the storage is full', async () => {
  const { bookkeeper, client, first, workform } = await newWork(longFields())
  const other = await createdClient(bookkeeper)
  const many = await Promise.all(Array.from({ length: 12 }, () => createdClient(bookkeeper)))
  await good(submit(client, first.id, longAnswers()))
  const [second] = await sectionsOf(client.clientId, workform.id)
  const wide = await newWorkform(bookkeeper, { fields: longFields('Wide') })
  await assigned(bookkeeper, wide, [client.clientId])
  const [toFill] = await sectionsOf(client.clientId, wide.id)
  await good(draft(client, toFill?.id ?? '', longAnswers(), 0))
  await fill(bookkeeper)
  await good(say(client, await threadOf(client), 'Is it full?'))
  await good(say(bookkeeper, await threadOf(client), 'Not quite.'))
  await good(decide(bookkeeper, 'approve', second?.id ?? '', { version: 1, notes: null }))
  await good(decide(bookkeeper, 'undo', second?.id ?? '', { version: 2 }))
  await good(decide(bookkeeper, 'reject', second?.id ?? '', { version: 3, reason: 'Please check.' }))
  // A large request, but a shorter draft than the one before.
  await good(draft(client, toFill?.id ?? '', longAnswers(4), await draftVersion(toFill?.id)))
  const ids = many.map(({ id }) => id)
  const setActive = { kind: 'status', status: 'active' }
  await good(send(bookkeeper, 'POST', '/api/clients/changes', { ids, change: { kind: 'archive' } }))
  await good(send(bookkeeper, 'POST', '/api/clients/changes', { ids: ids.slice(6), change: setActive }))
  await good(removeAssignment(bookkeeper, client.clientId, wide.id))
  await good(send(bookkeeper, 'DELETE', `/api/clients/${other.id}`))
  await expectRightSum(bookkeeper, FULL)
})

it('does not stop the agent when the storage is full', async () => {
  const { b, c } = await newAssignment()
  await fill(b)
  await runAt(b, at(-3))
  expect(await reminders(c.clientId)).not.toEqual([])
})
