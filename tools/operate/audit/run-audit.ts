import { canonicalEmail } from '@portal/contract/canonical-email'
import { and, count, eq, isNull } from 'drizzle-orm'
import { PORTAL_LOG } from '../../../worker/src/platform/audit/portal-log.ts'
import { findFirms } from '../../../worker/src/portal/auth/find-people.ts'
import type { Database as Connection } from '../../../worker/src/platform/db/client.ts'
import { auditLog, firms } from '../../../worker/src/platform/db/schema/index.ts'
import { StartError } from '../../command/start-error.ts'
import type { Database } from '../../database/database.ts'
import { withDatabase } from '../../database/with-database.ts'
import { auditLogs, verifyLog } from './verify-logs.ts'

type Log = (line: string) => void

async function nameOf(db: Connection, id: string): Promise<string> {
  if (id === PORTAL_LOG) return 'The portal itself'
  const [firm] = await db.select({ name: firms.name }).from(firms).where(eq(firms.id, id))
  return `${firm?.name ?? 'A firm that was removed'} (${id})`
}

/** Verifies an audit log and prints the result. Returns whether all of its sealed entries are valid. */
async function report(db: Connection, id: string, log: Log): Promise<boolean> {
  const name = await nameOf(db, id)
  const { valid, last, broken } = await verifyLog(db, id)
  if (broken) {
    const entry = `entry ${broken.number} of ${broken.at} (${broken.action})`
    log(`✗ ${name}: ${entry} is invalid. ${broken.reason} The ${valid} entries before it are valid.`)
    return false
  }
  const [waiting] = await db
    .select({ count: count() })
    .from(auditLog)
    .where(and(eq(auditLog.firm_id, id), isNull(auditLog.hash)))
  const end = last ? `; the last is ${last.number} with the hash ${last.hash}` : ''
  const more = waiting?.count ? `. Not sealed yet, and not checked: ${waiting.count}` : ''
  log(`✓ ${name}: ${valid} valid entries${end}${more}`)
  return true
}

/** Returns the audit log that a person means. Throws StartError when there is none. */
async function logOf(db: Connection, given: string): Promise<string> {
  const [firm] = await findFirms(db, [canonicalEmail(given)])
  if (firm) return firm
  const [entry] = await db.select({ id: auditLog.id }).from(auditLog).where(eq(auditLog.firm_id, given)).limit(1)
  if (entry || given === PORTAL_LOG) return given
  throw new StartError(`There is no firm of ${given}, and no audit log.`)
}

/**
 * Verifies every audit log in a database, or one, and prints the results.
 * @param given the id of a firm, the address of a bookkeeper, or `portal`
 * @returns whether all are valid
 */
export const runAudit = (database: Database, given: string | undefined, log: Log): Promise<boolean> =>
  withDatabase(database, async (db) => {
    let broken = 0
    for await (const id of given === undefined ? auditLogs(db) : [await logOf(db, given)])
      if (!(await report(db, id, log))) broken++
    log(
      broken > 0
        ? `Audit logs with invalid entries: ${broken}.`
        : 'All sealed entries are valid. To detect missing ones at the end, compare the last hashes with earlier ones.',
    )
    return broken === 0
  })
