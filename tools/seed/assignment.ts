import { addDays } from '@portal/contract/dates'
import { type Answers, groupSections, takesFiles } from '@portal/contract/fields'
import { SECTION_MACHINE, type SectionEvent } from '@portal/contract/section-machine'
import type { SectionStatus } from '@portal/contract/statuses'
import * as schema from '../../worker/src/platform/db/schema/index.ts'
import { uuidv7 } from '../../worker/src/platform/ids.ts'
import { contentOf } from '../../worker/src/portal/sections/attempts.ts'
import { instantAt } from '../../worker/src/platform/time/time-zone.ts'
import { answerTo, seedFile } from './answers.ts'
import type { DemoAssignment } from './people.ts'
import type { SeededClient, SeededWorkform, Seeding } from './seeding.ts'

/** The last event of a section in a status; a section without any is stored like a reopened one. */
const LAST_EVENT: Record<SectionStatus, SectionEvent> = {
  pending: 'reopen',
  pending_review: 'submit',
  submitted: 'undo',
  approved: 'approve',
  rejected: 'reject',
}

/** A client's work on a workform. */
interface Assigned {
  client: SeededClient
  work: DemoAssignment
  workform: SeededWorkform
  submissionId: string
}

interface DemoSection {
  id: string
  name: string
  position: number
  status: SectionStatus
  /** When its status changed. */
  at: string
  /** When the client has submitted it: the day before its review, if any. */
  submittedAt: string
  /** What the client has submitted, unless it was rejected. */
  answers: Answers | undefined
}

/** Adds an assignment as if client and bookkeeper had worked on it. */
export function seedAssignment(s: Seeding, client: SeededClient, work: DemoAssignment, workform: SeededWorkform): void {
  const assigned = { client, work, workform, submissionId: uuidv7() }
  const assignedAt = s.ago(work.assigned)
  const sections = sectionsOf(s, assigned)
  const answered = sections.flatMap((section) => (section.answers ? [section] : []))
  s.add(schema.bookFormSubmissions, {
    id: assigned.submissionId,
    form_id: workform.id,
    client_id: client.id,
    client_email: client.email,
    data: Object.fromEntries(answered.map(({ name, answers = {} }) => [name, answers])),
    status: answered.length > 0 ? 'submitted' : 'waiting',
    created_at: assignedAt,
    updated_at: sections[0]?.at ?? assignedAt,
  })
  s.log(assignedAt, s.bookkeeper, {
    action: 'assignment.created',
    subjectType: 'assignment',
    subjectId: assigned.submissionId,
    clientId: client.id,
    detail: {
      workform_id: workform.id,
      version: 1,
      due_date: s.day(work.due),
      sections: sections.map(({ name }) => name),
    },
  })
  for (const section of sections) {
    seedSection(s, assigned, section)
    if (section.status !== 'pending') seedHistory(s, assigned, section)
  }
  const sentAt = answered.length < sections.length ? null : (answered.at(-1)?.at ?? null)
  if (work.promised !== undefined) seedCommitment(s, assigned.submissionId, work.promised, sentAt)
}

/** Returns the sections of an assignment, with the client's answers. Adds the files among them. */
function sectionsOf(s: Seeding, { client, work, workform }: Assigned): DemoSection[] {
  return groupSections(workform.fields).map(({ name, fields }, position) => {
    const status = work.sections[position] ?? 'pending'
    const daysAgo = Math.max(1, work.assigned - 2 - position) / 2
    const isDecided = status === 'approved' || status === 'rejected'
    const [at, submittedAt] = [s.ago(daysAgo), s.ago(isDecided ? daysAgo + 1 : daysAgo)]
    const section = { id: uuidv7(), name, position, status, at, submittedAt }
    if (status === 'pending' || status === 'rejected') return { ...section, answers: undefined }
    const ids = { workformId: workform.id, assignmentId: section.id }
    const answers = fields.map((field) => [
      field.id,
      takesFiles(field) ? seedFile(s, client, ids, field) : answerTo(field, client, s.day(0)),
    ])
    return { ...section, answers: Object.fromEntries(answers) as Answers }
  })
}

/** Adds a section in its state. */
function seedSection(s: Seeding, { client, work, workform, submissionId }: Assigned, section: DemoSection): void {
  const { id, name, position, status, at } = section
  const { status: assignmentStatus, core, submit } = SECTION_MACHINE[LAST_EVENT[status]].assignment
  const reason = status === 'rejected' ? (work.reason ?? null) : null
  s.add(schema.bookClientWorkforms, {
    id,
    client_id: client.id,
    workform_id: workform.id,
    workform_version_id: workform.versionId,
    submission_id: submissionId,
    assigned_by: s.bookkeeper.userId,
    assigned_at: s.ago(work.assigned),
    due_date: s.day(work.due),
    deadline: s.day(work.due),
    section_name: name,
    position,
    status: assignmentStatus,
    core_status: core,
    submit_status: submit,
    version: status === 'pending' ? 0 : 1,
    submitted_at: submit === 'submitted' ? at : null,
    approved_at: status === 'approved' ? at : null,
    approved_by: status === 'approved' ? s.bookkeeper.userId : null,
    rejection_reason: reason,
  })
  if (status !== 'pending')
    s.add(schema.workformSectionStatuses, {
      submission_id: submissionId,
      section_name: name,
      status,
      notes: reason,
      updated_at: at,
    })
}

/** Adds what happened to a section: its submission, and its review if any. */
function seedHistory(s: Seeding, { client, work, workform }: Assigned, section: DemoSection): void {
  const { id, name, status, at, submittedAt, answers = {} } = section
  const outcome = status === 'approved' || status === 'rejected' ? status : null
  s.add(schema.sectionAttempts, {
    assignment_id: id,
    version: 1,
    bookkeeper_id: s.bookkeeper.userId,
    workform_id: workform.id,
    workform_version_id: workform.versionId,
    submitted_at: submittedAt,
    ...contentOf({ answers, non_answers: {}, files: s.files }),
    outcome,
    decided_at: outcome && at,
    rejected_at: outcome === 'rejected' ? at : null,
  })
  const subject = { subjectType: 'section', subjectId: id, clientId: client.id } as const
  const facts = { workform_id: workform.id, section_name: name, version: 1 }
  const sender = { userId: client.userId ?? s.bookkeeper.userId, role: 'client' } as const
  s.log(submittedAt, sender, { ...subject, action: 'section.submitted', detail: { ...facts, files: [] } })
  if (!outcome) return
  const approved = outcome === 'approved'
  const reason = work.reason ?? ''
  const action = approved ? 'doc_approved' : 'doc_rejected'
  const more = approved ? { notes: null } : { reason, answers: {}, files: [] }
  const detail = { ...facts, client_id: client.id, doc_name: workform.name, status, ...more }
  s.log(at, s.bookkeeper, { ...subject, action, detail })
  s.add(schema.bookClientNotifications, {
    id: uuidv7(),
    client_id: client.id,
    is_read: approved,
    title: approved ? 'Section approved' : 'Section needs changes',
    message: `"${name}" in ${workform.name}${approved ? ' was approved.' : `: ${reason}`}`,
    created_at: at,
    sender_type: 'bookkeeper',
    recipient_type: 'client',
    workform_id: workform.id,
    section_name: name,
  })
}

/** Adds the promise of a client to send a workform, made three days earlier. @param sentAt null if it was not sent */
function seedCommitment(s: Seeding, submission_id: string, promised: number, sentAt: string | null): void {
  const day = s.day(promised)
  const ends_at = instantAt(s.timeZone, addDays(day, 1), 0).toISOString()
  const made_at = s.ago(Math.max(3 - promised, 1))
  const missed = promised < 0 && sentAt === null
  s.add(schema.commitments, {
    id: uuidv7(),
    submission_id,
    bookkeeper_id: s.bookkeeper.userId,
    day,
    ends_at,
    made_at,
    changed_at: missed ? ends_at : made_at,
    missed,
    sent_at: sentAt,
  })
}
