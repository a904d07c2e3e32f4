import type { ClientDetail } from '@portal/contract/clients'
import type { DashboardCharts } from '@portal/contract/charts'
import { expect, it } from 'vitest'
import { good } from '../../testing/accounts.ts'
import { cards, decided, newWork, reviewed, submit } from '../../testing/sections.ts'
import { assigned, change, get, newWorkform, sectionsOf } from '../../testing/work.ts'

const ago = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString()

/** Sets when an attempt was submitted and decided on, in days ago. */
const attempted = (id: string, version: number, submittedOn: number, decidedOn: number | null) =>
  change(
    'UPDATE section_attempts SET submitted_at = ?, decided_at = ? WHERE assignment_id = ? AND version = ?',
    ago(submittedOn),
    decidedOn === null ? null : ago(decidedOn),
    id,
    version,
  )

it('adds up the days with the client and with the bookkeeper over all submissions', async () => {
  const { bookkeeper, client, first, second } = await newWork()
  await change('UPDATE book_client_workforms SET assigned_at = ? WHERE client_id = ?', ago(20), client.clientId)
  const days = async () => (await reviewed(bookkeeper, first.id)).days
  expect(await days()).toEqual({ client: 20, bookkeeper: 0 })
  await good(submit(client, first.id, { name: 'Cleo' }))
  await decided(bookkeeper, 'reject', first.id, { version: 1, reason: 'No' })
  await attempted(first.id, 1, 15, 12)
  expect(await days()).toEqual({ client: 17, bookkeeper: 3 })
  await good(submit(client, first.id, { name: 'Cleo' }))
  await attempted(first.id, 3, 4, null)
  expect(await days()).toEqual({ client: 13, bookkeeper: 7 })
  const { version } = await decided(bookkeeper, 'approve', first.id, { version: 3 })
  await attempted(first.id, 3, 4, 2)
  await change('UPDATE book_client_workforms SET approved_at = ? WHERE id = ?', ago(2), first.id)
  expect(await days()).toEqual({ client: 13, bookkeeper: 5 })
  // While its approval is undone, it waits for the bookkeeper again.
  await decided(bookkeeper, 'undo', first.id, { version })
  expect(await days()).toEqual({ client: 13, bookkeeper: 7 })
  const detail = await get<ClientDetail>(bookkeeper, `/api/clients/${client.clientId}`)
  expect(detail.workforms[0]?.sections.map((s) => s.days)).toEqual([await days(), { client: 20, bookkeeper: 0 }])
  expect((await reviewed(bookkeeper, second.id)).days).toEqual({ client: 20, bookkeeper: 0 })
})

it('counts sections that were submitted before attempts were kept', async () => {
  const { bookkeeper, client, first } = await newWork()
  await good(submit(client, first.id, { name: 'Cleo' }))
  await change('DELETE FROM section_attempts WHERE assignment_id = ?', first.id)
  await change(
    'UPDATE book_client_workforms SET assigned_at = ?, submitted_at = ? WHERE id = ?',
    ago(9),
    ago(4),
    first.id,
  )
  expect((await reviewed(bookkeeper, first.id)).days).toEqual({ client: 5, bookkeeper: 4 })
})

it('is averaged per month of the approval on the dashboard', async () => {
  const { bookkeeper, client, first, second } = await newWork()
  const sides = async () => (await get<DashboardCharts>(bookkeeper, '/api/dashboard/charts')).months.at(-1)?.sides
  expect(await sides()).toBeNull()
  await change('UPDATE book_client_workforms SET assigned_at = ? WHERE client_id = ?', ago(10), client.clientId)
  await good(submit(client, first.id, { name: 'Cleo' }))
  await attempted(first.id, 1, 3, null)
  await decided(bookkeeper, 'approve', first.id, { version: 1 })
  expect(await sides()).toEqual({ client: 7, bookkeeper: 3 })
  await decided(bookkeeper, 'approve', second.id, { version: 0 })
  expect(await sides()).toEqual({ client: 8.5, bookkeeper: 1.5 })
})

it('sorts submissions by how long their oldest open section has been with the client', async () => {
  const { bookkeeper, client, first } = await newWork()
  const workform = await newWorkform(bookkeeper, { name: 'Newer' })
  await assigned(bookkeeper, workform, [client.clientId])
  const listed = () => cards(bookkeeper, { sort: 'with_client' })
  await good(submit(client, first.id, { name: 'Cleo' }))
  await decided(bookkeeper, 'reject', first.id, { version: 1, reason: 'No' })
  const since = ago(30)
  await change(
    'UPDATE workform_section_statuses SET updated_at = ? WHERE submission_id = ?',
    since,
    first.submission_id,
  )
  const [oldest, newest] = await listed()
  expect([oldest?.with_client_since, newest?.workform_name]).toEqual([since, 'Newer'])
  await good(submit(client, first.id, { name: 'Cleo' }))
  expect((await listed()).every((card) => card.with_client_since !== null && card.with_client_since > since)).toBe(true)
  for (const section of await sectionsOf(client.clientId, workform.id))
    await decided(bookkeeper, 'approve', section.id, { version: 0 })
  expect((await listed()).map((card) => card.with_client_since === null)).toEqual([false, true])
})
