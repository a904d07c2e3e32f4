import type { AgentMode, NoteWishes } from '@portal/contract/agent'
import { and, desc, eq, getTableColumns, max, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Database } from '../db/client.ts'
import {
  agentAssignments,
  agentClients,
  authUsers,
  bookClientAuth,
  bookClients,
  bookClientWorkforms,
  bookWorkforms,
  chatMessages,
  chatThreads,
  firms,
  followUps,
  profiles,
  sectionDrafts,
} from '../db/schema/index.ts'

/** The profile of the client's account. */
export const clientProfiles = alias(profiles, 'client_profiles')

/** Joins the profile of a client who has set a password. */
export const isClientProfile = and(
  eq(clientProfiles.id, bookClientAuth.auth_user_id),
  eq(bookClientAuth.password_set, true),
)

/** The client's time zone, which is known once they have set a password; before that, the bookkeeper's is used. */
export const CLIENT_TIME_ZONE = sql<string>`coalesce(nullif(${clientProfiles.time_zone}, 'UTC'), ${profiles.time_zone})`

/** Selects clients with the bookkeeper, the firm and the agent's mode. */
function clientsQuery(db: Database, which: SQL | undefined) {
  const wroteAt = db
    .select({ at: max(chatMessages.created_at) })
    .from(chatMessages)
    .where(and(eq(chatMessages.thread_id, chatThreads.id), eq(chatMessages.sender, 'client')))
  return db
    .select({
      client_id: bookClients.id,
      thread_id: chatThreads.id,
      revision: sql<number>`coalesce(${agentClients.revision}, 0)`,
      mode: sql<AgentMode>`coalesce(${agentClients.mode}, 'on')`,
      resumes: agentClients.resumes,
      name: bookClients.name,
      email: bookClients.email,
      status: bookClients.status,
      /** Whether the client has accepted the invitation. Nothing is sent before that. */
      accepted: bookClientAuth.password_set,
      bookkeeper_id: bookClients.bookkeeper_id,
      bookkeeper_name: profiles.name,
      bookkeeper_email: authUsers.email,
      firm_id: bookClients.firm_id,
      firm_name: firms.name,
      time_zone: CLIENT_TIME_ZONE,
      /** When the client last wrote a message. */
      wrote_at: sql<string | null>`${wroteAt}`,
    })
    .from(bookClients)
    .innerJoin(chatThreads, eq(chatThreads.client_id, bookClients.id))
    .innerJoin(profiles, eq(profiles.id, bookClients.bookkeeper_id))
    .innerJoin(authUsers, eq(authUsers.id, profiles.id))
    .innerJoin(firms, eq(firms.id, bookClients.firm_id))
    .leftJoin(agentClients, eq(agentClients.client_id, bookClients.id))
    .leftJoin(bookClientAuth, eq(bookClientAuth.client_id, bookClients.id))
    .leftJoin(clientProfiles, isClientProfile)
    .where(which)
}

/** Selects the sections of all assignments, in their order. */
const sectionsQuery = (db: Database, which: SQL | undefined) =>
  db
    .select({
      client_id: bookClientWorkforms.client_id,
      submission_id: bookClientWorkforms.submission_id,
      workform_id: bookClientWorkforms.workform_id,
      workform_name: bookWorkforms.name,
      section_name: bookClientWorkforms.section_name,
      status: bookClientWorkforms.status,
      due_date: bookClientWorkforms.due_date,
      assigned_at: bookClientWorkforms.assigned_at,
      submitted_at: bookClientWorkforms.submitted_at,
      drafted_at: sectionDrafts.updated_at,
      notes: bookClientWorkforms.notes,
      rejection_reason: bookClientWorkforms.rejection_reason,
      paused: agentAssignments.paused,
      wishes: agentAssignments.wishes,
      notes_hash: agentAssignments.notes_hash,
    })
    .from(bookClientWorkforms)
    .innerJoin(bookClients, eq(bookClients.id, bookClientWorkforms.client_id))
    .innerJoin(bookWorkforms, eq(bookWorkforms.id, bookClientWorkforms.workform_id))
    .leftJoin(agentAssignments, eq(agentAssignments.submission_id, bookClientWorkforms.submission_id))
    .leftJoin(sectionDrafts, eq(sectionDrafts.assignment_id, bookClientWorkforms.id))
    .where(which)
    .orderBy(bookClientWorkforms.submission_id, bookClientWorkforms.position, bookClientWorkforms.section_name)

const followUpsQuery = (db: Database, which: SQL | undefined) =>
  db
    .select(getTableColumns(followUps))
    .from(followUps)
    .innerJoin(bookClients, eq(bookClients.id, followUps.client_id))
    .where(which)
    .orderBy(desc(followUps.day), followUps.kind)

export type AgentClient = Awaited<ReturnType<typeof clientsQuery>>[number]
/** A section of an assignment. */
export type SectionRow = Awaited<ReturnType<typeof sectionsQuery>>[number]
/** A follow-up as it is stored. */
export type StoredFollowUp = typeof followUps.$inferSelect

/** An assignment with its sections, in their order. */
export interface Assignment {
  submission_id: string
  workform_id: string
  workform_name: string
  sections: readonly [SectionRow, ...SectionRow[]]
  paused: boolean
  notes: string | null
  /** The wishes and the hash of the notes they were read in; null before they are read. */
  read: { wishes: NoteWishes; hash: string | null } | null
}
/** A consistent snapshot of everything that a client's follow-ups depend on. */
export interface ClientState {
  client: AgentClient
  assignments: Assignment[]
  followUps: StoredFollowUp[]
}

function toAssignment(sections: readonly [SectionRow, ...SectionRow[]]): Assignment {
  const [{ submission_id, workform_id, workform_name, paused, wishes, notes_hash }] = sections
  // The latest assignment has the current notes.
  const { notes } = sections.reduce((a, b) => (b.assigned_at > a.assigned_at ? b : a))
  const read = wishes && { wishes, hash: notes_hash }
  return { submission_id, workform_id, workform_name, sections, paused: paused === true, notes, read }
}

/**
 * Reads the state of clients in one round trip, as a consistent snapshot.
 * @param which condition on book_clients
 */
export async function readStates(db: Database, which: SQL | undefined): Promise<ClientState[]> {
  const [clients, sections, stored] = await db.batch([
    clientsQuery(db, which),
    sectionsQuery(db, which),
    followUpsQuery(db, which),
  ])
  return clients.map((client) => {
    const own = sections.filter((section) => section.client_id === client.client_id)
    return {
      client,
      assignments: [...Map.groupBy(own, (section) => section.submission_id).values()].flatMap(([first, ...others]) =>
        first ? [toAssignment([first, ...others])] : [],
      ),
      followUps: stored.filter((followUp) => followUp.client_id === client.client_id),
    }
  })
}
