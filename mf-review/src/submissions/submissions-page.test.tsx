import { resetScreen } from '@portal/kit/testing/reset-screen'
import { problem, serve } from '@portal/kit/testing/serve'
import { signInBookkeeper } from '@portal/kit/testing/sign-in'
import { uuid } from '@portal/kit/testing/uuid'
import { toasts } from '@portal/kit/testing/toaster'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { card, section, show } from '../testing/fixtures.tsx'
import { describeCounted } from './focus.ts'
import { refreshCard } from './live.ts'
import { SubmissionsPage } from './submissions-page.tsx'

vi.mock('@portal/sdk/toaster', () => import('@portal/kit/testing/toaster'))
// Their requests would be between those of the review.
vi.mock('@portal/kit/features/comments/answer-comments', () => ({ AnswerComments: () => null }))
vi.mock('@portal/kit/features/comments/commented-questions', () => ({ CommentedQuestions: () => null }))

beforeEach(signInBookkeeper)
afterEach(resetScreen)

const page = (items = [card()], next: string | null = null): [number, unknown] => [200, { items, next }]

it('shows workform, client and due date, and opens to the sections', async () => {
  serve(() => page())
  show(<SubmissionsPage search={{}} onSearch={() => undefined} />)
  expect(await screen.findByText('Tax onboarding 2026')).toBeDefined()
  expect(screen.getByText('What we need for your return')).toBeDefined()
  expect(screen.getByText('Due: Mar 5')).toBeDefined()
  expect(screen.getByText('Jane Miller')).toBeDefined()
  expect(screen.queryByText('Business details')).toBeNull()
  await userEvent.click(screen.getByText('Tax onboarding 2026'))
  expect(await screen.findByText('Business details')).toBeDefined()
})

it('shows the email address when a client has no name, and a card without sections', async () => {
  serve(() => page([card({ client_name: '', sections: [] })]))
  show(<SubmissionsPage search={{}} onSearch={() => undefined} />)
  expect(await screen.findByText('jane@bluebird.example')).toBeDefined()
  await userEvent.click(screen.getByText('Tax onboarding 2026'))
  expect(await screen.findByText('No sections found in this workform.')).toBeDefined()
})

it('explains why the list is empty', async () => {
  serve(() => page([]))
  const view = show(<SubmissionsPage search={{}} onSearch={() => undefined} />)
  expect(await screen.findByText('No submissions found')).toBeDefined()
  expect(screen.getByText('Client form submissions will appear here.')).toBeDefined()
  view.rerender(<SubmissionsPage search={{ filter: 'approved' }} onSearch={() => undefined} />)
  expect(await screen.findByText('Try adjusting your search or filter criteria.')).toBeDefined()
})

it('changes the URL and queries the server when searching or filtering', async () => {
  const sent = serve(() => page())
  const onSearch = vi.fn()
  const view = show(<SubmissionsPage search={{}} onSearch={onSearch} />)
  await userEvent.type(screen.getByPlaceholderText('Search by client...'), 'jane')
  await waitFor(() => expect(onSearch).toHaveBeenLastCalledWith({ q: 'jane' }))
  await userEvent.click(screen.getByRole('button', { name: 'Rejected' }))
  expect(onSearch).toHaveBeenLastCalledWith({ filter: 'rejected' })
  view.rerender(<SubmissionsPage search={{ q: 'jane', filter: 'rejected' }} onSearch={onSearch} />)
  await waitFor(() => expect(sent.at(-1)?.query).toEqual({ q: 'jane', filter: 'rejected' }))
  expect(screen.getByRole('button', { name: 'Rejected' }).getAttribute('aria-pressed')).toBe('true')
  await userEvent.click(screen.getByRole('button', { name: 'All' }))
  expect(onSearch).toHaveBeenLastCalledWith({ q: 'jane' })
})

it('opens the card of one client and workform, with a chip that clears the filter', async () => {
  serve(() => page())
  const onSearch = vi.fn()
  const { workform_id: workform, client_id: client } = card()
  show(<SubmissionsPage search={{ filter: 'pending', workform, client }} onSearch={onSearch} />)
  expect(await screen.findByText('Only Tax onboarding 2026 · Jane Miller')).toBeDefined()
  expect(screen.getByText('Business details')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Clear filter' }))
  expect(onSearch).toHaveBeenCalledWith({ filter: 'pending' })
})

it('says which sections a chart counts, and how many there are in all pages', async () => {
  const bank = section({ assignment_id: uuid(2), section_name: 'Bank', status: 'pending' })
  const first = card({ sections: [section(), bank], counted: [uuid(1)] })
  const second = card({ client_id: uuid(21), counted: [uuid(1)], workform_description: null })
  serve(({ query }) => (query['cursor'] ? page([second]) : page([first], 'key-2')))
  const search = { only: 'on_time', month: '2026-11' } as const
  show(<SubmissionsPage search={search} onSearch={() => undefined} />)
  const all = 'Submitted on time: Business details'
  expect(await screen.findByText(`${all} (1 of 2 sections)`)).toBeDefined()
  expect(screen.getByText('Only submitted on time · due in November 2026')).toBeDefined()
  await userEvent.click(await screen.findByRole('button', { name: 'Load more' }))
  expect(await screen.findByText('Only submitted on time · due in November 2026 · 2 sections')).toBeDefined()
  expect(screen.getByText(all)).toBeDefined()
  expect(describeCounted(first, { only: 'approved', month: '2026-11' })).toMatch(/^Approved in November 2026: Business/)
  // It stays after a change of the card.
  const changed = { ...bank, status: 'pending_review' as const, version: 4 }
  serve(() => page([card({ sections: [section(), changed] })]))
  refreshCard({ ids: { workform_id: first.workform_id, client_id: first.client_id } })
  expect(await screen.findByText('2 to review')).toBeDefined()
  expect(screen.getByText(`${all} (1 of 2 sections)`)).toBeDefined()
})

it('loads the next page by cursor', async () => {
  const sent = serve(({ query }) =>
    query['cursor']
      ? page([card({ client_id: card().workform_id, client_name: 'Second Client' })])
      : page([card()], 'key-2'),
  )
  show(<SubmissionsPage search={{}} onSearch={() => undefined} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Load more' }))
  expect(await screen.findByText('Second Client')).toBeDefined()
  expect(screen.getByText('Jane Miller')).toBeDefined()
  expect(sent.at(-1)?.query['cursor']).toBe('key-2')
})

it('toasts an error and offers another try when the list cannot be loaded', async () => {
  let broken = true
  serve(() => (broken ? problem(403, 'forbidden', 'Access Denied', 'You do not have access to this.') : page()))
  show(<SubmissionsPage search={{}} onSearch={() => undefined} />)
  expect(await screen.findByText('Form submissions could not be loaded')).toBeDefined()
  expect(toasts.error).toHaveBeenCalledExactlyOnceWith('Error loading submissions', 'Please try again later.')
  broken = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Tax onboarding 2026')).toBeDefined()
})

it('shows a submission without a reload by fetching only its card', async () => {
  let cards = [card({ sections: [section({ status: 'pending', answers: {}, version: 2 })] })]
  const sent = serve(() => page(cards))
  const { workform_id, client_id } = card()
  show(<SubmissionsPage search={{ workform: workform_id, client: client_id }} onSearch={() => undefined} />)
  await screen.findByText('Business details')
  expect(screen.queryByText('Bluebird Bakery')).toBeNull()
  cards = [card()]
  refreshCard({ ids: { workform_id, client_id } })
  expect(await screen.findByText('Bluebird Bakery')).toBeDefined()
  expect(screen.getByText('1 to review')).toBeDefined()
  expect(sent.at(-1)?.query).toEqual({ workform: workform_id, client: client_id })
  expect(sent).toHaveLength(2)
})

it('moves a card to where a reload shows it when the client sends something, but not during a review', async () => {
  const [first, second] = [card(), card({ client_id: uuid(21), client_name: 'Zoe Adams', workform_name: 'Payroll' })]
  let all = [first, second]
  serve(({ query }) => page(query['client'] ? all.filter((c) => c.client_id === query['client']) : all))
  show(<SubmissionsPage search={{}} onSearch={() => undefined} />)
  const order = () => screen.getAllByRole('heading', { level: 2 }).map((h) => h.textContent)
  await screen.findByText('Payroll')
  const send = (of: typeof first, at: string): void => {
    const sent = { ...of, sections: [section({ submitted_at: at, version: 4 + all.length })] }
    all = [sent, ...all.filter((c) => c.client_id !== of.client_id)]
    refreshCard({ ids: { workform_id: of.workform_id, client_id: of.client_id } })
  }
  send(second, '2026-03-02T10:00:00.000Z')
  await waitFor(() => expect(order()).toEqual(['Payroll', 'Tax onboarding 2026']))
  screen.getByText('Payroll').closest('summary')?.focus()
  send({ ...first, workform_name: 'Renamed' }, '2026-03-03T10:00:00.000Z')
  await screen.findByText('Renamed')
  expect(order()).toEqual(['Payroll', 'Renamed'])
  // By mouse or touch, what is read need not have the focus.
  await userEvent.click(screen.getByText('Payroll'))
  ;(document.activeElement as HTMLElement | null)?.blur()
  send({ ...first, workform_name: 'Again' }, '2026-03-04T10:00:00.000Z')
  await screen.findByText('Again')
  expect(order()).toEqual(['Payroll', 'Again'])
})

it('removes a card that no longer matches the filter and adds a new one', async () => {
  let cards = [card()]
  serve(() => page(cards))
  const { workform_id, client_id } = card()
  show(<SubmissionsPage search={{ filter: 'pending' }} onSearch={() => undefined} />)
  await screen.findByText('Tax onboarding 2026')
  cards = [card({ sections: [section({ status: 'approved' })] })]
  refreshCard({ ids: { workform_id, client_id } })
  expect(await screen.findByText('No submissions found')).toBeDefined()
  cards = [card()]
  refreshCard({ ids: { workform_id, client_id } })
  expect(await screen.findByText('Tax onboarding 2026')).toBeDefined()
})

it('says how long a submission is overdue and has waited, in words', async () => {
  const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString()
  const overdue = { due_date: daysAgo(3).slice(0, 10), open_due_date: daysAgo(3).slice(0, 10) }
  serve(() => page([card({ ...overdue, waiting_since: daysAgo(2) })]))
  show(<SubmissionsPage search={{}} onSearch={() => undefined} />)
  expect(await screen.findByText('3 days overdue')).toBeDefined()
  expect(screen.getByText('1 to review · 2 days')).toBeDefined()
})

it('shows the date that it sorts by, and none for what clients have finished', async () => {
  const due = (workform_name: string, due_date: string, open_due_date: string | null) =>
    card({ workform_name, workform_id: uuid(Number(due_date.slice(-2))), due_date, open_due_date })
  serve(() => page([due('Partly done', '2026-03-01', '2026-03-20'), due('Done', '2026-03-05', null)]))
  const view = show(<SubmissionsPage search={{ sort: 'due' }} onSearch={() => undefined} />)
  await screen.findByText('Partly done')
  expect(screen.getAllByText(/^Due:/).map((badge) => badge.textContent)).toEqual(['Due: Mar 20'])
  view.unmount()
  show(<SubmissionsPage search={{}} onSearch={() => undefined} />)
  await screen.findByText('Partly done')
  expect(screen.getAllByText(/^Due:/).map((badge) => badge.textContent)).toEqual(['Due: Mar 20', 'Due: Mar 5'])
})

it('sorts and groups by the server, and saves the choice with the filter', async () => {
  const sent = serve(({ method }) => (method === 'PUT' ? { ok: true } : { items: [], next: null }))
  const onSearch = vi.fn()
  const search = { q: 'jane', filter: 'pending' } as const
  const view = show(<SubmissionsPage search={search} onSearch={onSearch} />)
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort' }), 'Longest waiting')
  expect(onSearch).toHaveBeenLastCalledWith({ ...search, sort: 'waiting' })
  const saved = () => sent.filter((s) => s.method === 'PUT').map((s) => s.body)
  await waitFor(() => expect(saved()).toEqual([{ list: 'submissions', view: { filter: 'pending', sort: 'waiting' } }]))
  view.rerender(<SubmissionsPage search={{ ...search, sort: 'waiting' }} onSearch={onSearch} />)
  await waitFor(() => expect(sent.at(-1)?.query).toEqual({ q: 'jane', filter: 'pending', sort: 'waiting' }))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Group' }), 'By workform')
  expect(onSearch).toHaveBeenLastCalledWith({ ...search, sort: 'waiting', group: 'workform' })
})

it('shows groups with their counts, and loads a group when it is opened', async () => {
  const groups = [
    { id: uuid(20), name: 'Jane Miller', count: 25, more: false },
    { id: uuid(21), name: 'Zoe Adams', count: 500, more: true },
  ]
  const sent = serve(({ path }) => (path.endsWith('/groups') ? { items: groups, next: null } : page()))
  show(<SubmissionsPage search={{ group: 'client', sort: 'due' }} onSearch={() => undefined} />)
  expect(await screen.findByRole('heading', { level: 2, name: 'Jane Miller' })).toBeDefined()
  expect(screen.getByText('25 submissions')).toBeDefined()
  expect(screen.getByText('More than 500 submissions')).toBeDefined()
  // The first group is open.
  expect(await screen.findByRole('heading', { level: 3, name: 'Tax onboarding 2026' })).toBeDefined()
  const lists = () => sent.filter((s) => s.path === '/api/submissions').map((s) => s.query)
  expect(lists()).toEqual([{ q: '', filter: 'all', sort: 'due', client: uuid(20) }])
  await userEvent.click(screen.getByText('Zoe Adams'))
  await waitFor(() => expect(lists().at(-1)).toMatchObject({ client: uuid(21) }))
  await userEvent.click(screen.getByText('Jane Miller', { selector: '[role=heading]' }))
  await waitFor(() => expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(1))
})
