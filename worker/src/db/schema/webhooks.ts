import { WEBHOOK_DELIVERY_STATES, type WebhookEvent } from '@portal/contract/webhook-events'
import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { id, instant, oneOf } from './columns.ts'
import { profiles } from './people.ts'

/** Addresses that a bookkeeper's events are sent to. */
export const webhookEndpoints = sqliteTable(
  'webhook_endpoints',
  {
    id: id(),
    bookkeeper_id: text()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    url: text().notNull(),
    events: text({ mode: 'json' }).$type<WebhookEvent[]>().notNull(),
    is_on: integer({ mode: 'boolean' }).notNull().default(true),
    /** Sealed under AUTH_SECRET. */
    secret: text().notNull(),
    /** The one before, sealed: signs as well until then, so that a receiver can change over without missing anything. */
    previous_secret: text(),
    previous_until: instant(),
    created_at: instant().notNull(),
    updated_at: instant().notNull(),
  },
  (t) => [index('webhook_endpoints_owner').on(t.bookkeeper_id, t.id)],
)

/**
 * What was, or is to be, sent to an address, and how that went. A trigger queues what comes in as `waiting`: the outbox row has the same
 * id, which the receiver gets as webhook-id.
 */
export const webhookDeliveries = sqliteTable(
  'webhook_deliveries',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    endpoint_id: text()
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    bookkeeper_id: text().notNull(),
    client_id: text(),
    event: text().notNull(),
    /** JSON, to the letter as it is signed and sent. */
    body: text().notNull(),
    state: text({ enum: WEBHOOK_DELIVERY_STATES }).notNull(),
    tries: integer().notNull().default(0),
    /** Status and beginning of what was answered last, and what was wrong with it. */
    status: integer(),
    answer: text(),
    error: text(),
    created_at: instant().notNull(),
    tried_at: instant(),
    next_at: instant(),
    done_at: instant(),
  },
  (t) => [
    index('webhook_deliveries_owner').on(t.bookkeeper_id, t.seq),
    index('webhook_deliveries_owner_state').on(t.bookkeeper_id, t.state, t.seq),
    index('webhook_deliveries_endpoint').on(t.endpoint_id, t.seq),
    index('webhook_deliveries_endpoint_state').on(t.endpoint_id, t.state, t.seq),
    index('webhook_deliveries_tried').on(t.endpoint_id, t.tried_at),
    index('webhook_deliveries_onboarding').on(t.client_id).where(sql`event = 'client_onboarding'`),
    index('webhook_deliveries_created').on(t.created_at),
    check('webhook_deliveries_state', oneOf('state', WEBHOOK_DELIVERY_STATES)),
  ],
)
