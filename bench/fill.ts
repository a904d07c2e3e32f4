import { type Client, createClient, type InValue } from '@libsql/client/http'
import { settled } from './settled.ts'
import { withoutTriggers } from './without-triggers.ts'
import type { World } from './world.ts'

/**
 * What a busy bookkeeper has: clients, sections, chat, trail, each as many as is asked for, made by the database itself. Every number
 * has the same rows at any size, so that a page of one size can be compared with that of another. All is older than this month, but for
 * a few hundred approvals: what a month brings does not grow with what lies behind it.
 */

/** Rows that one statement makes: the database must not be locked for long. */
const CHUNK = 10_000
const WORKFORMS = 20
/** Pairs that were approved this month, whatever the size. */
const THIS_MONTH = 300

/** The id of the i-th thing of a kind, as SQL. */
const idSql = (kind: string, i: string): string => `'${kind}-0000-7000-8000-' || printf('%012x', ${i})`
/** The id of the i-th thing of a kind. */
export const idOf = (kind: string, i: number): string => `${kind}-0000-7000-8000-${i.toString(16).padStart(12, '0')}`
/** Kinds of things, as their ids begin. */
export const KIND = {
  client: 'c0000000',
  workform: 'f0000000',
  version: 'e0000000',
  submission: 'd0000000',
  section: 'a0000000',
  thread: 'b0000000',
  message: '90000000',
  only: '91000000',
  notification: '92000000',
  entry: '93000000',
  /** Of the one client who signs in: open sections. */
  openSubmission: 'd1000000',
  openSection: 'a1000000',
} as const

/** Somewhere in 2024 or 2025: a minute for each number. */
const at = (i: string): string => `strftime('%Y-%m-%dT%H:%M:%fZ', 1704067200 + (${i}) * 60, 'unixepoch')`
/** The same in JavaScript. */
export const timeOf = (i: number): string => new Date((1_704_067_200 + i * 60) * 1000).toISOString()

const FIRST =
  '["Ada","Ben","Cleo","Dora","Elif","Finn","Gus","Hana","Ivo","June","Kai","Lena","Milo","Nora","Otto","Pia","Rafa","Sven","Tess","Uma"]'
const LAST =
  '["Abbott","Baker","Castillo","Diaz","Eriksen","Fischer","Gupta","Hansen","Ivanov","Jensen","Keller","Lopez","Meyer","Novak","Okafor","Petrov","Rossi","Silva","Tanaka","Weber"]'

const SECTIONS = ['Company', 'Documents', 'Contacts'] as const
const FIELDS = JSON.stringify(
  SECTIONS.flatMap((section, s) =>
    ['short-text', 'email', 'date', 'long-text'].map((type, k) => ({
      id: `field-${s}-${k}`,
      name: `${section} ${type.replace('-', ' ')}`,
      type,
      required: k === 0,
      section,
      helpText: 'As it stands in the register, please.',
    })),
  ),
)
const ANSWERS = JSON.stringify(
  Object.fromEntries(
    SECTIONS.map((section, s) => [
      section,
      Object.fromEntries(
        ['An answer', 'ada@example.com', '2025-02-03', 'A longer answer, as people give them.'].map((a, k) => [
          `field-${s}-${k}`,
          a,
        ]),
      ),
    ]),
  ),
)

/** The statements for numbers `from` (inclusive) to `to`; `n.i` is the number. */
const NUMBERS = 'WITH RECURSIVE n(i) AS (SELECT CAST(? AS INTEGER) UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?)'

interface Owner {
  userId: string
  firmId: string
  clientUserId: string
}

const clients = ({
  userId,
  firmId,
}: Owner): string => `INSERT INTO book_clients (seq, id, name, email, phone, company, status, bookkeeper_id, firm_id, created_at, updated_at)
  SELECT i + 1, ${idSql(KIND.client, 'i')}, json_extract('${FIRST}', '$[' || (i % 20) || ']') || ' ' || json_extract('${LAST}', '$[' || (i / 20 % 20) || ']'),
    'client' || i || '@example.com', '555 0100', 'Company ' || (i % 977) || ' Ltd', json_extract('["new","onboarding","active","inactive"]', '$[' || (i % 4) || ']'),
    '${userId}', '${firmId}', ${at('i')}, ${at('i')} FROM n`
const search = (): string =>
  'INSERT INTO clients_search (rowid, name, email, company) SELECT c.seq, c.name, c.email, c.company FROM n CROSS JOIN book_clients c ON c.seq = n.i + 1'

// A tenth each: waiting for review, rejected, assigned, overdue; the others are approved.
const submissions = ({
  userId,
}: Owner): string => `INSERT INTO book_form_submissions (id, form_id, client_id, bookkeeper_id, client_email, data, status, waiting, is_pending, is_approved, is_rejected, created_at, updated_at)
  SELECT ${idSql(KIND.submission, 'i')}, ${idSql(KIND.workform, `i % ${WORKFORMS}`)}, ${idSql(KIND.client, 'i')}, '${userId}', 'client' || i || '@example.com',
    iif(i % 10 < 7, '${ANSWERS}', '{}'), iif(i % 10 < 8, 'submitted', 'waiting'), i % 10 = 6, i % 10 > 5, i % 10 < 6, i % 10 = 7, ${at('i')}, ${at('i')} FROM n`
const sections = (
  { userId }: Owner,
  now: string,
): string => `INSERT INTO book_client_workforms (id, client_id, workform_id, workform_version_id, submission_id, assigned_by, assigned_at,
    due_date, section_name, position, status, core_status, submit_status, submitted_at, approved_at, approved_by, version)
  SELECT ${idSql(KIND.section, '3 * i + key')}, ${idSql(KIND.client, 'i')}, ${idSql(KIND.workform, `i % ${WORKFORMS}`)}, ${idSql(KIND.version, `i % ${WORKFORMS}`)},
    ${idSql(KIND.submission, 'i')}, '${userId}', ${at('i')}, iif(i % 10 = 9, '2025-01-15', '2999-12-31'), value, key, status,
    iif(status = 'approved', 'approved', 'waiting'), iif(status IN ('approved', 'completed'), 'submitted', 'not_submitted'),
    iif(status IN ('approved', 'completed'), ${at('i')}, NULL), iif(status = 'approved', iif(i < ${THIS_MONTH}, '${now}', ${at('i + 60')}), NULL),
    iif(status = 'approved', '${userId}', NULL), 1
  FROM (SELECT n.i, k.key, k.value, CASE WHEN i % 10 < 6 THEN 'approved' WHEN i % 10 = 6 THEN iif(k.key = 0, 'completed', 'approved')
       WHEN i % 10 = 7 THEN iif(k.key = 0, 'rejected', 'assigned') WHEN i % 10 = 8 THEN 'assigned' ELSE 'in_progress' END AS status
     FROM n, json_each('${JSON.stringify(SECTIONS)}') k)`
const statuses = (): string => `INSERT INTO workform_section_statuses (submission_id, section_name, status, updated_at)
  SELECT ${idSql(KIND.submission, 'i')}, k.value, CASE WHEN i % 10 = 7 THEN 'rejected' WHEN i % 10 = 6 AND k.key = 0 THEN 'pending_review' ELSE 'approved' END, ${at('i')}
  FROM n, json_each('${JSON.stringify(SECTIONS)}') k WHERE i % 10 < 7 OR (i % 10 = 7 AND k.key = 0)`
// The agent has looked at them already.
const agents = (): string =>
  `INSERT INTO agent_clients (client_id, next_at) SELECT ${idSql(KIND.client, 'i')}, NULL FROM n WHERE true ON CONFLICT DO NOTHING`

/** Every tenth client has a conversation; that of the first is as long as all of them together. */
const threads = ({
  userId,
}: Owner): string => `INSERT INTO chat_threads (id, bookkeeper_id, client_id, updated_at, last_seq, bookkeeper_unread)
  SELECT ${idSql(KIND.thread, 'i')}, '${userId}', ${idSql(KIND.client, '10 * i')}, ${at('i')}, i > 0, i % 50 = 1 FROM n`
const only = ({
  userId,
}: Owner): string => `INSERT INTO chat_messages (id, thread_id, sender, message, attachments, created_at, seq, heard_by)
  SELECT ${idSql(KIND.only, 'i')}, ${idSql(KIND.thread, 'i')}, 'client', 'A question about number ' || i, '[]', ${at('i')}, 1, '${userId}' FROM n WHERE i > 0`
const messages = ({
  userId,
}: Owner): string => `INSERT INTO chat_messages (id, thread_id, sender, message, attachments, created_at, seq, heard_by)
  SELECT ${idSql(KIND.message, 'i')}, '${idOf(KIND.thread, 0)}', iif(i % 2, 'client', 'bookkeeper'), 'Message number ' || i || ' of a long conversation.', '[]',
    ${at('i')}, i + 1, iif(i % 2, '${userId}', NULL) FROM n`
const notifications =
  (): string => `INSERT INTO book_client_notifications (id, client_id, is_read, title, message, created_at, sender_type, recipient_type, workform_id, section_name)
  SELECT ${idSql(KIND.notification, 'i')}, '${idOf(KIND.client, 0)}', i % 10 > 0, 'Section approved', 'Section "Company" was approved.', ${at('i')}, 'bookkeeper', 'client',
    '${idOf(KIND.workform, 0)}', 'Company' FROM n`

const entries = ({
  userId,
  firmId,
  clientUserId,
}: Owner): string => `INSERT INTO audit_log (id, firm_id, actor_id, actor_role, action, subject_type, subject_id, client_id, detail, at, prev_hash, hash, number)
  SELECT ${idSql(KIND.entry, 'i')}, '${firmId}', CASE WHEN i % 50 = 0 THEN NULL WHEN i % 3 = 0 THEN '${clientUserId}' ELSE '${userId}' END,
    CASE WHEN i % 50 = 0 THEN 'system' WHEN i % 3 = 0 THEN 'client' ELSE 'bookkeeper' END,
    iif(i = 7, 'webhook.added', json_extract('["client.updated","section.submitted","workform.updated","workform.assigned","doc_approved"]', '$[' || (i % 5) || ']')),
    iif(i = 7, 'webhook', json_extract('["client","section","workform","assignment","section"]', '$[' || (i % 5) || ']')),
    ${idSql(KIND.section, 'i')}, iif(i % 5 = 2, NULL, ${idSql(KIND.client, 'i / 10')}),
    json_object('workform_id', ${idSql(KIND.workform, `i % ${WORKFORMS}`)}, 'section_name', 'Company'), ${at('i')}, '', printf('%064x', i), i + 1 FROM n`
const activity = ({ userId }: Owner): string =>
  `INSERT INTO activity (bookkeeper_id, seq) SELECT '${userId}', l.seq FROM n CROSS JOIN audit_log l ON l.id = ${idSql(KIND.entry, 'i')}`

async function chunks(db: Client, from: number, to: number, insert: string): Promise<void> {
  for (let i = from; i < to; i += CHUNK)
    await db.execute({ sql: `${NUMBERS} ${insert}`, args: [i, Math.min(to, i + CHUNK)] })
}

/** The workforms, and a client who signs in, with sections of five more workforms to fill in. */
async function beginnings(db: Client, { userId, firmId, clientUserId }: Owner): Promise<void> {
  const form = `INSERT INTO book_workforms (id, name, description, fields, is_template, user_id, firm_id, created_at, updated_at)
    SELECT ${idSql(KIND.workform, 'i')}, 'Workform number ' || i, 'What we need from you.', ?, i % 2, ?, ?, ${at('i')}, ${at('i')} FROM n`
  const version = `INSERT INTO workform_versions (id, workform_id, version, name, fields, created_at)
    SELECT ${idSql(KIND.version, 'i')}, ${idSql(KIND.workform, 'i')}, 1, 'Workform number ' || i, ?, ${at('i')} FROM n`
  const run = (sql: string, ...args: InValue[]) => db.execute({ sql: `${NUMBERS} ${sql}`, args })
  await run(form, 0, WORKFORMS, FIELDS, userId, firmId)
  await run(version, 0, WORKFORMS, FIELDS)
  await run(
    `INSERT INTO auth_users (id, email, email_confirmed_at, created_at, updated_at) SELECT ?, 'client0@example.com', ${at('i')}, ${at('i')}, ${at('i')} FROM n`,
    0,
    1,
    clientUserId,
  )
  await run(
    `INSERT INTO profiles (id, role, name, email, created_at, updated_at) SELECT ?, 'client', 'Ada Abbott', 'client0@example.com', ${at('i')}, ${at('i')} FROM n`,
    0,
    1,
    clientUserId,
  )
}

async function signsIn(db: Client, { userId, clientUserId }: Owner): Promise<void> {
  const first = idOf(KIND.client, 0)
  const run = (sql: string, ...args: InValue[]) => db.execute({ sql: `${NUMBERS} ${sql}`, args })
  await run(
    `INSERT INTO book_client_auth (id, client_id, auth_user_id, email, password_set, created_at, updated_at) SELECT ?, ?, ?, 'client0@example.com', 1, ${at('i')}, ${at('i')} FROM n`,
    0,
    1,
    clientUserId,
    first,
    clientUserId,
  )
  await run(
    `INSERT INTO book_form_submissions (id, form_id, client_id, bookkeeper_id, client_email, data, is_pending, created_at, updated_at)
     SELECT ${idSql(KIND.openSubmission, 'i')}, ${idSql(KIND.workform, 'i')}, ?, ?, 'client0@example.com', '{}', 1, ${at('i')}, ${at('i')} FROM n`,
    1,
    6,
    first,
    userId,
  )
  await run(
    `INSERT INTO book_client_workforms (id, client_id, workform_id, workform_version_id, submission_id, assigned_by, assigned_at, due_date, section_name, position)
     SELECT ${idSql(KIND.openSection, '3 * i + k.key')}, ?, ${idSql(KIND.workform, 'i')}, ${idSql(KIND.version, 'i')}, ${idSql(KIND.openSubmission, 'i')}, ?, ${at('i')}, '2999-12-31', k.value, k.key
     FROM n, json_each('${JSON.stringify(SECTIONS)}') k`,
    1,
    6,
    first,
    userId,
  )
}

/** Brings a world of `from` clients, sections, messages and entries to `to` of each. */
export async function grow(world: World, clientUserId: string, from: number, to: number): Promise<void> {
  const db = createClient({ url: world.stack.sqld.url })
  const owner = { userId: world.userId, firmId: world.firmId, clientUserId }
  await settled(world)
  const third = [Math.ceil(from / 3), Math.ceil(to / 3)] as const
  const tenth = [Math.ceil(from / 10), Math.ceil(to / 10)] as const
  await withoutTriggers(db, async () => {
    if (from === 0) await beginnings(db, owner)
    await chunks(db, from, to, clients(owner))
    await chunks(db, from, to, search())
    await db.execute(`INSERT INTO client_counts (bookkeeper_id, status, n) SELECT bookkeeper_id, status, count(*) FROM book_clients WHERE true GROUP BY 1, 2
      ON CONFLICT DO UPDATE SET n = excluded.n`)
    await chunks(db, ...third, submissions(owner))
    await chunks(db, ...third, sections(owner, new Date().toISOString()))
    await db.execute(`INSERT INTO waiting_counts (bookkeeper_id, n) SELECT assigned_by, count(*) FROM book_client_workforms WHERE status = 'completed' GROUP BY 1
      ON CONFLICT DO UPDATE SET n = excluded.n`)
    await chunks(db, ...third, statuses())
    await chunks(db, ...third, agents())
    await chunks(db, ...tenth, threads(owner))
    await chunks(db, ...tenth, only(owner))
    await chunks(db, from, to, messages(owner))
    await chunks(db, ...tenth, notifications())
    await chunks(db, from, to, entries(owner))
    await chunks(db, from, to, activity(owner))
    await db.execute({
      sql: 'UPDATE chat_threads SET last_seq = ?, bookkeeper_unread = 5, client_unread = 5, updated_at = ? WHERE id = ?',
      args: [to, timeOf(to), idOf(KIND.thread, 0)],
    })
    if (from === 0) await signsIn(db, owner)
  })
  db.close()
}
