import { createHash } from 'node:crypto'
import type { FileAnswer, WorkformField } from '@portal/contract/fields'
import * as schema from '../../worker/src/db/schema/index.ts'
import { pdf, type SeedFile } from './answers.ts'
import type { Seeding } from './index.ts'

interface Uploader {
  userId: string
  firmId: string
  clientId: string
  clientUserId: string | null
}

interface Upload {
  workformId: string
  assignmentId: string
  field: WorkformField
  /** Whose name is in the file. */
  from: string
}

/** Adds an uploaded file. Returns the answer that consists of it. */
export function seedUpload(
  s: Seeding,
  { userId, firmId, clientId, clientUserId }: Uploader,
  { workformId, assignmentId, field, from }: Upload,
): FileAnswer[] {
  const id = s.id()
  const name = `${field.name.replace(/[^A-Za-z0-9]+/g, '-')}.pdf`
  const path = `clients/${clientId}/workforms/${workformId}/${s.now}_${id.slice(-4)}_${name}`
  const body = pdf(`${field.name} - ${from}`)
  const file: SeedFile = { id, path, name, type: 'application/pdf', body }
  s.files.push(file)
  s.add(schema.files, {
    id,
    owner_id: clientUserId ?? userId,
    firm_id: firmId,
    client_id: clientId,
    assignment_id: assignmentId,
    field_id: field.id,
    purpose: 'answer',
    name,
    path,
    size: body.byteLength,
    type: file.type,
    sha256: createHash('sha256').update(body).digest('hex'),
    state: 'stored',
    created_at: s.ago(1),
  })
  return [{ id, name, path, size: body.byteLength, type: file.type }]
}
