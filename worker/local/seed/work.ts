import { createHash } from 'node:crypto'
import { type Answers, groupSections, takesFiles, type WorkformField } from '@portal/contract/fields'
import { SECTION_MACHINE } from '@portal/contract/section-machine'
import type { SectionStatus } from '@portal/contract/statuses'
import * as schema from '../../src/db/schema/index.ts'
import { answerTo, pdf, type SeedFile } from './answers.ts'
import type { DemoAssignment, DemoClient } from './people.ts'
import type { Seeding } from './index.ts'

const DAY = 86_400_000

/** A stored workform as assignments refer to it. */
export interface SeededWorkform {
  id: string
  versionId: string
  name: string
  fields: WorkformField[]
}
interface Owner {
  userId: string
  firmId: string
  clientId: string
  clientUserId: string | null
}

const EVENT_BEFORE: Record<SectionStatus, keyof typeof SECTION_MACHINE | undefined> = {
  pending: undefined,
  pending_review: 'submit',
  submitted: 'undo',
  approved: 'approve',
  rejected: 'reject',
}

/** Rows and files of one client's workform, as if client and bookkeeper had worked on it. */
export function seedAssignment(s: Seeding, owner: Owner, client: DemoClient, work: DemoAssignment, workform: SeededWorkform): void {
  const submissionId = s.id()
  const assignedAt = s.ago(work.assigned)
  const due = s.day(work.due)
  const sections = groupSections(workform.fields)
  const data: Record<string, Answers> = {}
  const decidedAt = (position: number) => new Date(s.now - Math.max(1, work.assigned - 2 - position) * (DAY / 2)).toISOString()
  const answered = (status: SectionStatus) => status !== 'pending' && status !== 'rejected'
  const assignmentIds = sections.map(() => s.id())
  for (const [i, section] of sections.entries()) {
    const status = work.sections[i] ?? 'pending'
    if (!answered(status)) continue
    data[section.name] = Object.fromEntries(
      section.fields.map((f) => [
        f.id,
        takesFiles(f) ? uploadsFor(s, owner, client, workform, assignmentIds[i] ?? '', f) : answerTo(f, client, s.day(0)),
      ]),
    )
  }
  s.add(schema.bookFormSubmissions, {
    id: submissionId,
    form_id: workform.id,
    client_id: owner.clientId,
    client_email: client.email,
    data,
    status: Object.keys(data).length > 0 ? 'submitted' : 'waiting',
    created_at: assignedAt,
    updated_at: decidedAt(0),
  })
  for (const [i, section] of sections.entries()) {
    const status = work.sections[i] ?? 'pending'
    const event = EVENT_BEFORE[status]
    const left = event
      ? SECTION_MACHINE[event].assignment
      : { status: 'assigned' as const, core: 'waiting' as const, submit: 'not_submitted' as const }
    s.add(schema.bookClientWorkforms, {
      id: assignmentIds[i] ?? s.id(),
      client_id: owner.clientId,
      workform_id: workform.id,
      workform_version_id: workform.versionId,
      submission_id: submissionId,
      assigned_by: owner.userId,
      assigned_at: assignedAt,
      due_date: due,
      deadline: due,
      section_name: section.name,
      position: i,
      status: left.status,
      core_status: left.core,
      submit_status: left.submit,
      version: event ? 1 : 0,
      submitted_at: event ? decidedAt(i) : null,
      approved_at: status === 'approved' ? decidedAt(i) : null,
      approved_by: status === 'approved' ? owner.userId : null,
      rejection_reason: status === 'rejected' ? (work.reason ?? null) : null,
    })
    if (event)
      s.add(schema.workformSectionStatuses, {
        submission_id: submissionId,
        section_name: section.name,
        status,
        notes: status === 'rejected' ? (work.reason ?? null) : null,
        updated_at: decidedAt(i),
      })
    seedNotification(s, owner, workform, section.name, status, work.reason, decidedAt(i))
  }
}

function seedNotification(
  s: Seeding,
  owner: Owner,
  workform: SeededWorkform,
  section: string,
  status: SectionStatus,
  reason: string | undefined,
  at: string,
): void {
  const text = {
    approved: ['Section approved', `"${section}" in ${workform.name} was approved.`],
    rejected: ['Section needs changes', `"${section}" in ${workform.name}: ${reason ?? ''}`],
  }[status as string]
  if (!text) return
  s.add(schema.bookClientNotifications, {
    id: s.id(),
    client_id: owner.clientId,
    is_read: status === 'approved',
    title: text[0] ?? '',
    message: text[1] ?? '',
    created_at: at,
    sender_type: 'bookkeeper',
    recipient_type: 'client',
    workform_id: workform.id,
    section_name: section,
  })
}

function uploadsFor(s: Seeding, owner: Owner, client: DemoClient, workform: SeededWorkform, assignmentId: string, field: WorkformField) {
  const id = s.id()
  const name = `${field.name.replace(/[^A-Za-z0-9]+/g, '-')}.pdf`
  const path = `clients/${owner.clientId}/workforms/${workform.id}/${s.now}_${id.slice(-4)}_${name}`
  const body = pdf(`${field.name} - ${client.company ?? client.name}`)
  const file: SeedFile = { id, path, name, type: 'application/pdf', body }
  s.files.push(file)
  s.add(schema.files, {
    id,
    owner_id: owner.clientUserId ?? owner.userId,
    firm_id: owner.firmId,
    client_id: owner.clientId,
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
