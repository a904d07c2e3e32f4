import type { SubmissionsQuery } from '@portal/contract/review'
import { expect, it } from 'vitest'
import type { z } from 'zod'
import { rowsRead } from '../../testing/counting-database.ts'
import { newBookkeeper, type TestBookkeeper } from '../../testing/portal.ts'
import { change, inSteps } from '../../testing/work.ts'
import { listSubmissionGroups } from './list-submission-groups.ts'
import { listSubmissions } from './list-submissions.ts'

/* The rows that a page of the list reads must not grow with the number of submissions. */

type Asked = Partial<z.output<typeof SubmissionsQuery>>

const AT = '2026-01-01T00:00:00.000Z'
const WORKFORMS = 10

/** Adds clients `from` to `to`, each with one of the workforms in three sections. */
async function grow({ userId: u, firmId }: TestBookkeeper, from: number, to: number): Promise<void> {
  const numbers = 'WITH RECURSIVE n(i) AS (SELECT CAST(? AS INTEGER) UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?)'
  await change(
    `${numbers} INSERT INTO book_clients (id, name, email, status, bookkeeper_id, firm_id, created_at, updated_at)
     SELECT ? || '-c' || i, 'Client ' || i, 'listed' || i || '@example.com', 'active', ?, ?, ?, ? FROM n`,
    from,
    to,
    u,
    u,
    firmId,
    AT,
    AT,
  )
  await change(
    `${numbers} INSERT INTO book_form_submissions (id, form_id, client_id, client_email, data, created_at, updated_at)
     SELECT ? || '-s' || i, ? || '-w' || (i % ${WORKFORMS}), ? || '-c' || i, '', '{}', ?,
        '2026-01-01T' || printf('%08d', i)
      FROM n`,
    from,
    to,
    u,
    u,
    u,
    AT,
  )
  await change(
    `${numbers} INSERT INTO book_client_workforms (id, client_id, workform_id, workform_version_id, submission_id,
      assigned_by, assigned_at, section_name)
     SELECT ? || '-a' || i || k.value, ? || '-c' || i, ? || '-w' || (i % ${WORKFORMS}),
     ? || '-v' || (i % ${WORKFORMS}), ? || '-s' || i, ?, ?, k.value
     FROM n, json_each('["One","Two","Three"]') k`,
    from,
    to,
    u,
    u,
    u,
    u,
    u,
    u,
    AT,
  )
  // The first section of every second client was sent back, and its question answered differently.
  for (const [table, columns, values] of [
    ['section_attempts', 'rejected_at, workform_version_id, answers, files', `?, a.workform_version_id, '{}', '[]'`],
    ['corrected_answers', 'at, field_id', `?, 'a'`],
  ])
    await change(
      `${numbers} INSERT INTO ${table} (assignment_id, version, bookkeeper_id, workform_id, ${columns})
       SELECT a.id, 1, a.assigned_by, a.workform_id, ${values}
       FROM n JOIN book_client_workforms a ON a.id = ? || '-a' || i || 'One' WHERE i % 2`,
      from,
      to,
      AT,
      u,
    )
}

async function newWorkforms({ userId: u, firmId }: TestBookkeeper): Promise<void> {
  for (let i = 0; i <= WORKFORMS; i++) {
    const name = i === WORKFORMS ? 'Rarely used' : `Workform ${i}`
    const form = `INSERT INTO book_workforms (id, name, fields, user_id, firm_id, created_at, updated_at)
      VALUES (?, ?, '[]', ?, ?, ?, ?)`
    await change(form, `${u}-w${i}`, name, u, firmId, AT, AT)
    const version = `INSERT INTO workform_versions (id, workform_id, version, name, fields, created_at)
      VALUES (?, ?, 1, ?, '[]', ?)`
    await change(version, `${u}-v${i}`, `${u}-w${i}`, name, AT)
  }
}

it('reads no more rows with 15,000 sections than with 3,300, even when little or nothing matches', async () => {
  const bookkeeper = await newBookkeeper()
  const workform = `${bookkeeper.userId}-w1`
  const asked: Asked[] = [
    {},
    { filter: 'pending' },
    { filter: 'approved' },
    { filter: 'rejected' },
    { workform },
    { workform, filter: 'rejected' },
    { workform, q: 'rarely' },
    { client: `${bookkeeper.userId}-c7` },
    { only: 'waiting' },
    { only: 'completed' },
    { q: 'nothing like it' },
    { q: 'listed33@' },
    { q: 'rarely' },
    { q: 'listed33@', filter: 'rejected' },
    ...(['waiting', 'due', 'client'] as const).flatMap((sort): Asked[] => [
      { sort },
      { sort, filter: 'pending' },
      { sort, filter: 'rejected' },
      { sort, workform },
      { sort, workform, filter: 'rejected' },
      { sort, client: `${bookkeeper.userId}-c7` },
      { sort, only: 'waiting' },
      { sort, q: 'listed33@' },
    ]),
  ]
  const read = (query: Asked) =>
    rowsRead(bookkeeper, (ctx) => listSubmissions(ctx, { filter: 'all', sort: 'newest', limit: 50, ...query }))
  const groups = (query: Omit<Asked, 'sort'>, by: 'client' | 'workform') =>
    rowsRead(bookkeeper, (ctx) => listSubmissionGroups(ctx, { filter: 'all', limit: 20, by, ...query }))
  const measure = () =>
    Promise.all([
      ...asked.map(read),
      groups({}, 'client'),
      groups({ filter: 'rejected' }, 'client'),
      groups({ q: 'listed33@' }, 'client'),
      groups({ filter: 'rejected' }, 'workform'),
    ])
  await newWorkforms(bookkeeper)
  await grow(bookkeeper, 0, 1100)
  const before = await measure()
  await inSteps(1100, 5000, (from, to) => grow(bookkeeper, from, to))
  const after = await measure()
  for (const [i, n] of after.entries())
    expect(n, JSON.stringify(asked[i] ?? 'groups')).toBeLessThanOrEqual((before[i] ?? 0) * 1.05 + 5)
  expect(Math.max(...after)).toBeLessThan(3000)
  // Up to 500 submissions of each workform are counted.
  expect(await groups({}, 'workform')).toBeLessThan(30_000)
  // Of what was sent back, the latest 500 are listed.
  const sentBack: Asked[] = [
    { only: 'sent_back' },
    { only: 'sent_back', workform, section: 'One' },
    { only: 'sent_back', section: 'Two' },
    { only: 'corrected', workform, question: 'a' },
    { only: 'corrected', since: '2026-01' },
  ]
  for (const query of sentBack) expect(await read(query), JSON.stringify(query)).toBeLessThan(10_000)
  // Frequent matches are found by scanning the list. The bound is that of the lookup tried first.
  expect(await read({ q: 'client' })).toBeLessThan(10_000)
})
