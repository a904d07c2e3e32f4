import { WEBHOOK_DELIVERY_STATES, type WebhookEvent } from '@portal/contract/webhook-events'
import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { belongsTo, id, instant, oneOf } from './columns.ts'
import { profiles } from './people.ts'

/** A bookkeeper's webhook endpoints. */
export const webhookEndpoints = sqliteTable(
  'webhook_endpoints',
  {
    id: id(),
    bookkeeper_id: belongsTo(() => profiles.id),
    url: text().notNull(),
    events: text({ mode: 'json' }).$type<WebhookEvent[]>().notNull(),
    is_on: integer({ mode: 'boolean' }).notNull().default(true),
    /** Encrypted with a key derived from AUTH_SECRET. */
    secret: text().notNull(),
    /**
     * The previous secret, encrypted. Also signs until `previous_until`, so that a receiver can switch without
     * missing events.
     */
    previous_secret: text(),
    previous_until: instant(),
    created_at: instant().notNull(),
    updated_at: instant().notNull(),
  },
  (t) => [index('webhook_endpoints_owner').on(t.bookkeeper_id, t.id)],
)

/**
 * Deliveries to webhook endpoints and their outcomes. A trigger adds `waiting` ones to the outbox under the same id,
 * which the receiver gets as webhook-id.
 */
export const webhookDeliveries = sqliteTable(
  'webhook_deliveries',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    endpoint_id: belongsTo(() => webhookEndpoints.id),
    bookkeeper_id: text().notNull(),
    client_id: text(),
    event: text().notNull(),
    /** The JSON body, exactly as signed and sent. */
    body: text().notNull(),
    state: text({ enum: WEBHOOK_DELIVERY_STATES }).notNull(),
    tries: integer().notNull().default(0),
    /** Status and start of the last response, and the error if it failed. */
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
