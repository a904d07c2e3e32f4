import type { PortalWorkform } from '@portal/contract/portal'
import type { SectionStatus } from '@portal/contract/statuses'
import { serve } from '@portal/kit/testing/serve'
import { queryClient } from '@portal/sdk'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ownerOf } from '../draft/local-drafts.ts'
import { detail, SECTION_ID, show, signInClient, workform } from '../testing/fixtures.tsx'
import { DashboardPage } from './dashboard-page.tsx'
import { applyEvent } from './live.ts'
import type { DashboardSearch } from './search.ts'

const complaints = vi.spyOn(console, 'error')

beforeEach(() => {
  complaints.mockClear()
  localStorage.clear()
  signInClient()
})
afterEach(() => {
  // React says there what is done while it renders and must not be.
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
    return path.endsWith('/workforms') ? [200, { items: state.items }] : [200, state.detail]
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
/** The page with an address of its own. */
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

test('greets by name and shows what there is to fill in', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-02T12:00:00Z') })
  portal([withStatus('approved', 'pending', 'pending_review')])
  show(dashboard())
  expect(screen.getByRole('heading', { name: 'Hi Jane Miller' })).toBeDefined()
  expect(screen.getByText('Here are your documents to fill')).toBeDefined()
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

test('a late workform says by how much, a finished one does not', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-07T12:00:00Z') })
  portal([withStatus('pending'), { ...withStatus('approved'), workform_id: 'b', name: 'Second' }])
  show(dashboard())
  await screen.findByText('Second')
  expect(screen.getAllByText('2 days late')).toHaveLength(1)
})

test('empty lists say why', async () => {
  const { state } = portal([])
  const view = show(dashboard())
  expect(await screen.findByText('No workforms assigned yet.')).toBeDefined()
  state.items = [withStatus('pending')]
  await queryClient.invalidateQueries()
  await screen.findByText('Tax onboarding 2026')
  view.rerender(dashboard({ filter: 'approved' }))
  expect(screen.getByText('No workforms match the selected status filter.')).toBeDefined()
})

test.each<[SectionStatus[], boolean, boolean, boolean]>([
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

test('the filter buttons change the address', async () => {
  portal([withStatus('pending')])
  const onSearch = vi.fn()
  show(dashboard({ filter: 'approved' }, onSearch))
  await userEvent.click(screen.getByRole('button', { name: 'Rejected' }))
  expect(onSearch).toHaveBeenLastCalledWith({ filter: 'rejected' }, undefined)
  await userEvent.click(screen.getByRole('button', { name: 'All' }))
  expect(onSearch).toHaveBeenLastCalledWith({}, undefined)
})

test.each(['pending_review', 'submitted', 'approved'] as const)(
  'a section that is %s cannot be opened',
  async (status) => {
    const { sent } = portal([withStatus(status)])
    show(dashboard())
    await openCard()
    await userEvent.click(await screen.findByText('Part 1'))
    expect(sent.every((s) => s.path.endsWith('/workforms'))).toBe(true)
    expect(screen.queryByRole('button', { name: 'Submit Section' })).toBeNull()
    expect(screen.getByText(status === 'approved' ? 'approved' : 'Pending Review')).toBeDefined()
    // Why it is locked is read once.
    const summary = screen.getByText('Part 1').closest('summary')
    expect(summary?.title).toBe('')
    expect(summary?.textContent?.match(/Your bookkeeper/g)).toHaveLength(1)
  },
)

test('a rejected section shows why, says that what was sent is gone, and opens', async () => {
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

test('a status changes at once, before anything is read again, and an open form folds when it is locked', async () => {
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

test('after submitting, the section is locked, says that it was sent and has the focus', async () => {
  const { state } = portal([withStatus('pending', 'approved', 'rejected', 'pending')])
  state.detail = detail({ fields: detail().fields.slice(0, 1), answers: { name: 'Bluebird' }, draft_version: 1 })
  show(dashboard({ filter: 'rejected', section: SECTION_ID }))
  await userEvent.click(await screen.findByRole('button', { name: 'Submit Section' }))
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
  const panel = await screen.findByRole('group', { name: 'Part 1 was sent' })
  await waitFor(() => expect(document.activeElement).toBe(panel))
  expect(screen.queryByRole('dialog')).toBeNull()
  // The list is read again: everything is sent, and no longer passes the filter. It stays all the same.
  expect(await screen.findByText('All done')).toBeDefined()
  expect(screen.getByText('100% done')).toBeDefined()
  expect(screen.getByRole('group', { name: 'Part 1 was sent' })).toBeDefined()
})

test('a workform withdrawn while it is filled in is named, and what was typed stays to be copied', async () => {
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

test('a section removed while it is filled in is named, and one that is open stays', async () => {
  const { state } = portal([withStatus('pending', 'pending')])
  show(dashboard({ section: SECTION_ID }))
  await screen.findByLabelText(/Company name/)
  const [whole] = state.items
  state.items = whole ? [{ ...whole, sections: whole.sections.slice(1) }] : []
  act(() => applyEvent({ type: 'assignment.changed', ids: {} }))
  expect((await screen.findByRole('alert')).textContent).toContain('“Part 1” was removed from “Tax onboarding 2026”')
})

test('what was sent is no longer on its way once it is approved', async () => {
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

test('what comes next is said and one press away: first what came back, then in order', async () => {
  portal([withStatus('approved', 'pending', 'rejected')])
  const onSearch = vi.fn()
  show(dashboard({}, onSearch))
  await userEvent.click(await screen.findByRole('button', { name: 'Continue: Part 3' }))
  const section = `${SECTION_ID.slice(0, -1)}3`
  expect(onSearch).toHaveBeenLastCalledWith({ section }, true)
  expect(await screen.findByRole('button', { name: 'Submit Section' })).toBeDefined()
  // In the first field that is open, ready to be filled in.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/Company name/)))
  expect(document.activeElement?.closest('details details')?.textContent).toContain('Part 3')
  // From there to the other open section, and back.
  await userEvent.click(screen.getByRole('button', { name: 'Previous: Part 2' }))
  await waitFor(() => expect(document.activeElement?.closest('details details')?.textContent).toContain('Part 2'))
  expect(screen.getAllByRole('button', { name: 'Submit Section' })).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Next: Part 3' })).toBeDefined()
})

test('an address with a section opens it, whatever the filter says', async () => {
  portal([withStatus('pending')])
  show(dashboard({ filter: 'approved', section: SECTION_ID }))
  expect(await screen.findByRole('button', { name: 'Submit Section' })).toBeDefined()
  await userEvent.click(screen.getByText('Part 1'))
  expect(screen.getByText('No workforms match the selected status filter.')).toBeDefined()
})

test.each<[SectionStatus[], string]>([
  [['pending_review', 'approved'], 'Everything is with your bookkeeper for review.'],
  [['approved', 'approved'], 'Everything you sent has been approved.'],
])('when all sections are %j, it says that all is done', async (statuses, text) => {
  portal([withStatus(...statuses)])
  show(dashboard())
  expect(await screen.findByText('All done')).toBeDefined()
  expect(screen.getByText(text, { exact: false })).toBeDefined()
  expect(screen.queryByRole('button', { name: /Continue/ })).toBeNull()
})

test('the most urgent workform comes first, and stays where it is when it is finished', async () => {
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

test('what an earlier visit left on this device is handed over without opening anything', async () => {
  const user = JSON.parse(localStorage.getItem('portal.session') ?? '{}') as { user: { client_id: string } }
  const key = `portal.draft.${user.user.client_id}.${SECTION_ID}`
  const at = Date.now() - 60_000
  localStorage.setItem(key, JSON.stringify({ answers: { name: 'Bluebird' }, base: {}, base_version: 0, at }))
  const { sent } = portal([withStatus('pending')])
  show(dashboard())
  await waitFor(() =>
    expect(sent.find((s) => s.method === 'PUT')?.body).toEqual({ answers: { name: 'Bluebird' }, base_version: 0 }),
  )
  await waitFor(() => expect(localStorage.getItem(key)).toBeNull())
})

test('what was typed for another bookkeeper waits until that one is chosen again', async () => {
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
