import { AGENT_MODES, type FollowUpAbout, TEXT_SOURCES } from '@portal/contract/agent'
import type { Preferences } from '@portal/contract/preferences'
import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { belongsTo, id, instant, oneOf } from './columns.ts'
import { bookClients } from './people.ts'
import { bookFormSubmissions } from './workforms.ts'

/** The agent's settings and schedule for a client. A trigger inserts the row with the first assignment. */
export const agentClients = sqliteTable(
  'agent_clients',
  {
    client_id: id().references(() => bookClients.id, { onDelete: 'cascade' }),
    mode: text({ enum: AGENT_MODES }).notNull().default('on'),
    /** The day on which a pause ends (yyyy-mm-dd). */
    resumes: text(),
    /** Notes about the client, and the preferences that the bookkeeper has confirmed for all assignments. */
    notes: text(),
    preferences: text({ mode: 'json' }).$type<Preferences>(),
    /**
     * Incremented by triggers whenever something changes that the plan depends on. The agent sends a follow-up only
     * if the revision is the one that it has planned with.
     */
    revision: integer().notNull().default(0),
    /** When the bookkeeper last caught up with the client's messages; set by a trigger. Nothing is sent that day. */
    messages_read_at: instant(),
    /** When the client or an assignment was last restored; set by a trigger. Nothing is sent that day. */
    restored_at: instant(),
    /** When the client last got a mail that nobody waited for: news, or a reminder. */
    routine_mail_at: instant(),
    /** When the agent plans again for the client: '' immediately, null only after a change. */
    next_at: instant().default(''),
  },
  (t) => [index('agent_clients_next').on(t.next_at), check('agent_clients_mode', oneOf('mode', AGENT_MODES))],
)

/** Follow-up settings of an assignment (client × workform). */
export const agentAssignments = sqliteTable('agent_assignments', {
  submission_id: id().references(() => bookFormSubmissions.id, { onDelete: 'cascade' }),
  paused: integer({ mode: 'boolean' }).notNull().default(false),
  /** The preferences that the bookkeeper has confirmed, together with the notes that have the hash `notes_hash`. */
  preferences: text({ mode: 'json' }).$type<Preferences>(),
  notes_hash: text(),
})

/** An assignment that a follow-up is about, with its name and date at the time of writing. */
export interface AboutAssignment extends FollowUpAbout {
  submission_id: string
}

/** The condition of the partial index on follow-ups in the bell. Queries repeat it. */
export const FOR_BELL = sql`((kind = 'escalation' AND state = 'sent') OR (state = 'asked' AND ready = 1))`

/**
 * Sent and planned follow-ups. Planned ones are replaced whenever the plan changes. Those that the bookkeeper edited
 * or skipped stay on their day, `held` while the plan has nothing for that day. While reminders are on hold, there is
 * one question to the bookkeeper with the state `asked`, which is `ready` once the bookkeeper was notified.
 */
export const followUps = sqliteTable(
  'follow_ups',
  {
    id: id(),
    client_id: belongsTo(() => bookClients.id),
    bookkeeper_id: text().notNull(),
    /** In the client's time zone. */
    day: text().notNull(),
    kind: text({ enum: ['message', 'invitation', 'escalation', 'question'] }).notNull(),
    /** Tells the messages of a day apart: 0 is planned by the agent, the bookkeeper's own reminders follow. */
    number: integer().notNull().default(0),
    state: text({ enum: ['planned', 'held', 'skipped', 'sent', 'asked'] }).notNull(),
    /** Whether a planned follow-up is skipped. */
    skip: integer({ mode: 'boolean' }).notNull().default(false),
    at: instant().notNull(),
    about: text({ mode: 'json' }).$type<AboutAssignment[]>().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    source: text({ enum: [...TEXT_SOURCES, 'bookkeeper'] }).notNull(),
    /** Hash of the facts that the text is based on. */
    facts_hash: text().notNull(),
    /** Whether the text is final; until then, it is the template's. */
    ready: integer({ mode: 'boolean' }).notNull().default(false),
  },
  (t) => [
    // The agent sends one message per day.
    uniqueIndex('follow_ups_day').on(t.client_id, t.day, t.kind, t.number),
    index('follow_ups_owner').on(t.bookkeeper_id, t.state, t.day, t.at, t.id),
    // The escalations and questions in the bell, among thousands of reminders.
    index('follow_ups_escalated').on(t.bookkeeper_id, t.at, t.id).where(FOR_BELL),
    check('follow_ups_state', oneOf('state', ['planned', 'held', 'skipped', 'sent', 'asked'])),
  ],
)
