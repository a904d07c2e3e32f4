import type { TestBookkeeper } from './portal.ts'
import { change } from './work.ts'

/** Fills a firm with many rows, to test that the cost of a page does not grow with them. */

/** Start of a statement that inserts a row per number `i`. Its parameters are the first number and the end. */
export const NUMBERS =
  'WITH RECURSIVE n(i) AS (SELECT CAST(? AS INTEGER) UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?)'

/** When the rows were created. */
export const AT = '2026-01-01T00:00:00.000Z'

/** SQL expressions of the number `i`. */
interface Copied {
  clientStatus: string
  sectionStatus: string
  submittedAt: string
}

/** Adds clients, each with a copy of the bookkeeper's latest submission and one section. */
export async function addCopies(
  { userId: u, firmId }: TestBookkeeper,
  from: number,
  to: number,
  { clientStatus, sectionStatus, submittedAt }: Copied,
): Promise<void> {
  const clients = `INSERT INTO book_clients (id, name, email, status, bookkeeper_id, firm_id, created_at, updated_at)
    SELECT ? || '-c' || i, 'Client ' || i, 'client' || i || '@example.com', ${clientStatus}, ?, ?, ?, ? FROM n`
  await change(`${NUMBERS} ${clients}`, from, to, u, u, firmId, AT, AT)
  const submissions = `INSERT INTO book_form_submissions (id, form_id, client_id, bookkeeper_id, client_email, data,
    created_at, updated_at)
    SELECT ? || '-s' || i, o.form_id, ? || '-c' || i, o.bookkeeper_id, o.client_email, '{}', ?, ?
    FROM n JOIN (SELECT * FROM book_form_submissions WHERE bookkeeper_id = ? ORDER BY created_at DESC LIMIT 1) o`
  await change(`${NUMBERS} ${submissions}`, from, to, u, u, AT, AT, u)
  const sections = `INSERT INTO book_client_workforms (id, client_id, workform_id, workform_version_id, submission_id,
    assigned_by, assigned_at, section_name, status, submit_status, submitted_at)
    SELECT ? || '-a' || i, ? || '-c' || i, o.workform_id, o.workform_version_id, ? || '-s' || i, o.assigned_by, ?,
    o.section_name, ${sectionStatus}, 'submitted', ${submittedAt}
    FROM n JOIN (SELECT * FROM book_client_workforms WHERE assigned_by = ? ORDER BY assigned_at DESC LIMIT 1) o`
  await change(`${NUMBERS} ${sections}`, from, to, u, u, u, AT, u)
}
