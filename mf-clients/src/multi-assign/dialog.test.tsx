import { type Answers, problem, serve } from '@portal/kit/testing/serve'
import { uuid } from '@portal/kit/testing/uuid'
import { signInBookkeeper } from '@portal/kit/testing/sign-in'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { toast } from 'sonner'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { client, inDays, resetScreen, show, template, workform } from '../testing/show.tsx'
import { MultiAssign } from './dialog.tsx'

beforeEach(signInBookkeeper)
afterEach(resetScreen)

const user = userEvent.setup()
const jane = client()
const omar = client({ id: uuid(21), name: 'Omar Haddad', email: 'omar@haddad.example', company: null })
const BASE: Answers = {
  'GET /api/workforms/templates/search': ({ query }) => {
    const all = [template(), template({ id: uuid(12), name: 'Year end', description: 'Closing the books' })]
    return [200, { items: all.filter((w) => w.name.toLowerCase().includes(query['q'] ?? '')), next: null }]
  },
  'GET /api/clients': ({ query }) => [
    200,
    { items: [jane, omar].filter((c) => c.name.includes(query['q'] ?? '')), next: null },
  ],
}
const result = (c: { id: string; name: string }, change: object = {}) => ({
  client_id: c.id,
  client_name: c.name,
  ok: true,
  sections: 2,
  is_new: true,
  differs: false,
  reason: null,
  ...change,
})

function open(answers: Answers = {}, workformId?: string) {
  const sent = serve({ ...BASE, ...answers })
  const onClose = vi.fn()
  show(<MultiAssign onClose={onClose} workformId={workformId} />)
  return { sent, onClose, posts: () => sent.filter((s) => s.method === 'POST') }
}
const assign = (n: number) => user.click(screen.getByRole('button', { name: `Assign to ${n} Client(s)` }))
const setDate = (label: string, day: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: day } })
const workforms = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Workform' })
async function choose(name: RegExp) {
  await user.click(await screen.findByRole('combobox', { name: 'Workform' }))
  await user.click(await screen.findByRole('option', { name }))
}
const option = (name: string) => screen.queryByRole('option', { name: new RegExp(`^${name}`) })
const pick = async (name: string) => user.click(await screen.findByRole('option', { name: new RegExp(`^${name}`) }))

async function ready() {
  await choose(/Tax onboarding/)
  await pick('Jane Miller')
  await pick('Omar Haddad')
  setDate('Same date for all', inDays(7))
}

test('asks for a workform, clients and a deadline for each, in this order', async () => {
  const { posts } = open()
  await screen.findByRole('option', { name: /^Jane Miller/ })
  await assign(0)
  expect(await screen.findByText('Please select a workform')).toBeDefined()
  await choose(/Tax onboarding/)
  await assign(0)
  expect(await screen.findByText('Please select at least one client')).toBeDefined()
  expect(screen.queryByText('Please select a workform')).toBeNull()
  await pick('Jane Miller')
  await pick('Omar Haddad')
  setDate('Due date for Jane Miller', inDays(3))
  await assign(2)
  expect(await screen.findByText('Please set deadlines for all selected clients')).toBeDefined()
  expect(screen.getByLabelText('Due date for Omar Haddad').getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(screen.getByLabelText('Due date for Omar Haddad'))
  expect(posts()).toEqual([])
})

test('assigns with one date for all or a date for each client', async () => {
  const { posts, onClose } = open({
    'POST /api/assignments': [201, { workform_id: uuid(10), results: [result(jane), result(omar)] }],
  })
  await ready()
  setDate('Due date for Omar Haddad', inDays(9))
  await assign(2)
  expect(await screen.findByText('Workforms assigned successfully')).toBeDefined()
  expect(screen.getByText('Workform assigned to 2 client(s)')).toBeDefined()
  expect(onClose).toHaveBeenCalled()
  expect(posts()[0]?.body).toEqual({
    workform_id: uuid(10),
    clients: [
      { client_id: jane.id, due_date: inDays(7) },
      { client_id: omar.id, due_date: inDays(9) },
    ],
  })
})

test('removes the workform from the clients who had none of it when Undo is pressed', async () => {
  const path = (id: string) => `/api/clients/${id}/workforms/${uuid(10)}`
  const results = [result(jane), result(omar, { is_new: false, sections: 1 })]
  const { sent } = open({
    'POST /api/assignments': [201, { workform_id: uuid(10), results }],
    [`DELETE ${path(jane.id)}`]: [200, { ok: true }],
  })
  await ready()
  await assign(2)
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Undone')).toBeDefined()
  expect(sent.filter((s) => s.method === 'DELETE').map((s) => s.path)).toEqual([path(jane.id)])
})

test('fills in the default due date of the workform unless a date was entered', async () => {
  const items = [
    template({ due_days: 14 }),
    template({ id: uuid(12), name: 'Year end', due_days: 30 }),
    template({ id: uuid(13), name: 'No default' }),
  ]
  open({ 'GET /api/workforms/templates/search': [200, { items }] })
  const dates = () => screen.queryAllByLabelText<HTMLInputElement>(/^(Same date|Due date)/).map((i) => i.value)
  await pick('Jane Miller')
  await choose(/Tax onboarding/)
  expect(dates()).toEqual([inDays(14), inDays(14)])
  await pick('Omar Haddad')
  setDate('Due date for Omar Haddad', inDays(3))
  await choose(/Year end/)
  expect(dates()).toEqual([inDays(30), inDays(30), inDays(3)])
  await choose(/No default/)
  expect(dates()).toEqual(['', '', inDays(3)])
})

test('offers to change the date when clients already have the workform', async () => {
  const path = `/api/clients/${omar.id}/workforms/${uuid(10)}`
  const { sent, onClose } = open({
    'POST /api/assignments': [
      201,
      {
        workform_id: uuid(10),
        results: [result(jane), result(omar, { sections: 0, differs: true, reason: 'Already assigned.' })],
      },
    ],
    [`PATCH ${path}`]: [200, { ok: true }],
  })
  await ready()
  setDate('Due date for Omar Haddad', inDays(9))
  await assign(2)
  expect(await screen.findByText(/Omar Haddad already has this workform/)).toBeDefined()
  expect(onClose).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Change due date' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent.filter((s) => s.method === 'PATCH').map((s) => [s.path, s.body])).toEqual([
    [path, { due_date: inDays(9) }],
  ])
})

test('refuses a past date, and says so until it is corrected', async () => {
  const { posts } = open({
    'POST /api/assignments': [201, { workform_id: uuid(10), results: [result(jane), result(omar)] }],
  })
  await ready()
  setDate('Due date for Omar Haddad', inDays(-1))
  await assign(2)
  expect(await screen.findByText('Please set deadlines for all selected clients')).toBeDefined()
  expect(posts()).toEqual([])
  setDate('Due date for Omar Haddad', inDays(9))
  await assign(2)
  expect(await screen.findByText('Workforms assigned successfully')).toBeDefined()
  expect(toast.getToasts().map((t) => 'title' in t && t.title)).not.toContain(
    'Please set deadlines for all selected clients',
  )
})

test('keeps the clients that failed, with the reason, after a partial success', async () => {
  // The server does not know the name of a client who was deleted.
  const gone = { client_name: null, ok: false, sections: 0, is_new: false, reason: 'This client was not found.' }
  const { onClose } = open({
    'POST /api/assignments': [201, { workform_id: uuid(10), results: [result(jane), result(omar, gone)] }],
  })
  await ready()
  await assign(2)
  expect(await screen.findByText('Partial Success')).toBeDefined()
  expect(screen.getByText('Assigned to 1 of 2 clients. Some failed: Omar Haddad.')).toBeDefined()
  expect(screen.getByText('This client was not found.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Assign to 1 Client(s)' })).toBeDefined()
  expect(onClose).not.toHaveBeenCalled()
})

test('shows an error and keeps the selection when all assignments fail', async () => {
  open({
    'POST /api/assignments': [
      201,
      { workform_id: uuid(10), results: [jane, omar].map((c) => result(c, { ok: false, sections: 0, reason: 'No.' })) },
    ],
  })
  await ready()
  await assign(2)
  expect(await screen.findByText('All assignments failed.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Assign to 2 Client(s)' })).toBeDefined()
})

test('shows an error when the request fails', async () => {
  open({ 'POST /api/assignments': problem(404, 'not_found', 'Not found', 'The workform is gone.') })
  await ready()
  await assign(2)
  expect(await screen.findByText('Failed to assign workform')).toBeDefined()
})

test('searches workforms and clients on the server, and keeps the selection', async () => {
  const { sent } = open(
    { [`GET /api/workforms/${uuid(12)}`]: [200, workform({ id: uuid(12), name: 'Year end' })] },
    uuid(12),
  )
  await pick('Jane Miller')
  expect(workforms().value).toBe('Year end')
  await user.click(workforms())
  expect(await screen.findByRole('option', { name: /^Year end/, selected: true })).toBeDefined()
  await user.keyboard('tax')
  await waitFor(() => expect(option('Year end')).toBeNull())
  expect(sent.some((s) => s.path === '/api/workforms/templates/search' && s.query['q'] === 'tax')).toBe(true)
  // Leaving the field keeps the choice.
  await user.tab()
  expect(workforms().value).toBe('Year end')
  fireEvent.change(screen.getByPlaceholderText('Search by name, email or company...'), { target: { value: 'Omar' } })
  await waitFor(() => expect(option('Jane Miller')).toBeNull())
  expect(sent.some((s) => s.path === '/api/clients' && s.query['q'] === 'Omar')).toBe(true)
  expect(screen.getByLabelText('Due date for Jane Miller')).toBeDefined()
  await user.click(screen.getByRole('checkbox', { name: 'Select all found' }))
  expect(screen.getByText('2 selected')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Remove Jane Miller' }))
  expect(screen.getByText('1 selected')).toBeDefined()
})

test('asks before closing when clients are selected', async () => {
  const { onClose } = open()
  await pick('Jane Miller')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onClose).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  expect(onClose).toHaveBeenCalled()
})

/** Returns responses for a list that has loaded only three of `size` clients. */
function manyClients(size: number) {
  const all = Array.from({ length: size }, (_, i) =>
    client({ id: uuid(1000 + i), name: `Ann ${i}`, email: `ann${i}@example.com` }),
  )
  const answers: Answers = {
    'GET /api/clients': [200, { items: all.slice(0, 3), next: 'more' }],
    'GET /api/clients/selection': [
      200,
      { items: all.map(({ id, name, email }) => ({ id, name, email })), more: false },
    ],
  }
  return answers
}
const idsOf = (body: unknown) => (body as { clients: { client_id: string }[] }).clients.map((c) => c.client_id)
const assigned = (body: unknown) =>
  [201, { workform_id: uuid(10), results: idsOf(body).map((id) => result({ id, name: 'Ann' })) }] as const

test('selects all matching clients when only some of them are loaded', async () => {
  const { posts, sent, onClose } = open({ ...manyClients(567), 'POST /api/assignments': ({ body }) => assigned(body) })
  await choose(/Tax onboarding/)
  fireEvent.change(screen.getByPlaceholderText('Search by name, email or company...'), { target: { value: 'ann' } })
  const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all found' })
  await waitFor(() => expect(box().disabled).toBe(false))
  await user.click(box())
  expect(await screen.findByText('567 selected')).toBeDefined()
  expect(sent.find((s) => s.path === '/api/clients/selection')?.query).toEqual({ q: 'ann' })
  expect(box().checked).toBe(true)
  setDate('Same date for all', inDays(7))
  await assign(567)
  expect(await screen.findByText('Workform assigned to 567 client(s)')).toBeDefined()
  expect(posts().map((p) => idsOf(p.body).length)).toEqual([200, 200, 167])
  expect(new Set(posts().flatMap((p) => idsOf(p.body))).size).toBe(567)
  expect(onClose).toHaveBeenCalled()
})

test('keeps the remaining clients when a later request of a large assignment fails', async () => {
  let calls = 0
  const { posts } = open({
    ...manyClients(250),
    'POST /api/assignments': ({ body }) =>
      ++calls === 2 ? problem(404, 'not_found', 'Not found', 'The workform is gone.') : assigned(body),
  })
  await choose(/Tax onboarding/)
  await screen.findByRole('option', { name: /^Ann 2/ })
  await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
  await screen.findByText('250 selected')
  setDate('Same date for all', inDays(7))
  await assign(250)
  expect(await screen.findByText('Failed to assign workform')).toBeDefined()
  expect(screen.getByText('Assigned to 200 of 250 clients. The others are still selected.')).toBeDefined()
  await assign(50)
  expect(await screen.findByText('Workform assigned to 50 client(s)')).toBeDefined()
  // The retry repeats the failed request with its key.
  const [, failed, again] = posts()
  expect([again?.key, again?.body]).toEqual([failed?.key, failed?.body])
})

test('shows the progress of a large assignment, and stops after the current request', async () => {
  const first = Promise.withResolvers<readonly [number, unknown]>()
  let request: unknown
  const { posts, onClose } = open({
    ...manyClients(450),
    'POST /api/assignments': ({ body }) => {
      request = body
      return first.promise
    },
  })
  await choose(/Tax onboarding/)
  await screen.findByRole('option', { name: /^Ann 2/ })
  await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
  await screen.findByText('450 selected')
  setDate('Same date for all', inDays(7))
  await assign(450)
  expect(await screen.findByText('Assigned to 0 of 450 clients')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Stop' }))
  expect(await screen.findByRole('button', { name: 'Stopping...' })).toBeDefined()
  first.resolve(assigned(request))
  const stopped = 'Assigned to 200 of 450 clients. The others are still selected.'
  expect(await screen.findByText(stopped)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Assign to 250 Client(s)' })).toBeDefined()
  expect(posts()).toHaveLength(1)
  expect(onClose).not.toHaveBeenCalled()
})
