import type { Activity, Dashboard } from '@portal/contract/dashboard'
import { type Answer, problem, serve } from '@portal/kit/testing/serve'
import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { closeShell, openShell } from '../testing.tsx'
import { activityLink, activityText } from '@portal/kit/features/audit/activity-text'

afterEach(closeShell)

const pair = { client_id: 'c1', client_name: 'Jane Miller', workform_id: 'w1', workform_name: 'Tax onboarding' }
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const entry = (change: Partial<Activity> = {}): Activity => ({
  ...pair,
  id: 'a1',
  at: daysAgo(0),
  action: 'section.submitted',
  by: 'client',
  count: 1,
  section_name: 'Bank',
  ...change,
})
const BUSY: Dashboard = {
  total_clients: { value: 1200, previous: 1000 },
  in_onboarding: { value: 3, previous: 6 },
  completed_forms: { value: 4, previous: 4 },
  pending_tasks: { value: 7, previous: 0 },
  reviews: [{ ...pair, assignment_id: 's1', section_name: 'Bank', submitted_at: daysAgo(3) }],
  overdue: [{ ...pair, due_date: daysAgo(2).slice(0, 10), open_sections: 2 }],
  more_overdue: true,
  activity: [entry()],
  recalls: [],
  has_workforms: true,
}
const NEW: Dashboard = {
  ...BUSY,
  total_clients: { value: 0, previous: null },
  in_onboarding: { value: 0, previous: null },
  completed_forms: { value: 0, previous: null },
  pending_tasks: { value: 0, previous: null },
  reviews: [],
  overdue: [],
  more_overdue: false,
  activity: [],
  has_workforms: false,
}
const open = (dashboard: Dashboard | Answer) => {
  serve({ 'GET /api/dashboard': () => dashboard })
  return openShell('/dashboard', 'bookkeeper')
}
const card = async (name: string): Promise<HTMLElement> => {
  const section = (await screen.findByRole('heading', { name })).closest('section')
  if (!section) throw new Error(`no card ${name}`)
  return section
}
const hrefs = (within_: HTMLElement) =>
  within(within_)
    .queryAllByRole('link')
    .map((l) => l.getAttribute('href'))

test('shows how each figure compares, and links to the list that it counts', async () => {
  await open(BUSY)
  await screen.findByText('1,200')
  const shown = await Promise.all(
    ['Total Clients', 'In Onboarding', 'Completed Forms', 'Pending Tasks'].map(async (name) => {
      const section = await card(name)
      return [
        hrefs(section)[0],
        within(section)
          .getByTitle('Compared with last month')
          .textContent?.split(/ (?:compared|nothing)/)[0],
      ]
    }),
  )
  expect(shown).toEqual([
    ['/clients', '+20%'],
    ['/clients?status=onboarding', '−50%'],
    ['/form-submissions?only=completed', '0%'],
    ['/form-submissions?only=waiting', '–'],
  ])
  for (const note of ['All registered clients', 'Currently onboarding', 'This month', 'Requires attention']) {
    expect(screen.getByText(note)).toBeDefined()
  }
})

test('links waiting and overdue work to its submission and to the full list', async () => {
  await open(BUSY)
  await screen.findByText('1,200')
  const reviews = await card('Waiting for your review')
  expect(reviews.textContent).toContain('Bank · Tax onboarding')
  expect(reviews.textContent).toContain('3 days ago')
  expect(hrefs(reviews)).toEqual(['/form-submissions?workform=w1&client=c1', '/form-submissions?only=waiting'])
  expect(within(reviews).getByText('6 more to review')).toBeDefined()
  const overdue = await card('Overdue')
  expect(overdue.textContent).toContain('2 days late')
  expect(overdue.textContent).toContain('2 open sections')
  expect(hrefs(overdue)).toEqual(['/form-submissions?workform=w1&client=c1', '/form-submissions?only=overdue'])
})

test('shows first steps when the firm is new', async () => {
  await open(NEW)
  const steps = await card('Get started')
  expect(hrefs(steps)).toEqual(['/workforms', '/clients?create=true', '/form-submissions'])
  expect(screen.getByText('No activity yet')).toBeDefined()
  expect(screen.queryByRole('heading', { name: 'Overdue' })).toBeNull()
})

test('says that there is nothing to do when no client has open work', async () => {
  await open({ ...NEW, total_clients: { value: 2, previous: null } })
  expect(await screen.findByText('Nothing to review')).toBeDefined()
  expect(screen.getByText('Nothing is overdue')).toBeDefined()
})

test('reports a failure and offers a retry', async () => {
  // A temporary failure would be retried for seconds first.
  await open(problem(403, 'forbidden'))
  expect(await screen.findByText('Failed to load dashboard data')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined()
})

test('lists recalls in the recent activity, in order', async () => {
  const recall = { ...entry(), id: 'r1', at: daysAgo(1), action: 'section.recalled' as const }
  const activity = [entry(), entry({ id: 'a2', at: daysAgo(2), action: 'doc_approved', by: 'you' })]
  await open({ ...BUSY, activity, recalls: [recall, { ...recall, id: 'r2', at: daysAgo(3), by: 'you' }] })
  const recent = await card('Recent activity')
  await within(recent).findByText('took back "Bank" of "Tax onboarding"')
  expect(
    within(recent)
      .getAllByRole('listitem')
      .map((item) => item.textContent?.split('"')[0]),
  ).toEqual(['Jane Miller submitted ', 'Jane Miller took back ', 'You approved ', 'You returned '])
})

test('describes an activity and links to its subject', () => {
  const say = (change: Partial<Activity>) => Object.values(activityText(entry(change))).join(' ')
  expect(say({})).toBe('Jane Miller submitted "Bank" of "Tax onboarding"')
  expect(say({ by: 'you', action: 'doc_approved' })).toBe('You approved "Bank" of "Tax onboarding" from Jane Miller')
  expect(say({ by: 'you', action: 'assignment.created', count: 12 })).toBe(
    'You assigned "Tax onboarding" to 12 clients',
  )
  expect(say({ by: 'you', action: 'client.deleted', client_id: null })).toBe('You deleted Jane Miller')
  expect(say({ by: 'client', action: 'account.password_set' })).toBe('Jane Miller set up their account')
  expect(activityLink(entry())).toEqual({ to: '/form-submissions', search: { workform: 'w1', client: 'c1' } })
  expect(activityLink(entry({ action: 'client.created' }))).toEqual({ to: '/clients', search: { client: 'c1' } })
  expect(activityLink(entry({ action: 'workform.created', client_id: null }))).toEqual({ to: '/workforms', search: {} })
  expect(activityLink(entry({ action: 'client.deleted', client_id: null, workform_id: null }))).toBeUndefined()
})
