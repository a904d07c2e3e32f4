import { createHash } from 'node:crypto'
import type { Answer, FileAnswer, WorkformField } from '@portal/contract/fields'
import { files } from '../../worker/src/platform/db/schema/index.ts'
import { uuidv7 } from '../../worker/src/platform/ids.ts'
import { answerPath } from '../../worker/src/platform/storage/paths.ts'
import { pdf } from './pdf.ts'
import type { SeededClient, Seeding } from './seeding.ts'
import { DEMO_ANSWERS } from './workforms.ts'

/** Returns a plausible answer to a field that takes no files. */
export function answerTo({ name, type, options = [] }: WorkformField, client: SeededClient, today: string): Answer {
  const typical: Partial<Record<WorkformField['type'], Answer>> = {
    email: client.email,
    date: `${today.slice(0, 4)}-12-31`,
    number: '4',
    dropdown: options[0] ?? null,
    checkbox: options.slice(0, 1),
    'long-text': 'Nothing to add.',
  }
  return DEMO_ANSWERS[name] ?? typical[type] ?? client.company ?? client.name
}

/** Adds a file that a client has uploaded. Returns the answer that consists of it. */
export function seedFile(
  s: Seeding,
  client: SeededClient,
  ids: { workformId: string; assignmentId: string },
  field: WorkformField,
): FileAnswer[] {
  const id = uuidv7()
  const name = `${field.name.replace(/[^A-Za-z0-9]+/g, '-')}.pdf`
  const path = answerPath(client.id, ids.workformId, s.now, `${id.slice(-4)}_${name}`)
  const type = 'application/pdf'
  const body = pdf(`${field.name} - ${client.company ?? client.name}`)
  const sha256 = createHash('sha256').update(body).digest('hex')
  s.files.push({ id, path, type, body, sha256 })
  const file = { id, name, path, size: body.byteLength, type }
  s.add(files, {
    ...file,
    sha256,
    owner_id: client.userId ?? s.bookkeeper.userId,
    firm_id: s.firmId,
    client_id: client.id,
    assignment_id: ids.assignmentId,
    field_id: field.id,
    purpose: 'answer',
    state: 'stored',
    created_at: s.ago(1),
  })
  return [file]
}
