import type { PublishRemote, RemoteEntry } from '@portal/contract/remotes'
import { check, index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { id, instant, oneOf } from './columns.ts'

type Place = Pick<RemoteEntry, 'routes' | 'role' | 'nav' | 'data'>

/** Which version of each remote is live, and where the shell shows it. */
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
    /** When it was last switched live: rollback goes to the one before. */
    live_at: instant(),
    /** When another took its place: tabs that are open since then may still run it. */
    left_at: instant(),
    /** When the last of its preview links ends. */
    preview_until: instant(),
    /** Since when its files are being removed: it can be neither published nor shown. */
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
    /** Who or what holds it. */
    label: text(),
    /** What it allows: previews alone, or going live as well. */
    scope: text({ enum: ['preview', 'publish'] })
      .notNull()
      .default('publish'),
    created_at: instant().notNull(),
    expires_at: instant().notNull().default(''),
    revoked_at: instant(),
  },
  (t) => [index('remote_tokens_name').on(t.name)],
)
