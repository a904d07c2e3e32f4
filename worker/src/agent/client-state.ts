import type { AgentMode, NoteWishes } from '@portal/contract/agent'
import type { AssignmentStatus, ClientStatus } from '@portal/contract/statuses'
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'

/** A client with the bookkeeper, the firm and the agent's mode. */
export interface ClientRow {
  client_id: string
  revision: number
  mode: AgentMode
  resumes: string | null
  name: string
  email: string
  status: ClientStatus
  /** 1 when the client has accepted the invitation. Nothing is sent before that. */
  accepted: number
  bookkeeper_id: string
  bookkeeper_name: string
  bookkeeper_email: string
  firm_id: string
  firm_name: string
  time_zone: string
  /** When the client last wrote a message. */
  wrote_at: string | null
}
/** A section of an assignment. */
export interface SectionRow {
  client_id: string
  submission_id: string
  workform_id: string
  workform_name: string
  section_name: string
  status: AssignmentStatus
  due_date: string | null
  assigned_at: string
  submitted_at: string | null
  drafted_at: string | null
  notes: string | null
  rejection_reason: string | null
  paused: number
  wishes: string | null
  notes_hash: string | null
}
/** A follow-up as it is stored. */
export interface StoredFollowUp {
  client_id: string
  day: string
  kind: 'message' | 'escalation'
  state: 'planned' | 'held' | 'skipped' | 'sent'
  skip: number
  at: string
  about: string
  subject: string
  text: string
  source: 'model' | 'template' | 'bookkeeper'
  facts_hash: string
  ready: number
}

/** An assignment with its sections, in their order. */
export interface Assignment {
  submission_id: string
  workform_id: string
  workform_name: string
  sections: [SectionRow, ...SectionRow[]]
  paused: boolean
  notes: string | null
  /** The wishes and the hash of the notes they were read in; null before they are read. */
  read: { wishes: NoteWishes; hash: string | null } | null
}
/** A consistent snapshot of everything that a client's follow-ups depend on. */
export interface ClientState {
  client: ClientRow
  assignments: Assignment[]
  followUps: StoredFollowUp[]
}

// The client's time zone is known once they have set a password; before that, the bookkeeper's is used.
const ZONE = sql`coalesce(nullif(cp.time_zone, 'UTC'), p.time_zone)`

const clientsQuery = (ids: SQL) => sql`
  SELECT c.id AS client_id, coalesce(g.revision, 0) AS revision, coalesce(g.mode, 'on') AS mode, g.resumes, c.name,
    c.email, c.status, coalesce(a.password_set, 0) AS accepted, c.bookkeeper_id, p.name AS bookkeeper_name,
    u.email AS bookkeeper_email,
    c.firm_id, f.name AS firm_name, ${ZONE} AS time_zone,
    (SELECT max(m.created_at) FROM chat_threads t
      JOIN chat_messages m ON m.thread_id = t.id AND m.sender = 'client' WHERE t.client_id = c.id) AS wrote_at
  FROM ${ids} CROSS JOIN book_clients c ON c.id = i.value CROSS JOIN profiles p ON p.id = c.bookkeeper_id
    JOIN auth_users u ON u.id = p.id JOIN firms f ON f.id = c.firm_id LEFT JOIN agent_clients g ON g.client_id = c.id
    LEFT JOIN book_client_auth a ON a.client_id = c.id
    LEFT JOIN profiles cp ON cp.id = a.auth_user_id AND a.password_set = 1`

const sectionsQuery = (ids: SQL) => sql`
  SELECT a.client_id, a.submission_id, a.workform_id, w.name AS workform_name, a.section_name, a.status, a.due_date,
    a.assigned_at, a.submitted_at,
    d.updated_at AS drafted_at, a.notes, a.rejection_reason, coalesce(s.paused, 0) AS paused, s.wishes, s.notes_hash
  FROM ${ids} CROSS JOIN book_client_workforms a ON a.client_id = i.value JOIN book_workforms w ON w.id = a.workform_id
    LEFT JOIN agent_assignments s ON s.submission_id = a.submission_id
    LEFT JOIN section_drafts d ON d.assignment_id = a.id
  ORDER BY a.client_id, a.submission_id, a.position, a.section_name`

const followUpsQuery = (ids: SQL) => sql`
  SELECT f.client_id, f.day, f.kind, f.state, f.skip, f.at, f.about, f.subject, f.text, f.source, f.facts_hash, f.ready
  FROM ${ids} CROSS JOIN follow_ups f ON f.client_id = i.value ORDER BY f.client_id, f.day DESC, f.kind`

function toAssignment(sections: [SectionRow, ...SectionRow[]]): Assignment {
  const [first] = sections
  // The latest assignment has the current notes.
  const latest = sections.reduce((a, b) => (b.assigned_at > a.assigned_at ? b : a))
  const read = first.wishes === null ? null : { wishes: JSON.parse(first.wishes) as NoteWishes, hash: first.notes_hash }
  const { submission_id, workform_id, workform_name } = first
  return { submission_id, workform_id, workform_name, sections, paused: first.paused === 1, notes: latest.notes, read }
}

/**
 * Reads the state of clients in one round trip, as a consistent snapshot.
 * @param which query of the clients' ids as `value`
 */
export async function readStates(db: Database, which: SQL): Promise<ClientState[]> {
  const ids = sql`(${which}) i`
  const [clients, sections, followUps] = await db.batch([
    db.all<ClientRow>(clientsQuery(ids)),
    db.all<SectionRow>(sectionsQuery(ids)),
    db.all<StoredFollowUp>(followUpsQuery(ids)),
  ])
  const assignments = new Map<string, [SectionRow, ...SectionRow[]]>()
  for (const section of sections) {
    const known = assignments.get(section.submission_id)
    if (known) known.push(section)
    else assignments.set(section.submission_id, [section])
  }
  const all = [...assignments.values()]
  return clients.map((client) => ({
    client,
    assignments: all.filter(([s]) => s.client_id === client.client_id).map(toAssignment),
    followUps: followUps.filter((f) => f.client_id === client.client_id),
  }))
}
