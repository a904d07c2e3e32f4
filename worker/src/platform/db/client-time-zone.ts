import { and, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { bookClientAuth, profiles } from './schema/index.ts'

/** The profile of the client's account. */
export const clientProfiles = alias(profiles, 'client_profiles')

/** Joins the profile of a client who has set a password. */
export const isClientProfile = and(
  eq(clientProfiles.id, bookClientAuth.auth_user_id),
  eq(bookClientAuth.password_set, true),
)

/**
 * The client's time zone, which is known once they have set a password; before that, the bookkeeper's is used. Joins
 * the profiles of both.
 */
export const CLIENT_TIME_ZONE = sql<string>`coalesce(nullif(${clientProfiles.time_zone}, 'UTC'), ${profiles.time_zone})`
