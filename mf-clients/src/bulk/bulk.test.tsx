import type { JobResult } from './job.ts'
import { type Answers, problem, serve } from '@portal/kit/testing/serve'
import { signInBookkeeper } from '@portal/kit/testing/sign-in'
import { uuid } from '@portal/kit/testing/uuid'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ClientsPage } from '../list/page.tsx'
import type { ClientsSearch } from '../list/search.ts'
import { client, resetScreen, show } from '../testing/show.tsx'

beforeEach(signInBookkeeper)
afterEach(() => {
  sessionStorage.clear()
  return resetScreen()
})

const user = userEvent.setup()
const PEOPLE = ['Ann', 'Ben', 'Cem', 'Dan'].map((name, i) => client({ id: uuid(40 + i), name }))
const idsOf = (body: unknown) => (body as { ids: string[] }).ids
const done = (id: string, more: Partial<JobResult> = {}): JobResult => ({
  client_id: id,
  ok: true,
  changed: true,
  reason: null,
  status: 'new',
  ...more,
})
const BASE: Answers = {
  // There are more pages, but only the first can be loaded.
  'GET /api/clients': ({ query }) =>
    query['cursor'] ? problem(403, 'forbidden', 'Access Denied', 'No.') : [200, { items: PEOPLE, next: 'more' }],
  'GET /api/clients/counts': [200, { total: 450, new: 450, onboarding: 0, active: 0, inactive: 0, tags: ['VIP'] }],
  'GET /api/clients/selection': [
    200,
    {
      items: Array.from({ length: 450 }, (_, i) => ({ id: uuid(40 + i), name: `Client ${i}`, email: 'x@example.com' })),
      more: false,
    },
  ],
  'POST /api/clients/changes': ({ body }) => [200, { results: idsOf(body).map((id) => done(id)) }],
}

function open(answers: Answers = {}, search: ClientsSearch = {}) {
  const sent = serve({ ...BASE, ...answers })
  const view = show(<ClientsPage search={search} onSearch={vi.fn()} />)
  return { view, sent, posts: () => sent.filter((s) => s.method === 'POST') }
}
const select = async (name: string) => user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
const setStatus = async (status: string) => {
  await user.click(screen.getByRole('button', { name: 'Set status' }))
  await user.click(await screen.findByRole('button', { name: status }))
}

test('changes the selected clients, names those that were not changed, and undoes the change', async () => {
  const { posts } = open({
    'POST /api/clients/changes': ({ body }) => [
      200,
      {
        results: idsOf(body).map((id) =>
          id === uuid(41) ? done(id, { ok: false, changed: false, reason: 'This client was not found.' }) : done(id),
        ),
      },
    ],
  })
  await select('Ann')
  await select('Ben')
  expect(await screen.findByText('2 selected')).toBeDefined()
  await setStatus('active')
  expect(await screen.findByText(/1 done, 1 not/)).toBeDefined()
  const failures = screen.getByRole('list', { name: 'Clients that were not changed' })
  expect(failures.textContent).toBe('Ben: This client was not found.')
  expect(posts()[0]?.body).toEqual({ ids: [uuid(40), uuid(41)], change: { kind: 'status', status: 'active' } })
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Change undone:')).toBeDefined()
  expect(posts()[1]?.body).toEqual({ ids: [uuid(40)], change: { kind: 'status', status: 'new' } })
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText('Change undone:')).toBeNull()
})

test('selects ranges, all rows, and all results, which are changed in several requests', async () => {
  const { posts } = open()
  await select('Ann')
  await user.keyboard('{Shift>}')
  await select('Cem')
  await user.keyboard('{/Shift}')
  expect(screen.getByText('3 selected')).toBeDefined()
  await user.click(screen.getByRole('checkbox', { name: 'Select all loaded clients' }))
  expect(screen.getByText('4 selected')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Select all 450 results' }))
  expect(await screen.findByText('450 selected')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Tag' }))
  await user.type(await screen.findByLabelText('Tag', { selector: 'input' }), 'Audit 2027{Enter}')
  expect(await screen.findByText(/450 done/)).toBeDefined()
  expect(posts().map((p) => idsOf(p.body).length)).toEqual([200, 200, 50])
  expect(new Set(posts().map((p) => p.key)).size).toBe(3)
})

test('offers the tags that contain the words of the text, whatever their case and accents', async () => {
  const tags = ['Łódź', 'O’Brien & Co', 'VIP', 'Zürich']
  open({
    'GET /api/clients/counts': [200, { total: 4, new: 4, onboarding: 0, active: 0, inactive: 0, tags }],
  })
  await select('Ann')
  await user.click(screen.getByRole('button', { name: 'Tag' }))
  const field = await screen.findByLabelText('Tag', { selector: 'input' })
  const offered = () => within(screen.getByRole('group', { name: 'Existing tags' })).getAllByRole('button')
  expect(offered().map((button) => button.textContent)).toEqual(tags)
  for (const [text, tag, isWhole] of [
    ['lodz', 'Łódź', 'true'],
    ["o'bri", 'O’Brien & Co', 'false'],
    ['ZU\u0308RICH', 'Zürich', 'true'],
  ] as const) {
    await user.clear(field)
    await user.type(field, text)
    expect(offered().map((button) => [button.textContent, button.getAttribute('aria-pressed')])).toEqual([
      [tag, isWhole],
    ])
  }
})

test('continues after a reload with the same requests, and starts once on a double click', async () => {
  let fails = true
  const { view, posts } = open({
    'POST /api/clients/changes': ({ body }) =>
      fails && idsOf(body).includes(uuid(240))
        ? problem(403, 'forbidden', 'Access Denied', 'No.')
        : [200, { results: idsOf(body).map((id) => done(id)) }],
  })
  await select('Ann')
  await user.click(screen.getByRole('button', { name: 'Select all 450 results' }))
  await screen.findByText('450 selected')
  await user.click(screen.getByRole('button', { name: 'Set status' }))
  await user.dblClick(await screen.findByRole('button', { name: 'inactive' }))
  expect(await screen.findByText('Interrupted:')).toBeDefined()
  expect(screen.getByText(/200 done, 250 not/)).toBeDefined()
  expect(posts().length).toBe(2)
  const failed = posts()[1]
  fails = false
  view.unmount()
  const after = open()
  expect(await screen.findByText(/450 done/)).toBeDefined()
  expect(after.posts().map((p) => idsOf(p.body).length)).toEqual([200, 50])
  expect(after.posts()[0]?.key).toBe(failed?.key)
  expect(sessionStorage.length).toBe(0)
})

/** Answers the clients of the list, and those who have never signed up. */
const neverSignedUp = (...people: object[]): Answers => ({
  'GET /api/clients/selection': ({ query }) => [
    200,
    { items: query['show'] === 'not_signed_up' ? people : PEOPLE, more: false },
  ],
})

test('asks before it sends reminders, and says who got none', async () => {
  const { posts } = open({
    ...neverSignedUp(),
    'POST /api/follow-ups/reminders': ({ body }) => [
      200,
      {
        results: idsOf(body).map((id, i) => ({ client_id: id, ok: i > 0, reason: i > 0 ? null : 'Nothing is open.' })),
      },
    ],
  })
  await select('Ann')
  await select('Ben')
  await user.click(screen.getByRole('button', { name: 'Remind' }))
  expect(posts()).toEqual([])
  await user.click(await screen.findByRole('button', { name: 'Send' }))
  expect(await screen.findByText(/1 done, 1 not/)).toBeDefined()
  expect(screen.getByText(/Nothing is open/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('names the clients who have never signed up before it sends reminders', async () => {
  const { sent, posts } = open(neverSignedUp(PEOPLE[1] ?? {}, PEOPLE[3] ?? {}), { status: 'new' })
  await select('Ann')
  await select('Ben')
  await user.click(screen.getByRole('button', { name: 'Remind' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Send reminders' })
  expect(dialog.textContent).toContain('Send a reminder to 1 client now?')
  expect(dialog.textContent).toContain('Ben has never signed up and gets no reminder.')
  expect(sent.find((s) => s.path === '/api/clients/selection')?.query).toEqual({
    status: 'new',
    show: 'not_signed_up',
  })
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await select('Dan')
  await user.click(screen.getByRole('button', { name: 'Remind' }))
  expect(await screen.findByText(/^Ben and Dan have never signed up and get no reminder/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await select('Ann')
  await user.click(screen.getByRole('button', { name: 'Remind' }))
  expect(await screen.findByRole('alertdialog', { name: 'No reminders to send' })).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'OK' }))
  expect(posts()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Clear selection' }))
  expect(screen.queryByText('2 selected')).toBeNull()
})

test('undoes what an interrupted change has done', async () => {
  const { posts } = open({
    'POST /api/clients/changes': ({ body }) =>
      idsOf(body).includes(uuid(240))
        ? problem(403, 'forbidden', 'Access Denied', 'No.')
        : [200, { results: idsOf(body).map((id) => done(id)) }],
  })
  await select('Ann')
  await user.click(screen.getByRole('button', { name: 'Select all 450 results' }))
  await screen.findByText('450 selected')
  await setStatus('active')
  expect(await screen.findByText('Interrupted:')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Change undone:')).toBeDefined()
  expect(idsOf(posts().at(-1)?.body).length).toBe(200)
  expect(sessionStorage.length).toBe(0)
})

test('ends at once when it is stopped between two tries', async () => {
  const { posts } = open({
    'POST /api/clients/changes': () => {
      const [status, body] = problem(503, 'busy')
      return [status, { ...body, retry_after: 50 }]
    },
  })
  await select('Ann')
  await setStatus('active')
  expect(await screen.findByText(/Trying again/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Stop' }))
  await setStatus('inactive')
  await waitFor(() => expect(posts().length).toBe(2))
  await user.click(screen.getByRole('button', { name: 'Stop' }))
  expect(await screen.findByText('Status set to inactive:')).toBeDefined()
  expect(screen.queryByText('Interrupted:')).toBeNull()
})

test('shows progress and result with the bar, which stays in sight', async () => {
  open()
  await select('Ann')
  await setStatus('active')
  await screen.findByText('Status set to active:')
  const panel = screen.getByRole('region', { name: 'Change of several clients' })
  expect(panel.parentElement?.className).toContain('sticky bottom-0')
  expect(panel.nextElementSibling).toBe(screen.getByRole('region', { name: 'Selected clients' }))
})

test('deselects clients who were archived here', async () => {
  open({
    'POST /api/clients/changes': ({ body }) => [
      200,
      { results: idsOf(body).map((id) => (id === uuid(41) ? done(id, { ok: false, reason: 'No.' }) : done(id))) },
    ],
  })
  await select('Ann')
  await select('Ben')
  await user.click(screen.getByRole('button', { name: 'Archive' }))
  expect(await screen.findByText('Archived:')).toBeDefined()
  // Ben is still in the list.
  expect(await screen.findByText('1 selected')).toBeDefined()
})

test('selects with Space', async () => {
  open()
  const name = await screen.findByRole('button', { name: 'Ben' })
  act(() => name.focus())
  await user.keyboard(' ')
  expect(await screen.findByText('1 selected')).toBeDefined()
  await user.keyboard(' ')
  await waitFor(() => expect(screen.queryByText('1 selected')).toBeNull())
  await user.keyboard('{ArrowRight} ')
  expect(await screen.findByText('1 selected')).toBeDefined()
  await user.keyboard('{ArrowDown}{Shift>} {/Shift}')
  expect(await screen.findByText('2 selected')).toBeDefined()
  await user.keyboard(' ')
  expect(await screen.findByText('1 selected')).toBeDefined()
})

test('archives the selected clients and undoes it; archived ones can only be restored', async () => {
  const { posts, view } = open()
  await select('Ann')
  await user.click(screen.getByRole('button', { name: 'Archive' }))
  expect(await screen.findByText('Archived:')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Change undone:')).toBeDefined()
  expect(posts().map((p) => (p.body as { change: object }).change)).toEqual([{ kind: 'archive' }, { kind: 'restore' }])
  view.unmount()
  const archived = open({}, { show: 'archived' })
  await select('Ben')
  expect(screen.queryByRole('button', { name: 'Assign' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Restore' }))
  expect(await screen.findByText('Restored:')).toBeDefined()
  expect(archived.posts()[0]?.body).toEqual({ ids: [uuid(41)], change: { kind: 'restore' } })
})

test('exports the selected clients, and assigns them in the dialog for several', async () => {
  const { sent } = open({
    'POST /api/clients/export': [200, 'Name'],
    'GET /api/workforms/templates': [200, { items: [] }],
  })
  await select('Cem')
  await user.click(screen.getByRole('button', { name: 'Export the selected clients' }))
  expect(await screen.findByText('Clients exported')).toBeDefined()
  expect(sent.find((s) => s.path === '/api/clients/export')?.body).toEqual({ ids: [uuid(42)] })
  await user.click(screen.getByRole('button', { name: 'Assign' }))
  expect(await screen.findByRole('button', { name: 'Assign to 1 Client(s)' })).toBeDefined()
  expect(screen.getByLabelText('Due date for Cem')).toBeDefined()
})
