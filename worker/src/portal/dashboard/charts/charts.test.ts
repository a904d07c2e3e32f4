import type { DashboardCharts, MonthlyWork } from '@portal/contract/charts'
import { addDays } from '@portal/contract/dates'
import type { SubmissionsPage } from '@portal/contract/review'
import type { Workform } from '@portal/contract/workforms'
import { describe, expect, inject, it } from 'vitest'
import { signAccessToken } from '../../../platform/access/access-token.ts'
import { uuidv7 } from '../../../platform/ids.ts'
import { good, refused } from '../../../testing/accounts.ts'
import { newBookkeeper, newClient, stranger, type TestBookkeeper } from '../../../testing/portal.ts'
import { decided, newWork, pdf, reviewed, submit, uploaded } from '../../../testing/sections.ts'
import {
  assigned,
  change,
  day,
  get,
  newWorkform,
  rows,
  sectionsOf,
  send,
  settle,
  textField,
  trips,
} from '../../../testing/work.ts'
import { dayStart } from '../../../platform/time/day-starts.ts'
import { lastMonths } from '../../../platform/time/months.ts'

const charts = (caller: TestBookkeeper, query = '') => get<DashboardCharts>(caller, `/api/dashboard/charts${query}`)
const months = (zone = 'UTC') => lastMonths(zone, new Date(), 6)
/** Last month in UTC, of which every day has passed. */
const LAST = months().at(-2) ?? ''
const outcomes = ({ on_time, late, missing, approved }: MonthlyWork) => ({ on_time, late, missing, approved })
const NOTHING = { on_time: 0, late: 0, missing: 0, approved: 0 }

/** Sends a request in a time zone. */
async function getIn<T>(bea: TestBookkeeper, timeZone: string, path: string): Promise<T> {
  const { userId, firmId } = bea
  const actor = { userId, role: 'bookkeeper' as const, firmId, clientId: null, sessionId: uuidv7(), timeZone }
  const { token } = await signAccessToken(inject('authSecret'), actor, new Date())
  return good<T>(bea.fetch(path, { headers: { authorization: `Bearer ${token}` } }))
}
const lastMonthIn = async (bea: TestBookkeeper, zone: string): Promise<MonthlyWork | undefined> =>
  (await getIn<DashboardCharts>(bea, zone, '/api/dashboard/charts')).months.at(-2)

/** Assigns a workform whose first section is due on a day, and returns that section. */
async function dueOn(
  bea: TestBookkeeper,
  clientId: string,
  due: string | null,
  name = 'Workform',
  sections = ['Only'],
) {
  const workform = await newWorkform(bea, { name, fields: sections.map((s) => textField(s, s)) })
  await assigned(bea, workform, [clientId])
  const [section] = await sectionsOf(clientId, workform.id)
  if (!section) throw new Error('no section')
  await change('UPDATE book_client_workforms SET due_date = ? WHERE id = ?', due, section.id)
  return section
}

describe('on time and late by month', () => {
  it('counts what was due in each month, in one round trip', async () => {
    const bea = await newBookkeeper()
    const { clientId } = await newClient(bea)
    const due = `${LAST}-10`
    const noon = (d: string) => `${d}T12:00:00.000Z`
    await settle(await dueOn(bea, clientId, due, 'early'), 'completed', noon(addDays(due, -3)))
    await settle(await dueOn(bea, clientId, due, 'same day'), 'approved', noon(due))
    const late = await dueOn(bea, clientId, due, 'late', ['Late', 'Open'])
    await settle(late, 'completed', noon(addDays(due, 1)))
    await dueOn(bea, clientId, due, 'open')
    await settle(await dueOn(bea, clientId, due, 'sent back'), 'rejected', noon(due))
    await dueOn(bea, clientId, null, 'without due date')
    await dueOn(bea, clientId, day(0), 'due today')
    const response = await send(bea, 'GET', '/api/dashboard/charts')
    expect(trips(response)).toEqual({ reads: 1, writes: 0 })
    const body = (await response.json()) as DashboardCharts
    expect(body.months.map((m) => m.month)).toEqual(months())
    expect(body.months.at(-2)).toMatchObject({ on_time: 2, late: 1, missing: 2, more: false })
    // Not due yet.
    expect(outcomes(body.months.at(-1) as MonthlyWork)).toEqual(NOTHING)
    expect((await charts(bea, '?months=12')).months).toHaveLength(12)
    // Each part has its list.
    const listed = async (only: string, more = '') =>
      (await get<SubmissionsPage>(bea, `/api/submissions?only=${only}&month=${LAST}${more}`)).items
        .map((card) => card.workform_name)
        .toSorted()
    expect(await listed('on_time')).toEqual(['early', 'same day'])
    expect(await listed('late')).toEqual(['late'])
    expect(await listed('missing')).toEqual(['open', 'sent back'])
    expect(await listed('approved')).toEqual(['same day'])
    // Each card says which of its sections is meant.
    for (const only of ['on_time', 'late', 'missing', 'approved'] as const) {
      const { items } = await get<SubmissionsPage>(bea, `/api/submissions?only=${only}&month=${LAST}`)
      expect(items.flatMap((card) => card.counted).length, only).toBe(body.months.at(-2)?.[only])
    }
    const [mixed] = (await get<SubmissionsPage>(bea, `/api/submissions?only=late&month=${LAST}`)).items
    expect(mixed?.counted).toEqual([late.id])
    expect((await get<SubmissionsPage>(bea, '/api/submissions')).items[0]).not.toHaveProperty('counted')
    expect(await listed('missing', '&q=sent')).toEqual(['sent back'])
    expect(await listed('on_time', `&client=${clientId}`)).toEqual(['early', 'same day'])
    expect(await listed('on_time', `&client=${(await newClient(bea)).clientId}`)).toEqual([])
    await refused(send(bea, 'GET', '/api/submissions?only=late&month=2026-13'), 'invalid_input')
  })

  // The two time zones that are furthest apart, and one whose clocks change.
  it.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/New_York'])(
    'ends days and months at midnight in %s',
    async (zone) => {
      const bea = await newBookkeeper()
      const { clientId } = await newClient(bea)
      const [month = '', next = ''] = months(zone).slice(-2)
      const start = dayStart(zone, `${month}-01`)
      const end = dayStart(zone, `${next}-01`)
      const justBefore = (at: string) => new Date(Date.parse(at) - 1).toISOString()
      const lastDay = addDays(`${next}-01`, -1)
      await settle(await dueOn(bea, clientId, lastDay), 'approved', justBefore(end))
      await settle(await dueOn(bea, clientId, lastDay), 'approved', end)
      await settle(await dueOn(bea, clientId, `${month}-01`), 'approved', start)
      await settle(await dueOn(bea, clientId, `${month}-01`), 'approved', justBefore(start))
      await settle(await dueOn(bea, clientId, `${next}-01`), 'approved', start)
      const found = await lastMonthIn(bea, zone)
      expect(found?.month).toBe(month)
      expect(found && outcomes(found)).toEqual({ on_time: 3, late: 1, missing: 0, approved: 3 })
    },
  )
})

describe('days from assignment to approval', () => {
  it('are a median with the middle half, without undone approvals', async () => {
    const bea = await newBookkeeper()
    const { clientId } = await newClient(bea)
    const at = `${LAST}-20T12:00:00.000Z`
    for (const days of [1, 2, 4, 8, 60]) {
      const section = await dueOn(bea, clientId, null)
      await settle(section, 'approved', at)
      const assignedAt = new Date(Date.parse(at) - days * 86_400_000 + 3_600_000).toISOString()
      await change('UPDATE book_client_workforms SET assigned_at = ? WHERE id = ?', assignedAt, section.id)
    }
    const undone = await dueOn(bea, clientId, null)
    await settle(undone, 'approved', at)
    const { version } = await reviewed(bea, undone.id)
    await decided(bea, 'undo', undone.id, { version })
    expect((await charts(bea)).months.at(-2)).toMatchObject({
      approved: 5,
      days: { quarter: 2, median: 4, three_quarters: 8 },
    })
  })
})

describe('where clients get stuck', () => {
  it('counts overdue sections, rejections, and the questions that were answered differently afterwards', async () => {
    const { bookkeeper, client, workform, first, second } = await newWork()
    const scan = await uploaded(client, first.id, 'old.pdf', pdf('old'))
    await good(submit(client, first.id, { name: 'Cleo', since: '2020-01-01', scan: [scan] }))
    const reject = async (id: string) =>
      decided(bookkeeper, 'reject', id, { version: (await reviewed(bookkeeper, id)).version, reason: 'Please check' })
    await reject(first.id)
    // Until it is submitted again, it is unknown what was wrong.
    expect((await charts(bookkeeper)).stuck.questions).toEqual([])
    const wrong = await uploaded(client, first.id, 'new.pdf', pdf('new', 300))
    await good(submit(client, first.id, { name: 'Cleo', since: '2020-01-02', scan: [wrong] }))
    await reject(first.id)
    const same = await uploaded(client, first.id, 'new.pdf', pdf('new', 300))
    await good(submit(client, first.id, { name: 'Cleo', since: '2020-01-03', scan: [same], mail: 'c@example.com' }))
    await change('UPDATE book_client_workforms SET due_date = ? WHERE id IN (?, ?)', day(-2), first.id, second.id)
    const { stuck } = await charts(bookkeeper)
    const section = { workform_id: workform.id, workform_name: workform.name, section_name: 'First' }
    expect(stuck.overdue).toEqual([{ ...section, section_name: 'Second', count: 1 }])
    expect(stuck.sent_back).toEqual([{ ...section, count: 2 }])
    expect(stuck.questions).toEqual([
      { ...section, question: 'Founded', field_id: 'since', count: 2 },
      { ...section, question: 'Email', field_id: 'mail', count: 1 },
      { ...section, question: 'Passport', field_id: 'scan', count: 1 },
    ])
    // Each entry has its list.
    const since = months()[0]
    const listed = async (query: string) =>
      (await get<SubmissionsPage>(bookkeeper, `/api/submissions?workform=${workform.id}&${query}`)).items.length
    expect(await listed('only=overdue&section=Second')).toBe(1)
    expect(await listed('only=overdue&section=First')).toBe(0)
    expect(await listed(`only=sent_back&section=First&since=${since}`)).toBe(1)
    expect(await listed('only=sent_back&section=Second')).toBe(0)
    expect(await listed(`only=corrected&question=scan&since=${since}`)).toBe(1)
    expect(await listed('only=corrected&question=name')).toBe(0)
    expect(await listed('only=corrected&question=scan&since=2099-01')).toBe(0)
    expect(await listed('only=corrected&q=nobody')).toBe(0)
    const others = await get<SubmissionsPage>(await newBookkeeper(bookkeeper.firmId), '/api/submissions?only=sent_back')
    expect(others.items).toEqual([])
    // Nothing of it remains when the client is erased.
    await good(send(bookkeeper, 'DELETE', `/api/clients/${client.clientId}/workforms/${workform.id}`))
    await good(send(bookkeeper, 'DELETE', `/api/clients/${client.clientId}`))
    const after = await charts(bookkeeper)
    expect(after.stuck).toEqual({ overdue: [], sent_back: [], questions: [] })
    expect(after.turns).toEqual({ client: 0, you: 0, done: 0 })
    expect(await rows('SELECT 1 FROM section_attempts WHERE assignment_id = ?', first.id)).toEqual([])
    expect(await rows('SELECT 1 FROM corrected_answers WHERE assignment_id = ?', first.id)).toEqual([])
  })

  it('does not count first answers, questions added since, and files sent again under another name', async () => {
    const { bookkeeper, client, workform, first } = await newWork()
    const reject = async () =>
      decided(bookkeeper, 'reject', first.id, {
        version: (await reviewed(bookkeeper, first.id)).version,
        reason: 'Please check',
      })
    await reject()
    const scan = await uploaded(client, first.id, 'a.pdf', pdf('same'))
    await good(submit(client, first.id, { name: 'Cleo', scan: [scan] }))
    await reject()
    const { fields, version } = await get<Workform>(bookkeeper, `/api/workforms/${workform.id}`)
    const added = [...fields, { ...textField('new', 'First'), name: 'New question' }]
    await good(
      send(bookkeeper, 'PATCH', `/api/workforms/${workform.id}`, { name: workform.name, fields: added, version }),
    )
    const again = await uploaded(client, first.id, 'b.pdf', pdf('same'))
    const response = await submit(client, first.id, { name: ' Cleo', scan: [again], new: 'Yes' })
    expect([response.status, trips(response)]).toEqual([200, { reads: 1, writes: 1 }])
    const { stuck } = await charts(bookkeeper)
    expect([stuck.sent_back.map((s) => s.count), stuck.questions]).toEqual([[2], []])
  })
})

describe('whose turn it is', () => {
  it('counts submissions as they change, and lists those of the client', async () => {
    const fields = [textField('name', 'First'), textField('other', 'Second')]
    const { bookkeeper: bea, client, first, second, workform } = await newWork(fields)
    const turns = async () => (await charts(bea)).turns
    const clientsTurn = async () => (await get<SubmissionsPage>(bea, '/api/submissions?only=client_turn')).items.length
    expect([await turns(), await clientsTurn()]).toEqual([{ client: 1, you: 0, done: 0 }, 1])
    await good(submit(client, first.id, { name: 'Cleo' }))
    expect([await turns(), await clientsTurn()]).toEqual([{ client: 0, you: 1, done: 0 }, 0])
    await decided(bea, 'approve', first.id, { version: 1 })
    expect(await turns()).toEqual({ client: 1, you: 0, done: 0 })
    const { version } = await decided(bea, 'approve', second.id, { version: 0 })
    expect(await turns()).toEqual({ client: 0, you: 0, done: 1 })
    await decided(bea, 'undo', second.id, { version })
    expect(await turns()).toEqual({ client: 1, you: 0, done: 0 })
    await good(send(bea, 'DELETE', `/api/clients/${client.clientId}/workforms/${workform.id}`))
    expect(await turns()).toEqual({ client: 0, you: 0, done: 0 })
  })
})

describe('the charts', () => {
  it('contain nothing of colleagues or other firms', async () => {
    const { bookkeeper, client, first, second } = await newWork()
    await good(submit(client, first.id, { name: 'Cleo' }))
    await decided(bookkeeper, 'reject', first.id, { version: 1, reason: 'Please check' })
    await settle(second, 'approved', `${LAST}-10T12:00:00.000Z`)
    await change('UPDATE book_client_workforms SET due_date = ? WHERE client_id = ?', `${LAST}-11`, client.clientId)
    for (const other of [await newBookkeeper(bookkeeper.firmId), await newBookkeeper()]) {
      const { months: counted, stuck, turns } = await charts(other)
      expect(counted.map(outcomes)).toEqual(Array.from({ length: 6 }, () => NOTHING))
      expect(stuck).toEqual({ overdue: [], sent_back: [], questions: [] })
      expect(turns).toEqual({ client: 0, you: 0, done: 0 })
      for (const only of ['on_time', 'late', 'missing', 'approved', 'client_turn'])
        expect((await get<SubmissionsPage>(other, `/api/submissions?only=${only}&month=${LAST}`)).items).toEqual([])
    }
    await refused(send(client, 'GET', '/api/dashboard/charts'), 'forbidden')
    await refused(send(stranger, 'GET', '/api/dashboard/charts'), 'unauthenticated')
    await refused(send(bookkeeper, 'GET', '/api/dashboard/charts?months=7'), 'invalid_input')
  })
})
