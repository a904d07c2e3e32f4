import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { id, instant, oneOf } from './columns.ts'
import { authUsers } from './people.ts'

/** A second factor. Until it is verified it is an enrolment under way, and asked of nobody. */
export const authFactors = sqliteTable(
  'auth_factors',
  {
    id: id(),
    user_id: text()
      .notNull()
      .references(() => authUsers.id, { onDelete: 'cascade' }),
    type: text({ enum: ['totp'] }).notNull(),
    /** The shared secret, encrypted (AES-GCM). */
    secret: text().notNull(),
    /** The newest time step whose code was taken: neither it nor an older one is taken again. */
    last_step: integer().notNull().default(0),
    created_at: instant().notNull(),
    verified_at: instant(),
    last_used_at: instant(),
  },
  (t) => [
    index('auth_factors_user').on(t.user_id),
    uniqueIndex('auth_factors_verified').on(t.user_id).where(sql`verified_at IS NOT NULL`),
    check('auth_factors_type', oneOf('type', ['totp'])),
  ],
)

/** Recovery codes, each good for one sign-in without the second factor. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    id: id(),
    user_id: text()
      .notNull()
      .references(() => authUsers.id, { onDelete: 'cascade' }),
    code_hash: text().notNull(),
    created_at: instant().notNull(),
    used_at: instant(),
  },
  (t) => [uniqueIndex('recovery_codes_code').on(t.user_id, t.code_hash)],
)

/** What stands between two steps of a way in: proof of the first step, good for one purpose, a few minutes, and one use. */
export const authChallenges = sqliteTable(
  'auth_challenges',
  {
    id: id(),
    token_hash: text().notNull(),
    /** `sign-in`: a code is due. `enrol`: a code of the new factor is due. `oauth`: the provider has said who it is. */
    purpose: text({ enum: ['sign-in', 'enrol', 'oauth'] }).notNull(),
    /** Whose it is; null for somebody whom only the provider knows yet. */
    user_id: text().references(() => authUsers.id, { onDelete: 'cascade' }),
    factor_id: text().references(() => authFactors.id, { onDelete: 'cascade' }),
    /** What the step before has proven. */
    detail: text().notNull().default('{}'),
    tries: integer().notNull().default(0),
    created_at: instant().notNull(),
    expires_at: instant().notNull(),
    used_at: instant(),
  },
  (t) => [
    uniqueIndex('auth_challenges_token').on(t.token_hash),
    index('auth_challenges_user').on(t.user_id, t.purpose),
    index('auth_challenges_expiry').on(t.expires_at),
    check('auth_challenges_purpose', oneOf('purpose', ['sign-in', 'enrol', 'oauth'])),
  ],
)

/** An account at a sign-in provider that is linked to one of ours: known by the provider's subject, never by its e-mail. */
export const authIdentities = sqliteTable(
  'auth_identities',
  {
    id: id(),
    user_id: text()
      .notNull()
      .references(() => authUsers.id, { onDelete: 'cascade' }),
    /** The issuer, as ID tokens name it. */
    issuer: text().notNull(),
    subject: text().notNull(),
    provider: text({ enum: ['google', 'microsoft', 'oidc'] }).notNull(),
    /** As the provider gave it when it was linked; shown, never matched. */
    email: text().notNull(),
    created_at: instant().notNull(),
    last_used_at: instant(),
  },
  (t) => [
    uniqueIndex('auth_identities_subject').on(t.issuer, t.subject),
    index('auth_identities_user').on(t.user_id),
    check('auth_identities_provider', oneOf('provider', ['google', 'microsoft', 'oidc'])),
  ],
)
