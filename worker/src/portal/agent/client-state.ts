import type { AgentMode } from '@portal/contract/agent'
import type { Preferences } from '@portal/contract/preferences'
import { and, desc, eq, exists, getTableColumns, gt, isNull, max, min, type SQL, sql } from 'drizzle-orm'
import { isShown } from '../../platform/db/archived.ts'
import { CLIENT_TIME_ZONE, clientProfiles, isClientProfile } from '../../platform/db/client-time-zone.ts'
import type { Database } from '../../platform/db/client.ts'
import { answersLeftToFix } from '../../platform/db/flagged-answers.ts'
import {
  agentAssignments,
  agentClients,
  authUsers,
  bookClientAuth,
  bookClients,
  bookClientWorkforms,
  bookInvitations,
  bookWorkforms,
  chatMessages,
  chatThreads,
  COMMENTED_SECTION,
  firms,
  followUps,
  IS_COMMENT,
  profiles,
  sectionDrafts,
  sectionReviews,
  workformVersions,
} from '../../platform/db/schema/index.ts'
import { wantsMail } from '../../platform/mail/mail-switches.ts'
import { commitmentsOf } from '../sections/commitment-state.ts'
import { unreadMessages } from './promises/client-messages.ts'

const isFromClient = and(
  eq(chatMessages.thread_id, chatThreads.id),
  eq(chatMessages.sender, 'client'),
  isNull(chatMessages.deleted_at),
)

/** Returns when the client wrote the first message that the bookkeeper has not read. Joins chat_threads. */
export const heldSince = (db: Database): SQL<string | null> =>
  sql<string | null>`${db
    .select({ at: min(chatMessages.created_at) })
    .from(chatMessages)
    .where(and(isFromClient, gt(chatMessages.seq, chatThreads.bookkeeper_read)))}`

/** Selects clients with the bookkeeper, the firm and the agent's mode. */
function clientsQuery(db: Database, which: SQL | undefined) {
  const wroteAt = db
    .select({ at: max(chatMessages.created_at) })
    .from(chatMessages)
    .where(isFromClient)
  const invitations = db
    .select({ id: bookInvitations.id })
    .from(bookInvitations)
    .where(eq(bookInvitations.client_id, bookClients.id))
  return db
    .select({
      client_id: bookClients.id,
      thread_id: chatThreads.id,
      revision: sql<number>`coalesce(${agentClients.revision}, 0)`,
      mode: sql<AgentMode>`coalesce(${agentClients.mode}, 'on')`,
      resumes: agentClients.resumes,
      notes: agentClients.notes,
      preferences: agentClients.preferences,
      name: bookClients.name,
      email: bookClients.email,
      status: bookClients.status,
      is_archived: sql`${bookClients.is_archived}`.mapWith(Boolean),
      /** Whether the client has accepted an invitation. Before that, only new invitations are sent. */
      accepted: sql<boolean>`coalesce(${bookClientAuth.password_set}, 0)`.mapWith(Boolean),
      /** Whether the client was invited and has not declined. */
      can_be_invited: sql<boolean>`(${and(exists(invitations), isNull(bookClientAuth.declined_at))})`.mapWith(Boolean),
      bookkeeper_id: bookClients.bookkeeper_id,
      bookkeeper_name: profiles.name,
      bookkeeper_email: authUsers.email,
      firm_id: bookClients.firm_id,
      firm_name: firms.name,
      one_tap_links: firms.one_tap_links,
      time_zone: CLIENT_TIME_ZONE,
      wants_reminders: sql`${wantsMail('reminders', bookClients.email)}`.mapWith(Boolean),
      /** When the client last wrote a message. */
      wrote_at: sql<string | null>`${wroteAt}`,
      held_since: heldSince(db),
      unread: unreadMessages,
      messages_read_at: agentClients.messages_read_at,
      restored_at: agentClients.restored_at,
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

/** Returns when the client asked the oldest open question about a section. Joins book_client_workforms. */
const askedAt = (db: Database): SQL<string | null> =>
  sql<string | null>`${db
    .select({ at: min(chatMessages.created_at) })
    .from(chatMessages)
    .where(and(eq(COMMENTED_SECTION, bookClientWorkforms.id), IS_COMMENT, eq(chatMessages.awaits_answer, true)))}`

/** Selects the sections of all assignments that are not archived, in their order. */
const sectionsQuery = (db: Database, which: SQL | undefined) =>
  db
    .select({
      client_id: bookClientWorkforms.client_id,
      assignment_id: bookClientWorkforms.id,
      submission_id: bookClientWorkforms.submission_id,
      workform_id: bookClientWorkforms.workform_id,
      workform_name: bookWorkforms.name,
      section_name: bookClientWorkforms.section_name,
      status: bookClientWorkforms.status,
      due_date: bookClientWorkforms.due_date,
      assigned_at: bookClientWorkforms.assigned_at,
      submitted_at: bookClientWorkforms.submitted_at,
      drafted_at: sectionDrafts.updated_at,
      asked_at: askedAt(db),
      notes: bookClientWorkforms.notes,
      rejection_reason: bookClientWorkforms.rejection_reason,
      to_fix: answersLeftToFix,
      paused: agentAssignments.paused,
      preferences: agentAssignments.preferences,
      notes_hash: agentAssignments.notes_hash,
      commitments: commitmentsOf(bookClientWorkforms.submission_id, 1),
    })
    .from(bookClientWorkforms)
    .innerJoin(bookClients, eq(bookClients.id, bookClientWorkforms.client_id))
    .innerJoin(bookWorkforms, eq(bookWorkforms.id, bookClientWorkforms.workform_id))
    .innerJoin(workformVersions, eq(workformVersions.id, bookClientWorkforms.workform_version_id))
    .leftJoin(agentAssignments, eq(agentAssignments.submission_id, bookClientWorkforms.submission_id))
    .leftJoin(sectionDrafts, eq(sectionDrafts.assignment_id, bookClientWorkforms.id))
    .leftJoin(sectionReviews, eq(sectionReviews.assignment_id, bookClientWorkforms.id))
    .where(and(which, isShown(bookClientWorkforms.hidden_by)))
    .orderBy(bookClientWorkforms.submission_id, bookClientWorkforms.position, bookClientWorkforms.section_name)

const followUpsQuery = (db: Database, which: SQL | undefined) =>
  db
    .select(getTableColumns(followUps))
    .from(followUps)
    .innerJoin(bookClients, eq(bookClients.id, followUps.client_id))
    .where(which)
    .orderBy(desc(followUps.day), followUps.kind, desc(followUps.number))

export type AgentClient = Awaited<ReturnType<typeof clientsQuery>>[number]
/** A section of an assignment. */
export type SectionRow = Awaited<ReturnType<typeof sectionsQuery>>[number]
export type StoredFollowUp = typeof followUps.$inferSelect

/** An assignment with its sections, in their order. */
export interface Assignment {
  submission_id: string
  workform_id: string
  workform_name: string
  sections: readonly [SectionRow, ...SectionRow[]]
  paused: boolean
  notes: string | null
  /** The preferences that the bookkeeper has confirmed, and the hash of the notes that they belong to. */
  preferences: Preferences | null
  notes_hash: string | null
  /** The day by which the client has promised to send it; null when it was sent. */
  promised: string | null
  /** When it was promised. */
  promised_at: string | null
  /** When the client first promised a day that was not over before the next promise. */
  promised_since: string | null
}
/** A consistent snapshot of everything that a client's follow-ups depend on. */
export interface ClientState {
  client: AgentClient
  assignments: Assignment[]
  followUps: StoredFollowUp[]
}

function toAssignment(sections: readonly [SectionRow, ...SectionRow[]]): Assignment {
  const [{ submission_id, workform_id, workform_name, paused, preferences, notes_hash, commitments }] = sections
  const promise = commitments.find(({ sent_at }) => sent_at === null)
  // The latest assignment has the current notes.
  const { notes } = sections.reduce((a, b) => (b.assigned_at > a.assigned_at ? b : a))
  return {
    submission_id,
    workform_id,
    workform_name,
    sections,
    paused: paused === true,
    notes,
    preferences,
    notes_hash,
    promised: promise?.day ?? null,
    promised_at: promise?.changed_at ?? null,
    promised_since: promise?.made_at ?? null,
  }
}

/**
 * Returns the queries for the state of clients. In one batch, they read a consistent snapshot for `statesOf`.
 * @param which condition on book_clients
 */
export const stateQueries = (db: Database, which: SQL | undefined) =>
  [clientsQuery(db, which), sectionsQuery(db, which), followUpsQuery(db, which)] as const

/** Returns the state of clients from the rows of `stateQueries`. */
export function statesOf(
  clients: readonly AgentClient[],
  sections: readonly SectionRow[],
  stored: readonly StoredFollowUp[],
): ClientState[] {
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

/**
 * Reads the state of clients in one round trip.
 * @param which condition on book_clients
 */
export const readStates = async (db: Database, which: SQL | undefined): Promise<ClientState[]> =>
  statesOf(...(await db.batch(stateQueries(db, which))))
