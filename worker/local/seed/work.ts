import { createHash } from 'node:crypto'
import { type Answers, groupSections, takesFiles, type WorkformField } from '@portal/contract/fields'
import { SECTION_MACHINE } from '@portal/contract/section-machine'
import type { SectionStatus } from '@portal/contract/statuses'
import * as schema from '../../src/db/schema/index.ts'
import { answerTo, pdf, type SeedFile } from './answers.ts'
import type { DemoAssignment, DemoClient } from './people.ts'
import type { Seeding } from './index.ts'

const DAY = 86_400_000

/** A stored workform that assignments refer to. */
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

/** A section of a demo assignment. */
interface DemoSection {
  id: string
  name: string
  position: number
  status: SectionStatus
  fields: WorkformField[]
  /** When its status changed. */
  at: string
}

/** Adds an assignment as if client and bookkeeper had worked on it. */
export function seedAssignment(
  s: Seeding,
  owner: Owner,
  client: DemoClient,
  work: DemoAssignment,
  workform: SeededWorkform,
): void {
  const submissionId = s.id()
  const assignedAt = s.ago(work.assigned)
  const sections = groupSections(workform.fields).map(({ name, fields }, position): DemoSection => {
    const at = new Date(s.now - Math.max(1, work.assigned - 2 - position) * (DAY / 2)).toISOString()
    return { id: s.id(), name, position, status: work.sections[position] ?? 'pending', fields, at }
  })
  const answered = sections.filter(({ status }) => status !== 'pending' && status !== 'rejected')
  s.add(schema.bookFormSubmissions, {
    id: submissionId,
    form_id: workform.id,
    client_id: owner.clientId,
    client_email: client.email,
    data: Object.fromEntries(answered.map((section) => [section.name, answersOf(s, owner, client, workform, section)])),
    status: answered.length > 0 ? 'submitted' : 'waiting',
    created_at: assignedAt,
    updated_at: sections[0]?.at ?? assignedAt,
  })
  const { firmId, userId, clientId } = owner
  s.auditLog.push({
    firmId,
    actorId: userId,
    role: 'bookkeeper',
    at: assignedAt,
    action: 'assignment.created',
    subjectType: 'assignment',
    subjectId: submissionId,
    clientId,
    detail: {
      workform_id: workform.id,
      version: 1,
      due_date: s.day(work.due),
      sections: sections.map(({ name }) => name),
    },
  })
  for (const section of sections) {
    seedSection(s, owner, { work, workform, submissionId, assignedAt }, section)
    seedNotification(s, owner, workform, section, work.reason)
  }
}

function answersOf(
  s: Seeding,
  owner: Owner,
  client: DemoClient,
  workform: SeededWorkform,
  { id, fields }: DemoSection,
): Answers {
  const answer = (field: WorkformField) =>
    takesFiles(field) ? uploadsFor(s, owner, client, workform, id, field) : answerTo(field, client, s.day(0))
  return Object.fromEntries(fields.map((field) => [field.id, answer(field)]))
}

interface Assigned {
  work: DemoAssignment
  workform: SeededWorkform
  submissionId: string
  assignedAt: string
}

function seedSection(
  s: Seeding,
  owner: Owner,
  { work, workform, submissionId, assignedAt }: Assigned,
  section: DemoSection,
): void {
  const { id, name, position, status, at } = section
  const event = EVENT_BEFORE[status]
  const left = SECTION_MACHINE[event ?? 'reopen'].assignment
  const reason = status === 'rejected' ? (work.reason ?? null) : null
  s.add(schema.bookClientWorkforms, {
    id,
    client_id: owner.clientId,
    workform_id: workform.id,
    workform_version_id: workform.versionId,
    submission_id: submissionId,
    assigned_by: owner.userId,
    assigned_at: assignedAt,
    due_date: s.day(work.due),
    deadline: s.day(work.due),
    section_name: name,
    position,
    status: left.status,
    core_status: left.core,
    submit_status: left.submit,
    version: event ? 1 : 0,
    submitted_at: event ? at : null,
    approved_at: status === 'approved' ? at : null,
    approved_by: status === 'approved' ? owner.userId : null,
    rejection_reason: reason,
  })
  if (!event) return
  logSection(s, owner, { work, workform, submissionId, assignedAt }, section)
  s.add(schema.workformSectionStatuses, {
    submission_id: submissionId,
    section_name: name,
    status,
    notes: reason,
    updated_at: at,
  })
}

/** Adds audit log entries for a section: its submission, and its review six hours later, if any. */
function logSection(
  s: Seeding,
  { firmId, userId, clientId, clientUserId }: Owner,
  { work, workform }: Assigned,
  section: DemoSection,
): void {
  const { id, name, status, at } = section
  const decision = { approved: 'doc_approved', rejected: 'doc_rejected' }[status as string]
  const submittedAt = decision ? new Date(Date.parse(at) - DAY / 4).toISOString() : at
  const facts = { workform_id: workform.id, section_name: name, version: 1 }
  const subject = { firmId, subjectType: 'section', subjectId: id, clientId } as const
  s.auditLog.push({
    ...subject,
    actorId: clientUserId ?? userId,
    role: 'client',
    at: submittedAt,
    action: 'section.submitted',
    detail: { ...facts, files: [] },
  })
  if (!decision) return
  const reason = status === 'rejected' ? { reason: work.reason ?? '', answers: {}, files: [] } : { notes: null }
  const detail = { ...facts, client_id: clientId, doc_name: workform.name, status, ...reason }
  s.auditLog.push({ ...subject, actorId: userId, role: 'bookkeeper', at, action: decision, detail })
}

function seedNotification(
  s: Seeding,
  owner: Owner,
  workform: SeededWorkform,
  { name, status, at }: DemoSection,
  reason = '',
): void {
  const texts: Partial<Record<SectionStatus, [string, string]>> = {
    approved: ['Section approved', `"${name}" in ${workform.name} was approved.`],
    rejected: ['Section needs changes', `"${name}" in ${workform.name}: ${reason}`],
  }
  const text = texts[status]
  if (!text) return
  s.add(schema.bookClientNotifications, {
    id: s.id(),
    client_id: owner.clientId,
    is_read: status === 'approved',
    title: text[0],
    message: text[1],
    created_at: at,
    sender_type: 'bookkeeper',
    recipient_type: 'client',
    workform_id: workform.id,
    section_name: name,
  })
}

function uploadsFor(
  s: Seeding,
  owner: Owner,
  client: DemoClient,
  workform: SeededWorkform,
  assignmentId: string,
  field: WorkformField,
) {
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
