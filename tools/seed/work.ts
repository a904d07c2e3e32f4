import { type Answers, groupSections, takesFiles, type WorkformField } from '@portal/contract/fields'
import { SECTION_MACHINE } from '@portal/contract/section-machine'
import type { SectionStatus } from '@portal/contract/statuses'
import * as schema from '../../worker/src/db/schema/index.ts'
import { answerTo } from './answers.ts'
import { seedAttempt } from './attempts.ts'
import { seedCommitment } from './commitments.ts'
import type { Seeding } from './index.ts'
import type { DemoAssignment, DemoClient } from './people.ts'
import { seedUpload } from './uploads.ts'

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
  timeZone: string
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
  const answers = new Map(answered.map((section) => [section.name, answersOf(s, owner, client, workform, section)]))
  s.add(schema.bookFormSubmissions, {
    id: submissionId,
    form_id: workform.id,
    client_id: owner.clientId,
    client_email: client.email,
    data: Object.fromEntries(answers),
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
    if (section.status !== 'pending')
      seedAttempt(
        s,
        { userId, workformId: workform.id, workformVersionId: workform.versionId },
        { ...section, submittedAt: submittedAtOf(section), answers: answers.get(section.name) ?? {} },
      )
    seedNotification(s, owner, workform, section, work.reason)
  }
  if (work.promised !== undefined) {
    const sentAt = answered.length < sections.length ? null : (answered.at(-1)?.at ?? null)
    seedCommitment(s, owner.timeZone, { submissionId, bookkeeperId: userId, promised: work.promised, sentAt })
  }
}

function answersOf(
  s: Seeding,
  owner: Owner,
  client: DemoClient,
  workform: SeededWorkform,
  { id, fields }: DemoSection,
): Answers {
  const from = client.company ?? client.name
  const answer = (field: WorkformField) =>
    takesFiles(field)
      ? seedUpload(s, owner, { workformId: workform.id, assignmentId: id, field, from })
      : answerTo(field, client, s.day(0))
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
    // A rejection returns the section to the client.
    submitted_at: event && left.submit === 'submitted' ? at : null,
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

const DECISIONS: Readonly<Record<string, string>> = { approved: 'doc_approved', rejected: 'doc_rejected' }

/** Returns when a section was submitted: the day before its review, if any. */
const submittedAtOf = ({ status, at }: DemoSection): string =>
  DECISIONS[status] ? new Date(Date.parse(at) - DAY).toISOString() : at

/** Adds audit log entries for a section: its submission and its review, if any. */
function logSection(
  s: Seeding,
  { firmId, userId, clientId, clientUserId }: Owner,
  { work, workform }: Assigned,
  section: DemoSection,
): void {
  const { id, name, status, at } = section
  const decision = DECISIONS[status]
  const submittedAt = submittedAtOf(section)
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
