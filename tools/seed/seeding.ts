import type { SQLiteInsertValue, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { AuditEntry } from '../../worker/src/platform/audit/append.ts'
import { auditLog } from '../../worker/src/platform/db/schema/index.ts'
import { uuidv7 } from '../../worker/src/platform/ids.ts'
import type { DemoClient } from './people.ts'
import { DEMO_WORKFORMS, type DemoWorkform } from './workforms.ts'

const DAY = 86_400_000

/** An account of the demo firm or of a client. */
interface Actor {
  userId: string
  role: 'bookkeeper' | 'client'
}

/** A demo workform in the database. */
export interface SeededWorkform extends DemoWorkform {
  id: string
  versionId: string
}

/** A demo client in the database. */
export interface SeededClient extends DemoClient {
  id: string
  /** The client's account, once it exists. */
  userId: string | null
}

/** An uploaded file. */
interface SeededFile {
  id: string
  path: string
  type: string
  body: Uint8Array
  sha256: string
}

interface Row {
  table: SQLiteTable
  row: object
}

/** Collects the rows and files of the demo firm. */
export class Seeding {
  readonly now = Date.now()
  readonly timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  readonly firmId = uuidv7()
  readonly bookkeeper: Actor = { userId: uuidv7(), role: 'bookkeeper' }
  readonly workforms: SeededWorkform[] = DEMO_WORKFORMS.map((form) => ({ ...form, id: uuidv7(), versionId: uuidv7() }))
  readonly files: SeededFile[] = []
  readonly #rows: Row[] = []
  readonly #entries: { at: string; row: object }[] = []

  /** Returns the time `days` ago. */
  ago(days: number): string {
    return new Date(this.now - days * DAY).toISOString()
  }

  /** Returns the calendar date `days` from today. */
  day(days: number): string {
    return this.ago(-days).slice(0, 10)
  }

  add<T extends SQLiteTable>(table: T, row: SQLiteInsertValue<T>): void {
    this.#rows.push({ table, row })
  }

  /** Adds an entry to the audit log. The Writer seals it later. */
  log(at: string, { userId, role }: Actor, { action, subjectType, subjectId, clientId, detail }: AuditEntry): void {
    const actor = { firm_id: this.firmId, actor_id: userId, actor_role: role }
    const subject = { subject_type: subjectType, subject_id: subjectId, client_id: clientId ?? null }
    this.#entries.push({ at, row: { id: uuidv7(), ...actor, action, ...subject, detail: JSON.stringify(detail), at } })
  }

  /** Returns the rows in the order to insert them. The audit log is append-only, so it is sorted by time. */
  rows(): Row[] {
    const entries = this.#entries.toSorted((a, b) => (a.at < b.at ? -1 : 1))
    return [...this.#rows, ...entries.map(({ row }) => ({ table: auditLog, row }))]
  }
}
