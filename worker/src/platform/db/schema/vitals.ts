import { OUTCOMES } from '@portal/contract/vitals'
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Page performance, counted per day, version and bin. Contains no personal data. */
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

/** Outcomes of page loads, counted per hour or minute, version of a remote and kind. Contains no personal data. */
export const remoteHealth = sqliteTable(
  'remote_health',
  {
    /**
     * yyyy-mm-ddThh, UTC. Of the last hours, each minute is counted, too, as -yyyy-mm-ddThh:mm. The minus sorts before
     * all hours, so that no range of hours contains a minute.
     */
    hour: text().notNull(),
    name: text().notNull(),
    version: text().notNull(),
    /** `view` for every page load, and a kind of failure for those that failed (`OUTCOMES`). */
    kind: text({ enum: OUTCOMES }).notNull(),
    count: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.hour, t.name, t.version, t.kind] })],
)

/** Errors in browsers, counted per day, version, kind and stack in the portal's bundles. */
export const pageErrors = sqliteTable(
  'page_errors',
  {
    day: text().notNull(),
    name: text().notNull(),
    version: text().notNull(),
    kind: text().notNull(),
    /** Stack frames in bundles, one per line, innermost first. */
    frames: text().notNull(),
    count: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.name, t.version, t.kind, t.frames] })],
)
