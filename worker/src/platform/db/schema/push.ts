import type { PushKind } from '@portal/contract/push-kinds'
import { primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { sessions } from './access.ts'
import { belongsTo, instant } from './columns.ts'
import { authUsers } from './people.ts'

/** Browsers that get push messages: one for each session, and deleted with it. */
export const pushSubscriptions = sqliteTable('push_subscriptions', {
  session_id: belongsTo(() => sessions.id).primaryKey(),
  /** Address of the browser's push service. */
  endpoint: text().notNull().unique(),
  /** The browser's public key and secret, with which messages are encrypted. */
  p256dh: text().notNull(),
  auth: text().notNull(),
  created_at: instant().notNull(),
})

/** Kinds of news that a user has switched off for push. */
export const pushSwitches = sqliteTable(
  'push_switches',
  {
    user_id: belongsTo(() => authUsers.id),
    kind: text().$type<PushKind>().notNull(),
    off_at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.kind] })],
)
