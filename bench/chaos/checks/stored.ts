import { sha256 } from '../actors/upload.ts'
import { query } from '../portal.ts'
import type { Scenario } from '../scenario.ts'

/** Something that is stored or was delivered, for comparison with the promises. */
export interface Actual {
  check: string
  key: string
  value: unknown
}

const QUERIES = {
  'audit entries': `SELECT concat_ws(' ', action, subject_id) AS key, count(*) AS value FROM audit_log GROUP BY 1`,
  'due dates': `SELECT DISTINCT concat_ws(' ', client_id, workform_id) AS key, due_date AS value
    FROM book_client_workforms`,
  'imported clients': `SELECT email AS key, id AS value FROM book_clients WHERE name NOT LIKE 'Client %'`,
  'live messages': `SELECT concat_ws(' ', recipient, payload ->> '$.ids.message_id') AS key, count(*) AS value
    FROM outbox WHERE kind = 'event' AND payload ->> '$.type' = 'chat.message' GROUP BY 1`,
  'live section changes': `SELECT concat_ws(' ', recipient, payload ->> '$.ids.assignment_id') AS key, count(*) AS value
    FROM outbox WHERE kind = 'event' AND payload ->> '$.type' = 'section.changed' GROUP BY 1`,
  notifications: `SELECT concat_ws(' ', title, client_id, workform_id, section_name) AS key, count(*) AS value
    FROM book_client_notifications WHERE title LIKE 'Section %' GROUP BY 1`,
  workforms: 'SELECT name AS key, id AS value FROM book_workforms',
}

/** Reads the database. */
export async function* readTables({ portal }: Scenario): AsyncGenerator<Actual> {
  for (const [check, sql] of Object.entries(QUERIES))
    for (const { key, value } of await query<Actual>(portal, sql)) yield { check, key, value }
}

/** Reads sections as their clients see them. */
export async function* readSections({ sections }: Scenario): AsyncGenerator<Actual> {
  for (const { id: key, client } of sections) {
    const { body } = await client.user.send((api) => api.portal.sections[':id'].$get({ param: { id: key } }))
    const { status, version, answers, draft_version } = body
    yield { check: 'section status', key, value: { status, version } }
    yield { check: 'submitted answers', key, value: answers }
    // Files are stored with the section, not with the draft.
    const typed = Object.fromEntries(Object.entries(answers).filter(([, answer]) => !Array.isArray(answer)))
    yield { check: 'drafts', key, value: { version: draft_version, answers: typed } }
  }
}

/** Reads all conversations as their clients see them. */
export async function* readMessages({ bookkeepers }: Scenario): AsyncGenerator<Actual> {
  for (const { user, threadId } of bookkeepers.flatMap((b) => b.clients)) {
    for (let from = 1; from > 0; ) {
      const args = { param: { id: threadId }, query: { limit: 100, from } }
      const { body } = await user.send((api) => api.chat.threads[':id'].messages.$get(args))
      for (const { id: key, message, deleted_at, attachments } of body.items) {
        const value = { text: message, isDeleted: deleted_at !== null, files: attachments.length }
        yield { check: 'messages', key, value }
      }
      from = body.newer ?? 0
    }
  }
}

/** Downloads every file that was promised to a user: its hash, or the status of the refusal. */
export async function* readFiles({ promises, bookkeepers }: Scenario): AsyncGenerator<Actual> {
  const users = bookkeepers.flatMap(({ user, clients }) => [user, ...clients.map((client) => client.user)])
  for (const key of promises.of('files').keys()) {
    const [email, id] = key.split(' ')
    const response = await users.find((user) => user.email === email)?.fetchOnce(`/api/files/${id}`)
    yield { check: 'files', key, value: response?.ok ? sha256(await response.bytes()) : response?.status }
  }
}

/** Reads the due dates in the text files of the clients' folders. */
export async function* readTextFiles({ promises, portal }: Scenario): AsyncGenerator<Actual> {
  const bucket = await portal.miniflare.getR2Bucket('DOCUMENTS')
  for (const key of promises.of('text files').keys()) {
    const text = await (await bucket.get(key))?.text()
    yield { check: 'text files', key, value: text?.match(/Due date: (\S+)/)?.[1] }
  }
}
