import type { DashboardCharts } from '@portal/contract/charts'
import { expect, it } from 'vitest'
import { MONTH_LIMIT } from '../../review/sections-of-month.ts'
import { MAX_COUNTED } from '../../sections/most-sent-back.ts'
import { rowsRead } from '../../../testing/counting-database.ts'
import { newBookkeeper, newClient } from '../../../testing/portal.ts'
import { assigned, change, get, newWorkform, textField } from '../../../testing/work.ts'
import { lastMonths } from '../../../platform/time/months.ts'
import { getCharts } from './get-charts.ts'

const LAST = lastMonths('UTC', new Date(), 2)[0] ?? ''

it('reads no more rows when there is twice as much data', async () => {
  const bea = await newBookkeeper()
  const { clientId } = await newClient(bea)
  await assigned(bea, await newWorkform(bea, { fields: [textField('a', 'Only')] }), [clientId])
  await change('UPDATE book_client_workforms SET due_date = ? WHERE client_id = ?', `${LAST}-05`, clientId)
  /** Adds sections `from` to `to`, each of its own client; every other one is approved. */
  const grow = async (from: number, to: number) => {
    const { userId: u, firmId } = bea
    const numbers = 'WITH RECURSIVE n(i) AS (SELECT CAST(? AS INTEGER) UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?)'
    const copies = (sql: string, ...args: string[]) => change(`${numbers} ${sql}`, from, to, ...args)
    const at = `${LAST}-01T00:00:00.000Z`
    await copies(
      `INSERT INTO book_clients (id, name, email, bookkeeper_id, firm_id, created_at, updated_at)
       SELECT ? || '-c' || i, 'Client ' || i, 'client' || i || '@example.com', ?, ?, ?, ? FROM n`,
      u,
      u,
      firmId,
      at,
      at,
    )
    await copies(
      `INSERT INTO book_form_submissions (id, form_id, client_id, bookkeeper_id, client_email, data, created_at,
        updated_at)
       SELECT ? || '-s' || i, o.form_id, ? || '-c' || i, o.bookkeeper_id, o.client_email, '{}', ?, ?
       FROM n, (SELECT * FROM book_form_submissions WHERE client_id = ?) o`,
      u,
      u,
      at,
      at,
      clientId,
    )
    await copies(
      `INSERT INTO book_client_workforms (id, client_id, workform_id, workform_version_id, submission_id,
        assigned_by, assigned_at, due_date, section_name, status, submit_status, submitted_at, approved_at)
       SELECT ? || '-a' || i, ? || '-c' || i, o.workform_id, o.workform_version_id, ? || '-s' || i, o.assigned_by,
         o.assigned_at, o.due_date, o.section_name, iif(i % 2, 'approved', 'assigned'), 'submitted',
         iif(i % 2, ? || '-06T00:00:00.000Z', NULL), iif(i % 2, ? || '-07T00:00:00.000Z', NULL)
       FROM n, (SELECT * FROM book_client_workforms WHERE client_id = ?) o`,
      u,
      u,
      u,
      LAST,
      LAST,
      clientId,
    )
    await copies(
      `INSERT INTO section_attempts (assignment_id, version, bookkeeper_id, workform_id, workform_version_id,
         rejected_at, answers, files)
       SELECT id, 1, assigned_by, workform_id, workform_version_id, ? || '-08T00:00:00.000Z', '{}', '[]'
       FROM n JOIN book_client_workforms ON id = ? || '-a' || i`,
      LAST,
      u,
    )
    await copies(
      `INSERT INTO corrected_answers (assignment_id, version, field_id, bookkeeper_id, workform_id, at)
       SELECT id, 1, 'a', assigned_by, workform_id, ? || '-09T00:00:00.000Z'
       FROM n JOIN book_client_workforms ON id = ? || '-a' || i`,
      LAST,
      u,
    )
  }
  const measure = () => rowsRead(bea, (ctx) => getCharts(ctx, { months: '6' }))
  await grow(0, 1100)
  const before = await measure()
  await grow(1100, 2200)
  expect(await measure()).toBeLessThanOrEqual(before * 1.05 + 5)
  const { months, stuck } = await get<DashboardCharts>(bea, '/api/dashboard/charts')
  expect(months.at(-2)).toMatchObject({ approved: MONTH_LIMIT, more: true })
  expect([...stuck.sent_back, ...stuck.questions].map((s) => s.count)).toEqual([MAX_COUNTED, MAX_COUNTED])
})
