import type { PublishRemote } from '@portal/contract/remotes'
import { check, index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { id, instant, oneOf } from './columns.ts'

type Place = PublishRemote['place']

/** The live version of each remote and its place in the shell. */
export const remotes = sqliteTable('remotes', {
  name: text().primaryKey(),
  live_version: text(),
  place: text({ mode: 'json' }).$type<Place>(),
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
    created_at: instant().notNull(),
    /** When the version last went live. Rollback returns to the version before. */
    live_at: instant(),
    /** When another version replaced it. Tabs that were opened before may still run it. */
    left_at: instant(),
    /** When its last preview link expires. */
    preview_until: instant(),
    /** When removal of its files began. A removed version can be neither published nor shown. */
    removed_at: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.name, t.version] }),
    index('remote_versions_live').on(t.name, t.live_at),
    check('remote_versions_state', oneOf('state', ['announced', 'published'])),
  ],
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
  },
  (t) => [index('remote_tokens_name').on(t.name)],
)
