import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { belongsTo, id, instant } from './columns.ts'
import { authUsers } from './people.ts'

/** A passkey (WebAuthn credential) that signs its owner in. */
export const passkeys = sqliteTable(
  'passkeys',
  {
    id: id(),
    user_id: belongsTo(() => authUsers.id),
    /** The id that the authenticator gave it, base64url. */
    credential_id: text().notNull(),
    /** COSE key, base64url. */
    public_key: text().notNull(),
    /** Signatures so far, as the authenticator counts them; 0 when it does not count. */
    counter: integer().notNull(),
    /** How browsers reach the authenticator, such as `internal` or `usb`. */
    transports: text({ mode: 'json' }).$type<string[]>().notNull(),
    /** Whether a password manager keeps a copy, so that the passkey survives the loss of the device. */
    synced: integer({ mode: 'boolean' }).notNull(),
    name: text().notNull(),
    created_at: instant().notNull(),
    last_used_at: instant(),
  },
  (t) => [uniqueIndex('passkeys_credential').on(t.credential_id), index('passkeys_user').on(t.user_id)],
)
