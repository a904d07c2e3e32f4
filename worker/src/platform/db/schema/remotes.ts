import { SWITCH_KINDS } from '@portal/contract/publishing'
import { type PublishRemote } from '@portal/contract/remotes'
import { desc, sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { id, instant, oneOf } from './columns.ts'

type Place = PublishRemote['place']

/**
 * The last recorded switch of each remote. `readRegistry` derives from the versions which one is live. The database has
 * another column, `pinned_version`, which the release before this one still names. The next release can drop it.
 */
export const remotes = sqliteTable('remotes', {
  name: text().primaryKey(),
  /** The version that was live after the last recorded switch; null when the remote was removed. */
  live_version: text(),
  /** When it was last rolled back, since when only a person replaces its version by publishing; null when automatic. */
  held_at: instant(),
  held_by: text(),
  held_reason: text(),
  /** The version that a hold keeps live; null for none, which takes the remote out of the portal. */
  held_version: text(),
  /** When all its previews were ended; null for never. Later ones are not affected. */
  previews_ended_at: instant(),
  /** How often someone changed which version people get. A change is refused when another one came first. */
  revision: integer().notNull().default(0),
  updated_at: instant().notNull(),
})

export const remoteVersions = sqliteTable(
  'remote_versions',
  {
    name: text().notNull(),
    version: text().notNull(),
    contract: text().notNull(),
    sdk: text().notNull(),
    place: text({ mode: 'json' }).$type<Place>().notNull(),
    files: text({ mode: 'json' }).$type<PublishRemote['files']>().notNull(),
    state: text({ enum: ['announced', 'published'] })
      .notNull()
      .default('announced'),
    /** Who announced it: the holder of a token, a person of the team, or an operator. */
    actor: text(),
    /** The commit that it was built from, with its author, branch and subject, as the publisher says. */
    author: text(),
    commit: text(),
    branch: text(),
    message: text(),
    /** Total size of its files in bytes. */
    size: integer().notNull().default(0),
    created_at: instant().notNull(),
    /** When it was last published. The last one that the running worker can load is live. */
    live_at: instant(),
    /** When a rollback took it out of service, also one that only skipped it. Publishing it again ends this. */
    withdrawn_at: instant(),
    /** When, by whom and why it was rolled back. It is published again only on purpose. */
    bad_at: instant(),
    bad_by: text(),
    bad_reason: text(),
    /** When open tabs were told to leave it as soon as nothing is unsaved. */
    must_leave_at: instant(),
    /** When another version replaced it. Tabs that were opened before may still run it. */
    left_at: instant(),
    /** When its last preview link expires. */
    preview_until: instant(),
    /** When removal of its files began. A removed version can be neither published nor shown. */
    removed_at: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.name, t.version] }),
    // For `candidates`: the last published version in service of each group is the first in the index.
    index('remote_versions_live')
      .on(t.name, t.contract, t.sdk, desc(t.live_at))
      .where(sql`live_at IS NOT NULL AND withdrawn_at IS NULL AND removed_at IS NULL`),
    check('remote_versions_state', oneOf('state', ['announced', 'published'])),
  ],
)

/** Every change of which version of a remote is live, or may become live. Append-only. */
export const remoteSwitches = sqliteTable(
  'remote_switches',
  {
    id: id(),
    name: text().notNull(),
    kind: text({ enum: SWITCH_KINDS }).notNull(),
    from_version: text(),
    to_version: text(),
    /** Who made the change, or `portal`. */
    actor: text().notNull(),
    reason: text(),
    at: instant().notNull(),
  },
  (t) => [index('remote_switches_name').on(t.name, t.at), check('remote_switches_kind', oneOf('kind', SWITCH_KINDS))],
)

export const remoteTokens = sqliteTable(
  'remote_tokens',
  {
    id: id(),
    name: text().notNull(),
    token_hash: text().notNull().unique(),
    /** Describes the holder of the token. */
    label: text(),
    /** Whether the token allows only previews, or also going live. */
    scope: text({ enum: ['preview', 'publish'] })
      .notNull()
      .default('publish'),
    created_at: instant().notNull(),
    expires_at: instant().notNull().default(''),
    revoked_at: instant(),
    /** When it was last used, at most an hour late. */
    last_used_at: instant(),
    /** Hash of the ID token that it was exchanged for, which cannot be exchanged again; null if it was issued. */
    exchange_hash: text().unique(),
  },
  (t) => [index('remote_tokens_name').on(t.name)],
)

/** The jobs of CI providers that may publish a remote without a secret. */
export const remoteTrusts = sqliteTable(
  'remote_trusts',
  {
    id: id(),
    name: text().notNull(),
    /** The claims `iss`, `aud` and `sub` of their ID tokens. */
    issuer: text().notNull(),
    audience: text().notNull(),
    subject: text().notNull(),
    /** Further claims that an ID token must contain, with their values. */
    claims: text({ mode: 'json' }).$type<Record<string, string>>().notNull(),
    /** What their tokens allow, as for `remote_tokens`. */
    scope: text({ enum: ['preview', 'publish'] }).notNull(),
    created_at: instant().notNull(),
    revoked_at: instant(),
  },
  (t) => [
    index('remote_trusts_name').on(t.name, t.issuer),
    check('remote_trusts_scope', oneOf('scope', ['preview', 'publish'])),
  ],
)

/** The people of the team of each remote. They sign in to the operator page, and get mail about the remote. */
export const remotePeople = sqliteTable(
  'remote_people',
  {
    name: text().notNull(),
    email: text().notNull(),
    added_at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.name, t.email] }), index('remote_people_email').on(t.email)],
)
