import { AGENT_MODES, type FollowUpAbout, type NoteWishes, TEXT_SOURCES, WISHES_SOURCES } from '@portal/contract/agent'
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
    /**
     * Incremented by triggers whenever something changes that the plan depends on. The agent sends a follow-up only
     * if the revision is the one that it has planned with.
     */
    revision: integer().notNull().default(0),
    /** When the agent plans again for the client: '' immediately, null only after a change. */
    next_at: instant().default(''),
  },
  (t) => [index('agent_clients_next').on(t.next_at), check('agent_clients_mode', oneOf('mode', AGENT_MODES))],
)

/** Follow-up settings of an assignment (client × workform). */
export const agentAssignments = sqliteTable('agent_assignments', {
  submission_id: id().references(() => bookFormSubmissions.id, { onDelete: 'cascade' }),
  paused: integer({ mode: 'boolean' }).notNull().default(false),
  /** Wishes extracted from the notes with the hash `notes_hash`. */
  wishes: text({ mode: 'json' }).$type<NoteWishes>(),
  wishes_source: text({ enum: WISHES_SOURCES }),
  notes_hash: text(),
})

/** An assignment that a follow-up is about, with its name and date at the time of writing. */
export interface AboutAssignment extends FollowUpAbout {
  submission_id: string
}

/**
 * Sent and planned follow-ups. Planned ones are replaced whenever the plan changes. Those that the bookkeeper edited
 * or skipped stay on their day, `held` while the plan has nothing for that day.
 */
export const followUps = sqliteTable(
  'follow_ups',
  {
    id: id(),
    client_id: belongsTo(() => bookClients.id),
    bookkeeper_id: text().notNull(),
    /** In the client's time zone. */
    day: text().notNull(),
    kind: text({ enum: ['message', 'escalation'] }).notNull(),
    state: text({ enum: ['planned', 'held', 'skipped', 'sent'] }).notNull(),
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
    // One message per day.
    uniqueIndex('follow_ups_day').on(t.client_id, t.day, t.kind),
    index('follow_ups_owner').on(t.bookkeeper_id, t.state, t.day, t.at, t.id),
    check('follow_ups_state', oneOf('state', ['planned', 'held', 'skipped', 'sent'])),
  ],
)
