import type { DashboardCharts, MonthlyWork } from '@portal/contract/charts'
import type { Dashboard } from '@portal/contract/dashboard'
import { problem, serve } from '@portal/kit/testing/serve'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { closeShell, openShell } from '../../testing.tsx'

afterEach(closeShell)

const NONE = { value: 0, previous: null }
const FIGURES: Dashboard = {
  total_clients: { value: 2, previous: null },
  in_onboarding: NONE,
  completed_forms: NONE,
  pending_tasks: NONE,
  reviews: [],
  overdue: [],
  more_overdue: false,
  activity: [],
  recalls: [],
  has_workforms: true,
}
const month = (name: string, change: Partial<MonthlyWork> = {}): MonthlyWork => ({
  month: name,
  on_time: 0,
  late: 0,
  missing: 0,
  approved: 0,
  days: null,
  sides: null,
  more: false,
  ...change,
})
const EMPTY: DashboardCharts = {
  months: [month('2026-09'), month('2026-10')],
  stuck: { overdue: [], sent_back: [], questions: [] },
  turns: { client: 0, you: 0, done: 0 },
}
const place = { workform_id: '01890000-0000-7000-8000-000000000001', workform_name: 'Tax onboarding' }
const BUSY: DashboardCharts = {
  months: [
    month('2026-09', { on_time: 3, late: 2, missing: 1, more: true }),
    month('2026-10', {
      on_time: 1,
      approved: 34,
      days: { quarter: 0, median: 1, three_quarters: 9 },
      sides: { client: 6.5, bookkeeper: 1 },
    }),
  ],
  stuck: {
    overdue: [{ ...place, section_name: 'Bank', count: 3 }],
    sent_back: [{ ...place, section_name: 'Identity', count: 1 }],
    questions: [{ ...place, section_name: 'Identity', question: 'Passport', field_id: 'scan', count: 2 }],
  },
  turns: { client: 1200, you: 3, done: 4 },
}

async function open(charts: DashboardCharts): Promise<void> {
  serve({ 'GET /api/dashboard': FIGURES, 'GET /api/dashboard/charts': charts })
  await openShell('/dashboard', 'bookkeeper')
  await screen.findByText('Whose turn it is')
}
const card = (name: string): HTMLElement => {
  const section = screen.getByRole('heading', { name }).closest('section')
  if (!section) throw new Error(`no card ${name}`)
  return section
}
const href = (of: HTMLElement, name: string | RegExp) => within(of).getByRole('link', { name }).getAttribute('href')

test('links every part of a month to the submissions that it counts', async () => {
  await open(BUSY)
  const due = card('On time and late')
  expect(due.textContent).toContain('October 2026: 1 of 1 section on time.')
  expect(href(due, 'September 2026, late: 2 sections')).toBe('/form-submissions?only=late&month=2026-09')
  expect(href(due, 'September 2026, not submitted: 1 section')).toBe('/form-submissions?only=missing&month=2026-09')
  expect(within(due).queryByRole('link', { name: /October 2026, late/ })).toBeNull()
  const days = card('Days until approval')
  const name = 'October 2026: 34 sections approved, half of them within 1 day.'
  expect(days.textContent).toContain(name)
  expect(href(days, name)).toBe('/form-submissions?only=approved&month=2026-10')
  const sides = card('Time per side')
  expect(sides.textContent).toContain('October 2026: 6.5 days with the client, 1 day with you.')
  for (const part of ['with the client: 6.5 days', 'with you: 1 day'])
    expect(href(sides, `October 2026, ${part}`)).toBe('/form-submissions?only=approved&month=2026-10')
  expect(screen.getByText(/only the latest are counted/)).toBeDefined()
})

test('shows the data of a chart as a table with the same links', async () => {
  await open(BUSY)
  const due = card('On time and late')
  await userEvent.click(within(due).getByText('Show as table'))
  const table = await within(due).findByRole('table', { name: 'Sections by the month they were due' })
  const rows = within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent))
  expect(rows).toEqual([
    ['Due in', 'On time', 'Late', 'Not submitted'],
    ['October 2026', '1', '0', '0'],
    ['September 2026', '3', '2', '1'],
  ])
  expect(href(table, '3')).toBe('/form-submissions?only=on_time&month=2026-09')
  const days = card('Days until approval')
  await userEvent.click(within(days).getByText('Show as table'))
  expect((await within(days).findByRole('table')).textContent).toContain('October 2026341 day0 to 9 days')
})

test('lists where clients get stuck and whose turn it is', async () => {
  await open(BUSY)
  const stuck = card('Where clients get stuck')
  const workform = place.workform_id
  expect(href(stuck, /Bank.*3 clients/)).toBe(`/form-submissions?only=overdue&section=Bank&workform=${workform}`)
  expect(href(stuck, /Identity · Tax onboarding.*once/)).toBe(
    `/form-submissions?only=sent_back&section=Identity&since=2026-09&workform=${workform}`,
  )
  expect(href(stuck, /Passport · Identity · Tax onboarding.*2 times/)).toBe(
    `/form-submissions?only=corrected&question=scan&since=2026-09&workform=${workform}`,
  )
  const turns = card('Whose turn it is')
  expect(href(turns, /You.*3/)).toBe('/form-submissions?only=waiting')
  expect(href(turns, /Clients.*1,200/)).toBe('/form-submissions?only=client_turn')
  expect(href(turns, /Nobody.*4/)).toBe('/form-submissions?filter=approved')
})

test('explains each chart when there is no data', async () => {
  await open(EMPTY)
  for (const title of ['Nothing has been due yet', 'Nothing is stuck', 'No workforms assigned yet'])
    expect(screen.getByText(title)).toBeDefined()
  for (const title of ['Days until approval', 'Time per side'])
    expect(within(card(title)).getByText('Nothing has been approved yet')).toBeDefined()
  expect(screen.queryByText('Show as table')).toBeNull()
})

test('asks for twelve months', async () => {
  const sent = serve({ 'GET /api/dashboard': FIGURES, 'GET /api/dashboard/charts': EMPTY })
  await openShell('/dashboard', 'bookkeeper')
  await userEvent.click(await screen.findByRole('button', { name: '12 months' }))
  await expect.poll(() => sent.filter((r) => r.query['months']).map((r) => r.query['months'])).toEqual(['6', '12'])
})

test('does not ask for charts when the firm has no clients', async () => {
  const sent = serve({ 'GET /api/dashboard': { ...FIGURES, total_clients: NONE } })
  await openShell('/dashboard', 'bookkeeper')
  await screen.findByText('Get started')
  expect(sent.map((r) => r.path)).not.toContain('/api/dashboard/charts')
})

test('offers a retry when the charts fail, and keeps the figures', async () => {
  serve({ 'GET /api/dashboard': FIGURES, 'GET /api/dashboard/charts': problem(400, 'invalid_input') })
  await openShell('/dashboard', 'bookkeeper')
  expect(await screen.findByText('Failed to load the charts')).toBeDefined()
  expect(screen.getByText('Total Clients')).toBeDefined()
})
