import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { belongsTo, id, instant, oneOf } from './columns.ts'
import { authUsers } from './people.ts'

/** A second factor. Until it is verified, enrollment is incomplete and sign-in does not ask for it. */
export const authFactors = sqliteTable(
  'auth_factors',
  {
    id: id(),
    user_id: belongsTo(() => authUsers.id),
    type: text({ enum: ['totp'] }).notNull(),
    /** The shared secret, encrypted (AES-GCM). */
    secret: text().notNull(),
    /** The latest time step whose code was accepted. Codes of this and earlier steps are refused. */
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

/** Recovery codes, each valid for one sign-in without the second factor. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    id: id(),
    user_id: belongsTo(() => authUsers.id),
    code_hash: text().notNull(),
    created_at: instant().notNull(),
    used_at: instant(),
  },
  (t) => [uniqueIndex('recovery_codes_code').on(t.user_id, t.code_hash)],
)

/** Proof of the first step of a sign-in or enrollment, valid for one purpose, a few minutes and one use. */
export const authChallenges = sqliteTable(
  'auth_challenges',
  {
    id: id(),
    token_hash: text().notNull(),
    /**
     * `sign-in`: a code is required. `enrol`: a code of the new factor is required. `oauth`: the provider has
     * identified the person. `passkey`: the challenge of a passkey, stored once it has been used.
     */
    purpose: text({ enum: ['sign-in', 'enrol', 'oauth', 'passkey'] }).notNull(),
    /** The user; null for a person without an account, whom only the provider has identified. */
    user_id: text().references(() => authUsers.id, { onDelete: 'cascade' }),
    factor_id: text().references(() => authFactors.id, { onDelete: 'cascade' }),
    /** What the first step has proven, as JSON. */
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
    check('auth_challenges_purpose', oneOf('purpose', ['sign-in', 'enrol', 'oauth', 'passkey'])),
  ],
)

/**
 * An account at a sign-in provider, linked to an account of the portal. Identified by the provider's subject, never
 * by email.
 */
export const authIdentities = sqliteTable(
  'auth_identities',
  {
    id: id(),
    user_id: belongsTo(() => authUsers.id),
    /** The issuer in ID tokens. */
    issuer: text().notNull(),
    subject: text().notNull(),
    provider: text({ enum: ['google', 'microsoft', 'oidc'] }).notNull(),
    /** Email address at the time of linking. For display only. */
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
