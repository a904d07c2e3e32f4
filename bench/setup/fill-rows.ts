import type { InValue } from '@libsql/client/http'
import { uuidv7 } from '../../worker/src/platform/ids.ts'
import type { Production } from './production.ts'

/**
 * The data of a busy bookkeeper: as many clients, sections, messages and audit log entries as asked for. Row `i` is the
 * same in every store, so that a page of a small store can be compared with that of a large one. Everything but a few
 * hundred approvals is older than this month: what happens in a month does not depend on the size of the store.
 */

/** The first part of the ids of a kind of thing. */
export const KIND = {
  client: 'c0000000',
  workform: 'f0000000',
  version: 'e0000000',
  submission: 'd0000000',
  section: 'a0000000',
  thread: 'b0000000',
  message: '90000000',
  firstMessage: '91000000',
  notification: '92000000',
  entry: '93000000',
  /** Of the client who signs in: sections that are still open. */
  openSubmission: 'd1000000',
  openSection: 'a1000000',
} as const

/** Returns the id of thing `i` of a kind. */
export const idOf = (kind: string, i: number): string => `${kind}-0000-7000-8000-${i.toString(16).padStart(12, '0')}`
/** Returns minute `i` from the beginning of 2024. */
export const timeOf = (i: number): string => new Date((1_704_067_200 + i * 60) * 1000).toISOString()

/** The client who signs in. */
export const CLIENT = { id: idOf(KIND.client, 0), userId: uuidv7(), email: 'client0@example.com', name: 'Ada Abbott' }
export const WORKFORMS = 20
const APPROVED_THIS_MONTH = 300

const FIRST_NAMES =
  'Ada Ben Cleo Dora Elif Finn Gus Hana Ivo June Kai Lena Milo Nora Otto Pia Rafa Sven Tess Uma'.split(' ')
const LAST_NAMES = `Abbott Baker Castillo Diaz Eriksen Fischer Gupta Hansen Ivanov Jensen Keller Lopez Meyer Novak
  Okafor Petrov Rossi Silva Tanaka Weber`.split(/\s+/)
const SECTIONS = ['Company', 'Documents', 'Contacts'] as const
const TYPES = ['short-text', 'email', 'date', 'long-text']
const VALUES = ['An answer', 'ada@example.com', '2025-02-03', 'A longer answer, as people give them.']
const FIELDS = JSON.stringify(
  SECTIONS.flatMap((section, s) =>
    TYPES.map((type, k) => {
      const name = `${section} ${type.replace('-', ' ')}`
      return { id: `field-${s}-${k}`, name, type, required: k === 0, section, helpText: 'As in the register, please.' }
    }),
  ),
)
const ANSWERS = JSON.stringify(
  Object.fromEntries(
    SECTIONS.map((section, s) => [section, Object.fromEntries(VALUES.map((value, k) => [`field-${s}-${k}`, value]))]),
  ),
)

type Values = Record<string, InValue>
/** Returns the rows of thing `i`. */
export type RowsOf = (i: number) => Values[]

export const clientRow = ({ userId, firmId }: Production, i: number) => ({
  seq: i + 1,
  id: idOf(KIND.client, i),
  name: `${FIRST_NAMES[i % 20]} ${LAST_NAMES[Math.floor(i / 20) % 20]}`,
  email: `client${i}@example.com`,
  phone: '555 0100',
  company: `Company ${i % 977} Ltd`,
  status: ['new', 'onboarding', 'active', 'inactive'][i % 4] ?? '',
  bookkeeper_id: userId,
  firm_id: firmId,
  created_at: timeOf(i),
  updated_at: timeOf(i),
})

export const workformRows =
  ({ userId, firmId }: Production): RowsOf =>
  (i) => {
    const created = { fields: FIELDS, name: `Workform number ${i}`, created_at: timeOf(i) }
    const about = { description: 'What we need from you.', is_template: i % 2, user_id: userId, firm_id: firmId }
    return [{ id: idOf(KIND.workform, i), ...created, ...about, updated_at: timeOf(i) }]
  }
export const versionRows: RowsOf = (i) => [
  {
    id: idOf(KIND.version, i),
    workform_id: idOf(KIND.workform, i),
    version: 1,
    name: `Workform number ${i}`,
    fields: FIELDS,
    created_at: timeOf(i),
  },
]

export const submissionRows =
  ({ userId }: Production): RowsOf =>
  (i) => [
    {
      id: idOf(KIND.submission, i),
      form_id: idOf(KIND.workform, i % WORKFORMS),
      client_id: idOf(KIND.client, i),
      bookkeeper_id: userId,
      client_email: `client${i}@example.com`,
      data: i % 10 < 7 ? ANSWERS : '{}',
      status: i % 10 < 8 ? 'submitted' : 'waiting',
      created_at: timeOf(i),
      updated_at: timeOf(i),
    },
  ]

/** Returns a section's state: a tenth of the clients each waits for review, is rejected, is open and is overdue. */
function stateOf(i: number, position: number): 'approved' | 'completed' | 'rejected' | 'assigned' | 'in_progress' {
  if (i % 10 < 6) return 'approved'
  if (i % 10 === 6) return position === 0 ? 'completed' : 'approved'
  if (i % 10 === 7) return position === 0 ? 'rejected' : 'assigned'
  return i % 10 === 8 ? 'assigned' : 'in_progress'
}

export function sectionRows({ userId }: Production, now: string): RowsOf {
  return (i) =>
    SECTIONS.map((section_name, position) => {
      const status = stateOf(i, position)
      const [approved, submitted] = [status === 'approved', status === 'approved' || status === 'completed']
      return {
        id: idOf(KIND.section, 3 * i + position),
        client_id: idOf(KIND.client, i),
        workform_id: idOf(KIND.workform, i % WORKFORMS),
        workform_version_id: idOf(KIND.version, i % WORKFORMS),
        submission_id: idOf(KIND.submission, i),
        assigned_by: userId,
        assigned_at: timeOf(i),
        due_date: i % 10 === 9 ? '2025-01-15' : '2999-12-31',
        section_name,
        position,
        status,
        core_status: approved ? 'approved' : 'waiting',
        submit_status: submitted ? 'submitted' : 'not_submitted',
        submitted_at: submitted ? timeOf(i) : null,
        approved_at: approved ? (i < APPROVED_THIS_MONTH ? now : timeOf(i + 60)) : null,
        approved_by: approved ? userId : null,
        version: 1,
      }
    })
}
const SHOWN: Record<string, string> = { approved: 'approved', completed: 'pending_review', rejected: 'rejected' }
export const statusRows: RowsOf = (i) =>
  SECTIONS.flatMap((section_name, position) => {
    const status = SHOWN[stateOf(i, position)]
    return status ? [{ submission_id: idOf(KIND.submission, i), section_name, status, updated_at: timeOf(i) }] : []
  })

/** Every tenth client has a conversation of one message. That of the first is as long as all others together. */
export const threadRows =
  ({ userId }: Production): RowsOf =>
  (i) => [
    { id: idOf(KIND.thread, i), bookkeeper_id: userId, client_id: idOf(KIND.client, 10 * i), updated_at: timeOf(i) },
  ]
const message = (kind: string, thread: number, sender: string, text: string, i: number): Values => {
  const [id, thread_id] = [idOf(kind, i), idOf(KIND.thread, thread)]
  return { id, thread_id, sender, message: text, attachments: '[]', created_at: timeOf(i) }
}
export const firstMessageRows: RowsOf = (i) => [
  message(KIND.firstMessage, i, 'client', `A question about number ${i}`, i),
]
export const messageRows: RowsOf = (i) => [
  message(KIND.message, 0, i % 2 ? 'client' : 'bookkeeper', `Message number ${i} of a long conversation.`, i),
]
export const notificationRows: RowsOf = (i) => [
  {
    id: idOf(KIND.notification, i),
    client_id: CLIENT.id,
    is_read: i % 10 > 0 ? 1 : 0,
    title: 'Section approved',
    message: 'Section "Company" was approved.',
    created_at: timeOf(i),
    sender_type: 'bookkeeper',
    recipient_type: 'client',
    workform_id: idOf(KIND.workform, 0),
    section_name: 'Company',
  },
]

const ACTIONS = [
  ['client.updated', 'client'],
  ['section.submitted', 'section'],
  ['workform.updated', 'workform'],
  ['workform.assigned', 'assignment'],
  ['doc_approved', 'section'],
] as const
/** Audit log entries of the bookkeeper, the client and, every fiftieth, the agent. Only entry 7 is about a webhook. */
export const entryRows =
  ({ userId, firmId }: Production): RowsOf =>
  (i) => {
    const [action, subject_type] = i === 7 ? ['webhook.added', 'webhook'] : (ACTIONS[i % 5] ?? ACTIONS[0])
    const role = i % 50 === 0 ? 'system' : i % 3 === 0 ? 'client' : 'bookkeeper'
    return [
      {
        id: idOf(KIND.entry, i),
        firm_id: firmId,
        actor_id: { system: null, client: CLIENT.userId, bookkeeper: userId }[role],
        actor_role: role,
        action,
        subject_type,
        subject_id: idOf(KIND.section, i),
        client_id: i % 5 === 2 ? null : idOf(KIND.client, Math.floor(i / 10)),
        detail: JSON.stringify({ workform_id: idOf(KIND.workform, i % WORKFORMS), section_name: 'Company' }),
        at: timeOf(i),
        prev_hash: '',
        hash: i.toString(16).padStart(64, '0'),
        number: i + 1,
      },
    ]
  }

/** Five more workforms of the client who signs in, with sections to fill in. */
export const openSubmissionRows =
  ({ userId }: Production): RowsOf =>
  (i) => {
    const created = { client_email: CLIENT.email, data: '{}', created_at: timeOf(i), updated_at: timeOf(i) }
    const ids = { id: idOf(KIND.openSubmission, i), form_id: idOf(KIND.workform, i), client_id: CLIENT.id }
    return [{ ...ids, bookkeeper_id: userId, ...created }]
  }
export const openSectionRows =
  ({ userId }: Production): RowsOf =>
  (i) =>
    SECTIONS.map((section_name, position) => ({
      id: idOf(KIND.openSection, 3 * i + position),
      client_id: CLIENT.id,
      workform_id: idOf(KIND.workform, i),
      workform_version_id: idOf(KIND.version, i),
      submission_id: idOf(KIND.openSubmission, i),
      assigned_by: userId,
      assigned_at: timeOf(i),
      due_date: '2999-12-31',
      section_name,
      position,
    }))
