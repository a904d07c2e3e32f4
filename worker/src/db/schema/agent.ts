import { AGENT_MODES, type FollowUpAbout, type NoteWishes, TEXT_SOURCES, WISHES_SOURCES } from '@portal/contract/agent'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { id, instant, oneOf } from './columns.ts'
import { bookClients } from './people.ts'
import { bookFormSubmissions } from './workforms.ts'

/** What the agent does about a client. A trigger makes the row with the first assignment. */
export const agentClients = sqliteTable(
  'agent_clients',
  {
    client_id: id().references(() => bookClients.id, { onDelete: 'cascade' }),
    mode: text({ enum: AGENT_MODES }).notNull().default('on'),
    /** Of a pause: the day on which it ends (yyyy-mm-dd). */
    resumes: text(),
    /**
     * Grows with everything that the plan follows from: triggers on sections and clients see to it. What the agent sends, it sends on
     * condition that this is still what it was when it looked.
     */
    revision: integer().notNull().default(0),
    /** When the agent looks at the client again; '' at once, null not before something changes. */
    next_at: instant().default(''),
  },
  (t) => [index('agent_clients_next').on(t.next_at), check('agent_clients_mode', oneOf('mode', AGENT_MODES))],
)

/** What is known about following up on an assignment (client × workform). */
export const agentAssignments = sqliteTable('agent_assignments', {
  submission_id: id().references(() => bookFormSubmissions.id, { onDelete: 'cascade' }),
  paused: integer({ mode: 'boolean' }).notNull().default(false),
  /** Read out of the notes that have this hash. */
  wishes: text({ mode: 'json' }).$type<NoteWishes>(),
  wishes_source: text({ enum: WISHES_SOURCES }),
  notes_hash: text(),
})

/** What of a follow-up's assignments is kept: their names and dates as they were. */
export interface AboutAssignment extends FollowUpAbout {
  submission_id: string
}

/**
 * Follow-ups, sent and to come. The planned ones are made anew whenever the plan changes; what the bookkeeper wrote or left out stays, on
 * its day: `held` while the plan has nothing for that day.
 */
export const followUps = sqliteTable(
  'follow_ups',
  {
    id: id(),
    client_id: text()
      .notNull()
      .references(() => bookClients.id, { onDelete: 'cascade' }),
    bookkeeper_id: text().notNull(),
    /** In the client's time zone. */
    day: text().notNull(),
    kind: text({ enum: ['message', 'escalation'] }).notNull(),
    state: text({ enum: ['planned', 'held', 'skipped', 'sent'] }).notNull(),
    /** Of a planned one: it will not be sent. */
    skip: integer({ mode: 'boolean' }).notNull().default(false),
    at: instant().notNull(),
    about: text({ mode: 'json' }).$type<AboutAssignment[]>().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    source: text({ enum: [...TEXT_SOURCES, 'bookkeeper'] }).notNull(),
    /** Of the facts that the text was written on. */
    facts_hash: text().notNull(),
    /** Whether the final text is there; before, the template stands in for it. */
    ready: integer({ mode: 'boolean' }).notNull().default(false),
  },
  (t) => [
    // One message a day.
    uniqueIndex('follow_ups_day').on(t.client_id, t.day, t.kind),
    index('follow_ups_owner').on(t.bookkeeper_id, t.state, t.day, t.at, t.id),
    check('follow_ups_state', oneOf('state', ['planned', 'held', 'skipped', 'sent'])),
  ],
)
