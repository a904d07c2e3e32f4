import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** How pages did, counted per day, version and bin: no row is about anybody. */
export const pageVitals = sqliteTable(
  'page_vitals',
  {
    /** yyyy-mm-dd, UTC. */
    day: text().notNull(),
    /** A remote, or `shell`. */
    name: text().notNull(),
    version: text().notNull(),
    metric: text().notNull(),
    /** Upper bound of the bin (`METRIC_BINS`); -1 beyond the last. */
    bin: integer().notNull(),
    count: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.name, t.version, t.metric, t.bin] })],
)

/** Errors in browsers, counted per day, version, kind and place in our own bundles. */
export const pageErrors = sqliteTable(
  'page_errors',
  {
    day: text().notNull(),
    name: text().notNull(),
    version: text().notNull(),
    kind: text().notNull(),
    /** Places in bundles, innermost first, one a line. */
    frames: text().notNull(),
    count: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.name, t.version, t.kind, t.frames] })],
)
