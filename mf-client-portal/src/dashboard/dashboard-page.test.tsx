import type { PortalSectionDetail, PortalWorkform } from '@portal/contract/client-portal'
import type { SectionStatus } from '@portal/contract/statuses'
import { commentsHash } from '@portal/kit/features/comments/comments-hash'
import { problem, serve } from '@portal/kit/testing/serve'
import { queryClient } from '@portal/sdk'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ownerOf } from '../draft/local-drafts.ts'
import { detail, SECTION_ID, show, signInClient, workform } from '../testing/fixtures.tsx'
import { DashboardPage } from './dashboard-page.tsx'
import { applyEvent } from './live.ts'
import { workformsQuery } from './queries.ts'
import type { DashboardSearch } from './search.ts'

const complaints = vi.spyOn(console, 'error')

beforeEach(() => {
  complaints.mockClear()
  localStorage.clear()
  window.location.hash = ''
  signInClient()
})
afterEach(() => {
  // React reports forbidden updates during rendering here.
  expect(complaints.mock.calls).toEqual([])
  queryClient.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function portal(first: PortalWorkform[]) {
  const state = { items: first, detail: detail() }
  const sent = serve(({ method, path }) => {
    if (method === 'POST') {
      state.items = [withStatus('pending_review')]
      return [200, { assignment_id: SECTION_ID, status: 'pending_review', version: 4 }]
    }
    if (method === 'PUT') return [200, { draft_version: 1, saved_at: '2026-03-01T10:00:00.000Z' }]
    if (path.endsWith('/comments')) return [200, { thread_id: 'thread', client_id: 'client', items: [], unread: [] }]
    return path.endsWith('/workforms') ? [200, { items: state.items, is_archived: false }] : [200, state.detail]
  })
  return { state, sent }
}
const withStatus = (...statuses: SectionStatus[]): PortalWorkform => {
  const [section] = workform().sections
  if (!section) throw new Error('no section')
  return workform({
    sections: statuses.map((status, i) => ({
      ...section,
      assignment_id: `${SECTION_ID.slice(0, -1)}${i + 1}`,
      name: `Part ${i + 1}`,
      status,
    })),
  })
}
/** Renders the page with its own search parameters. */
function Dashboard({
  first,
  onSearch,
}: {
  first: DashboardSearch
  onSearch: (search: DashboardSearch, step?: boolean) => void
}) {
  const [search, setSearch] = useState(first)
  const goTo = (next: DashboardSearch, step?: boolean): void => {
    onSearch(next, step)
    setSearch(next)
  }
  return <DashboardPage search={search} onSearch={goTo} />
}
const dashboard = (
  first: DashboardSearch = {},
  onSearch: (search: DashboardSearch, step?: boolean) => void = () => undefined,
) => <Dashboard key={JSON.stringify(first)} first={first} onSearch={onSearch} />
const openCard = async () => userEvent.click(await screen.findByText('Tax onboarding 2026'))

it('lists what to fill in', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-02T12:00:00Z') })
  portal([withStatus('approved', 'pending', 'pending_review')])
  show(dashboard())
  expect(screen.getByRole('tab', { name: 'Workforms' })).toBeDefined()
  expect(await screen.findByText('Tax onboarding 2026')).toBeDefined()
  expect(screen.getByText('What we need for your return')).toBeDefined()
  expect(
    screen.getByText(
      `Due: ${new Intl.DateTimeFormat(undefined, { timeZone: 'UTC' }).format(new Date('2026-03-05T12:00:00Z'))}`,
    ),
  ).toBeDefined()
  expect(screen.getByText('in 3 days')).toBeDefined()
  expect(screen.getByText('67% done')).toBeDefined()
})

it('shows on the closed card how many sections were rejected', async () => {
  const { state } = portal([withStatus('rejected', 'approved')])
  show(dashboard())
  expect(await screen.findByText('1 section rejected')).toBeDefined()
  expect(screen.queryByText('Part 1')).toBeNull()
  state.items = [withStatus('rejected', 'rejected')]
  await queryClient.invalidateQueries()
  expect(await screen.findByText('2 sections rejected')).toBeDefined()
  state.items = [withStatus('pending_review', 'approved')]
  await queryClient.invalidateQueries()
  await waitFor(() => expect(screen.queryByText(/rejected$/)).toBeNull())
})

it('shows how late an unfinished workform is', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-07T12:00:00Z') })
  portal([withStatus('pending'), { ...withStatus('approved'), workform_id: 'b', name: 'Second' }])
  show(dashboard())
  await screen.findByText('Second')
  expect(screen.getAllByText('2 days late')).toHaveLength(1)
})

it('explains why a list is empty', async () => {
  const { state } = portal([])
  const view = show(dashboard())
  expect(await screen.findByText('No workforms assigned yet.')).toBeDefined()
  state.items = [withStatus('pending')]
  await queryClient.invalidateQueries()
  await screen.findByText('Tax onboarding 2026')
  view.rerender(dashboard({ filter: 'approved' }))
  expect(screen.getByText('No workforms match the selected status filter.')).toBeDefined()
})

it.each<[SectionStatus[], boolean, boolean, boolean]>([
  [['pending'], true, false, false],
  [['pending_review'], true, false, false],
  [['approved', 'rejected'], true, false, true],
  [['approved', 'approved'], false, true, false],
])(
  'a workform whose sections are %j passes pending: %s, approved: %s, rejected: %s',
  async (statuses, pending, approved, rejected) => {
    portal([withStatus(...statuses)])
    const view = show(dashboard())
    await screen.findByText('Tax onboarding 2026')
    for (const [filter, passes] of [
      ['pending', pending],
      ['approved', approved],
      ['rejected', rejected],
    ] as const) {
      view.rerender(dashboard({ filter }))
      expect(screen.queryByText('Tax onboarding 2026') !== null).toBe(passes)
    }
  },
)

it('changes the URL when a filter is pressed', async () => {
  portal([withStatus('pending')])
  const onSearch = vi.fn()
  show(dashboard({ filter: 'approved' }, onSearch))
  await userEvent.click(screen.getByRole('button', { name: 'Rejected' }))
  expect(onSearch).toHaveBeenLastCalledWith({ filter: 'rejected' }, undefined)
  await userEvent.click(screen.getByRole('button', { name: 'All' }))
  expect(onSearch).toHaveBeenLastCalledWith({}, undefined)
})

it.each(['pending_review', 'submitted', 'approved'] as const)(
  'a section that is %s cannot be opened',
  async (status) => {
    const { sent } = portal([withStatus(status)])
    show(dashboard())
    await openCard()
    await userEvent.click(await screen.findByText('Part 1'))
    expect(sent.every((s) => s.path.endsWith('/workforms'))).toBe(true)
    expect(screen.queryByRole('button', { name: 'Submit Section' })).toBeNull()
    expect(screen.getByText(status === 'approved' ? 'approved' : 'Pending Review')).toBeDefined()
    // The reason is announced once.
    const summary = screen.getByText('Part 1').closest('summary')
    expect(summary?.title).toBe('')
    expect(summary?.textContent?.match(/Your bookkeeper/g)).toHaveLength(1)
  },
)

describe('a section that was sent', () => {
  const sent = async (search: DashboardSearch = {}) => {
    const answers = { name: 'Bluebird' }
    const non_answers = { bank: { reason: 'dont_have', note: 'Lost' } } as const
    const whole = withStatus('pending_review')
    const items = [{ ...whole, sections: whole.sections.map((s) => ({ ...s, comments: 2, new_comments: 1 })) }]
    const { state, sent: requests } = portal(items)
    state.detail = detail({ status: 'pending_review', answers, non_answers, sent_back: { answers, non_answers: {} } })
    show(dashboard(search))
    if (!search.section) await openCard()
    const toggle = await screen.findByRole('button', { name: 'Show what you sent for Part 1' })
    return { state, requests, toggle }
  }
  /** Sends the section back, live. */
  const sendBack = (state: { items: PortalWorkform[]; detail: PortalSectionDetail }) => {
    const to_fix = [{ field_id: 'name', question: 'Company name', flag: { reason: 'incomplete', note: null } }] as const
    const whole = withStatus('rejected')
    state.items = [{ ...whole, sections: whole.sections.map((s) => ({ ...s, to_fix: [...to_fix] })) }]
    state.detail = { ...state.detail, status: 'rejected', version: 4, to_fix: [...to_fix] }
    act(() => applyEvent({ type: 'section.changed', ids: { assignment_id: SECTION_ID, status: 'rejected' } }))
  }

  it('shows the answers with their comments on request', async () => {
    const { requests, toggle } = await sent()
    expect(screen.getByText('2 comments')).toBeDefined()
    expect(screen.getByText('1 new')).toBeDefined()
    expect(requests.every((s) => s.path.endsWith('/workforms'))).toBe(true)
    await userEvent.click(toggle)
    expect((await screen.findByText('Company name')).nextElementSibling?.textContent).toContain('Bluebird')
    expect(screen.getByText("I don't have it: Lost")).toBeDefined()
    expect(screen.getByText('Not provided')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Comment on Company name' })).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Hide what you sent for Part 1' }))
    expect(screen.queryByText('Company name')).toBeNull()
  })

  it('is shown by a link to a comment, also when the list was outdated', async () => {
    window.location.hash = commentsHash(SECTION_ID, 'name')
    const { state } = portal([withStatus('pending_review')])
    state.detail = detail({ status: 'pending_review', answers: { name: 'Bluebird' } })
    // From an earlier visit.
    queryClient.setQueryData(
      workformsQuery.queryKey,
      { items: [withStatus('pending')], is_archived: false },
      { updatedAt: 1 },
    )
    show(dashboard({ section: SECTION_ID }))
    expect(await screen.findByRole('button', { name: 'Hide what you sent for Part 1' })).toBeDefined()
    expect(await screen.findByRole('textbox', { name: 'Comment on Company name' })).toBeDefined()
  })

  it('opens its form when it is sent back, but not while the client is typing', async () => {
    const { state, toggle } = await sent({ section: SECTION_ID })
    await userEvent.click(toggle)
    await userEvent.click(await screen.findByRole('button', { name: 'Comment on Company name' }))
    const box = await screen.findByRole('textbox', { name: 'Comment on Company name' })
    await waitFor(() => expect(document.activeElement).toBe(box))
    await userEvent.keyboard('With the ')
    sendBack(state)
    await screen.findByRole('heading', { name: '1 thing to fix' })
    await userEvent.keyboard('branch?')
    expect(document.activeElement).toBe(box)
    expect(box).toHaveProperty('value', 'With the branch?')
    expect(screen.queryByRole('button', { name: 'Submit Section' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Fix now' }))
    expect(await screen.findByRole('button', { name: 'Submit Section' })).toBeDefined()
    expect(screen.queryByRole('button', { name: /what you sent/ })).toBeNull()
  })

  it('opens its form when it is sent back while the client only looks at it', async () => {
    const { state } = await sent({ section: SECTION_ID })
    sendBack(state)
    expect(await screen.findByRole('button', { name: 'Submit Section' })).toBeDefined()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/Company name/)))
  })
})

it('shows the reason of a rejected section, says that its answers were removed, and opens it', async () => {
  const rejected = withStatus('rejected')
  portal([
    {
      ...rejected,
      sections: rejected.sections.map((s) => ({ ...s, rejection_reason: 'The second page is missing.' })),
    },
  ])
  show(dashboard())
  await openCard()
  expect(await screen.findByText(/The second page is missing\./)).toBeDefined()
  expect(screen.getByText('Your answers were removed. Please fill in this section again.')).toBeDefined()
  await userEvent.click(screen.getByText('Part 1'))
  expect(await screen.findByRole('button', { name: 'Submit Section' })).toBeDefined()
})

it('shows a new status before refetching, and closes an open form when its section is locked', async () => {
  const { state } = portal([withStatus('pending')])
  show(dashboard())
  await openCard()
  await userEvent.click(await screen.findByText('Part 1'))
  await screen.findByRole('button', { name: 'Submit Section' })
  state.items = [withStatus('approved')]
  applyEvent({ type: 'section.changed', ids: { assignment_id: SECTION_ID, status: 'approved' } })
  expect(await screen.findByText('approved')).toBeDefined()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Submit Section' })).toBeNull())
  expect(screen.getByText('100% done')).toBeDefined()
})

it('opens the first section to fill in when a link says to begin, and only then', async () => {
  const { state } = portal([withStatus('approved', 'pending', 'rejected')])
  const onSearch = vi.fn()
  show(dashboard({ begin: true }, onSearch))
  expect(await screen.findByRole('button', { name: 'Submit Section' })).toBeDefined()
  expect(onSearch.mock.calls).toEqual([[{ section: `${SECTION_ID.slice(0, -1)}3` }, undefined]])
  cleanup()
  queryClient.clear()
  state.items = []
  show(dashboard({ begin: true }, onSearch))
  await waitFor(() => expect(onSearch).toHaveBeenLastCalledWith({}, undefined))
})

it('asks for a day before it saves a promise, and says when the workform is due', async () => {
  const commitment = { day: null, is_missed: false, last_day: '2099-03-05' }
  const { sent } = portal([workform({ due_date: '2099-03-05', commitment })])
  show(dashboard({ promise: workform().workform_id }))
  const day = await screen.findByLabelText(/^Send it by/)
  expect(screen.getByText(/^It is due on Thu, Mar 5/)).toBeDefined()
  fireEvent.change(day, { target: { value: '' } })
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByText('Please choose a day.')).toBeDefined()
  fireEvent.change(day, { target: { value: '2099-03-04' } })
  expect(screen.queryByText('Please choose a day.')).toBeNull()
  expect(sent.some(({ method }) => method === 'PUT')).toBe(false)
})

it('locks, confirms and focuses a section after it was submitted', async () => {
  const { state } = portal([withStatus('pending', 'approved', 'rejected', 'pending')])
  state.detail = detail({ fields: detail().fields.slice(0, 1), answers: { name: 'Bluebird' }, draft_version: 1 })
  show(dashboard({ filter: 'rejected', section: SECTION_ID }))
  await userEvent.click(await screen.findByRole('button', { name: 'Submit Section' }))
  expect(screen.getByText(/You can take it back until your bookkeeper opens it\.$/)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
  const panel = await screen.findByRole('group', { name: 'Part 1 was sent' })
  await waitFor(() => expect(document.activeElement).toBe(panel))
  expect(screen.queryByRole('dialog')).toBeNull()
  // After a refetch everything is submitted and no longer matches the filter, but stays visible.
  expect(await screen.findByText('All done')).toBeDefined()
  expect(screen.getByText('100% done')).toBeDefined()
  expect(screen.getByRole('group', { name: 'Part 1 was sent' })).toBeDefined()
})

it('names a workform that is withdrawn while it is filled in, and keeps the answers for copying', async () => {
  const { state } = portal([withStatus('pending')])
  show(dashboard({ section: SECTION_ID }))
  await userEvent.type(await screen.findByLabelText(/Company name/), 'Bluebird Bakery')
  state.items = []
  act(() => applyEvent({ type: 'assignment.changed', ids: { workform_id: workform().workform_id } }))
  const notice = await screen.findByRole('alert')
  expect(notice.textContent).toContain('“Tax onboarding 2026” was withdrawn')
  expect(notice.textContent).toContain('Company nameBluebird Bakery')
  expect(document.activeElement).toBe(notice)
  expect(screen.getByText('No workforms assigned yet.')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

it('names a section that is removed while it is filled in, and keeps another open one', async () => {
  const { state } = portal([withStatus('pending', 'pending')])
  show(dashboard({ section: SECTION_ID }))
  await screen.findByLabelText(/Company name/)
  const [whole] = state.items
  state.items = whole ? [{ ...whole, sections: whole.sections.slice(1) }] : []
  act(() => applyEvent({ type: 'assignment.changed', ids: {} }))
  expect((await screen.findByRole('alert')).textContent).toContain('“Part 1” was removed from “Tax onboarding 2026”')
})

it('removes the confirmation once the section is approved', async () => {
  const { state } = portal([withStatus('pending')])
  state.detail = detail({ fields: detail().fields.slice(0, 1), answers: { name: 'Bluebird' }, draft_version: 1 })
  show(dashboard({ section: SECTION_ID }))
  await userEvent.click(await screen.findByRole('button', { name: 'Submit Section' }))
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
  await screen.findByText('Thank you, this is on its way.')
  state.items = [withStatus('approved')]
  act(() => applyEvent({ type: 'section.changed', ids: { assignment_id: SECTION_ID, status: 'approved' } }))
  await waitFor(() => expect(screen.queryByText('Thank you, this is on its way.')).toBeNull())
})

it('offers the next section: rejected ones first, then in order', async () => {
  portal([withStatus('approved', 'pending', 'rejected')])
  const onSearch = vi.fn()
  show(dashboard({}, onSearch))
  await userEvent.click(await screen.findByRole('button', { name: 'Continue: Part 3' }))
  const section = `${SECTION_ID.slice(0, -1)}3`
  expect(onSearch).toHaveBeenLastCalledWith({ section }, true)
  expect(await screen.findByRole('button', { name: 'Submit Section' })).toBeDefined()
  // The first open field has the focus.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/Company name/)))
  expect(document.activeElement?.closest('details details')?.textContent).toContain('Part 3')
  // To the other open section, and back.
  await userEvent.click(screen.getByRole('button', { name: 'Previous: Part 2' }))
  await waitFor(() => expect(document.activeElement?.closest('details details')?.textContent).toContain('Part 2'))
  expect(screen.getAllByRole('button', { name: 'Submit Section' })).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Next: Part 3' })).toBeDefined()
})

it('opens the section in the URL whatever the filter', async () => {
  portal([withStatus('pending')])
  show(dashboard({ filter: 'approved', section: SECTION_ID }))
  expect(await screen.findByRole('button', { name: 'Submit Section' })).toBeDefined()
  await userEvent.click(screen.getByText('Part 1'))
  expect(screen.getByText('No workforms match the selected status filter.')).toBeDefined()
})

it.each<[SectionStatus[], string]>([
  [['pending_review', 'approved'], 'Everything is with your bookkeeper for review.'],
  [['approved', 'approved'], 'Everything you sent has been approved.'],
])('says that everything is done when all sections are %j', async (statuses, text) => {
  portal([withStatus(...statuses)])
  show(dashboard())
  expect(await screen.findByText('All done')).toBeDefined()
  expect(screen.getByText(text, { exact: false })).toBeDefined()
  expect(screen.queryByRole('button', { name: /Continue/ })).toBeNull()
})

it('lists the most urgent workform first, and keeps its place when it is finished', async () => {
  const later = { ...withStatus('pending'), workform_id: 'b', name: 'Later', due_date: '2026-04-01' }
  const never = { ...withStatus('pending'), workform_id: 'c', name: 'Whenever', due_date: null }
  const finished = { ...withStatus('approved'), workform_id: 'd', name: 'Finished', due_date: '2026-01-01' }
  const { state } = portal([finished, never, later, withStatus('pending')])
  show(dashboard())
  const order = () => screen.getAllByRole('heading', { level: 2 }).map((h) => h.textContent)
  await screen.findByText('Later')
  expect(order()).toEqual(['Tax onboarding 2026', 'Later', 'Whenever', 'Finished'])
  state.items = [finished, never, later, withStatus('approved')]
  await queryClient.invalidateQueries()
  await waitFor(() => expect(screen.getAllByText('100% done')).toHaveLength(2))
  expect(order()).toEqual(['Tax onboarding 2026', 'Later', 'Whenever', 'Finished'])
})

it('places a workform that arrives, or gets another due date, where a reload shows it', async () => {
  const soon = { ...withStatus('pending'), workform_id: 'a', name: 'Soon', due_date: '2026-03-10' }
  const later = { ...withStatus('pending'), workform_id: 'b', name: 'Later', due_date: '2026-04-01' }
  const between = { ...withStatus('pending'), workform_id: 'c', name: 'Between', due_date: '2026-03-20' }
  const { state } = portal([later, soon])
  const view = show(dashboard())
  const order = () => screen.getAllByRole('heading', { level: 2 }).map((h) => h.textContent)
  await screen.findByText('Later')
  state.items = [between, later, soon]
  await queryClient.invalidateQueries()
  await screen.findByText('Between')
  const live = order()
  expect(live).toEqual(['Soon', 'Between', 'Later'])
  view.rerender(<div key="reload">{dashboard()}</div>)
  expect(order()).toEqual(live)
  state.items = [between, { ...later, due_date: '2026-03-01' }, soon]
  await queryClient.invalidateQueries()
  await waitFor(() => expect(order()).toEqual(['Later', 'Soon', 'Between']))
})

it('saves drafts of an earlier visit without opening anything', async () => {
  const user = JSON.parse(localStorage.getItem('portal.session') ?? '{}') as { user: { client_id: string } }
  const key = `portal.draft.${user.user.client_id}.${SECTION_ID}`
  const at = Date.now() - 60_000
  localStorage.setItem(key, JSON.stringify({ answers: { name: 'Bluebird' }, base: {}, base_version: 0, at }))
  const { sent } = portal([withStatus('pending')])
  show(dashboard())
  await waitFor(() =>
    expect(sent.find((s) => s.method === 'PUT')?.body).toEqual({
      answers: { name: 'Bluebird' },
      non_answers: {},
      base_version: 0,
    }),
  )
  await waitFor(() => expect(localStorage.getItem(key)).toBeNull())
})

it('keeps a draft for another bookkeeper until that one is chosen again', async () => {
  const key = `portal.draft.${ownerOf({ id: 'user', client_id: 'another-record' })}.${SECTION_ID}`
  const left = JSON.stringify({ answers: { name: 'Bluebird' }, base: {}, base_version: 0, at: 1 })
  localStorage.setItem(key, left)
  const { sent } = portal([withStatus('pending')])
  show(dashboard())
  await openCard()
  await userEvent.click(await screen.findByText('Part 1'))
  await screen.findByRole('button', { name: 'Submit Section' })
  expect(sent.some((s) => s.method === 'PUT')).toBe(false)
  expect(localStorage.getItem(key)).toBe(left)
})

it('says that a section in a link is archived, and that its answers are kept', async () => {
  const message = 'Your bookkeeper has archived this workform.'
  serve(({ path }) =>
    path.endsWith('/workforms')
      ? [200, { items: [], is_archived: false }]
      : problem(409, 'archived', 'Archived', message),
  )
  show(dashboard({ section: SECTION_ID }))
  expect(await screen.findByText(message)).toBeDefined()
  expect(screen.getByText('No workforms assigned yet.')).toBeDefined()
})

it('says that the section of a link was withdrawn', async () => {
  serve(({ path }) =>
    path.endsWith('/workforms')
      ? [200, { items: [withStatus('pending')], is_archived: false }]
      : problem(404, 'not_found', 'Not found', 'This does not exist.'),
  )
  show(dashboard({ section: SECTION_ID.replace(/.$/, '9') }))
  expect(await screen.findByText(/^This section is not in your list\./)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Continue: Part 1' })).toBeDefined()
})

it.each<[SectionStatus, string]>([
  ['pending_review', 'You have already sent this section.'],
  ['approved', 'This section is already approved.'],
])('says that the section of a link is %s, and offers the next one or the dashboard', async (status, title) => {
  portal([withStatus(status, 'pending')])
  const onSearch = vi.fn()
  show(dashboard({ section: SECTION_ID }, onSearch))
  const panel = await screen.findByRole('group', { name: /^Part 1 was/ })
  expect(document.activeElement).toBe(panel)
  expect(panel.textContent).toContain(title)
  expect(panel.textContent).not.toContain('Thank you')
  await userEvent.click(screen.getByRole('button', { name: 'Back to the dashboard' }))
  expect(onSearch).toHaveBeenLastCalledWith({}, undefined)
  expect(screen.queryByRole('group', { name: /^Part 1 was/ })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
})

it('says that all is done in place of the next section, once', async () => {
  portal([withStatus('pending_review')])
  show(dashboard({ section: SECTION_ID }))
  const panel = await screen.findByRole('group', { name: 'Part 1 was sent' })
  expect(panel.textContent).toContain('All doneEverything is with your bookkeeper for review.')
  expect(screen.getAllByText('All done')).toHaveLength(1)
})

it('offers a section of the most urgent other workform when one is finished', async () => {
  const other = (id: string, due_date: string | null, name: string): PortalWorkform => ({
    ...withStatus('pending'),
    workform_id: id,
    due_date,
    sections: withStatus('pending').sections.map((s) => ({ ...s, assignment_id: SECTION_ID.replace(/.$/, id), name })),
  })
  portal([withStatus('pending_review'), other('8', null, 'Whenever'), other('9', '2026-03-05', 'Employees')])
  show(dashboard({ section: SECTION_ID }))
  await userEvent.click(await screen.findByRole('button', { name: 'Next: Employees' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/Company name/)))
})

it('tells an archived client that there is nothing to do', async () => {
  serve(() => [200, { items: [], is_archived: true }])
  show(dashboard())
  expect(await screen.findByText('There is nothing to do')).toBeDefined()
  expect(screen.queryByText('No workforms assigned yet.')).toBeNull()
})
