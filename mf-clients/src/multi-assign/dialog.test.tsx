import { queryClient } from '@portal/sdk'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { toast } from 'sonner'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answers, client, inDays, problem, serve, show, signInBookkeeper, template, uuid } from '../testing/show.tsx'
import { MultiAssign } from './dialog.tsx'

beforeEach(signInBookkeeper)
afterEach(() => {
  toast.dismiss()
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const user = userEvent.setup()
const jane = client()
const omar = client({ id: uuid(21), name: 'Omar Haddad', email: 'omar@haddad.example', company: null })
const BASE: Answers = {
  'GET /api/workforms/templates': [
    200,
    { items: [template(), template({ id: uuid(12), name: 'Year end', description: 'Closing the books' })] },
  ],
  'GET /api/clients': ({ query }) => [200, { items: [jane, omar].filter((c) => c.name.includes(query['q'] ?? '')), next: null }],
}
const result = (c: { id: string; name: string }, change: object = {}) => ({
  client_id: c.id,
  client_name: c.name,
  ok: true,
  sections: 2,
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
const setDate = (label: string, day: string) => fireEvent.change(screen.getByLabelText(label), { target: { value: day } })
const pick = async (name: string) => user.click(await screen.findByRole('checkbox', { name }))

async function ready() {
  await user.click(await screen.findByRole('radio', { name: /Tax onboarding/ }))
  await pick('Jane Miller')
  await pick('Omar Haddad')
  setDate('Same date for all', inDays(7))
}

test('workform, clients and a deadline for each are asked for, in this order', async () => {
  const { posts } = open()
  await screen.findByRole('radio', { name: /Tax onboarding/ })
  await assign(0)
  expect(await screen.findByText('Please select a workform')).toBeDefined()
  await user.click(screen.getByRole('radio', { name: /Tax onboarding/ }))
  await assign(0)
  expect(await screen.findByText('Please select at least one client')).toBeDefined()
  await pick('Jane Miller')
  await pick('Omar Haddad')
  setDate('Due date for Jane Miller', inDays(3))
  await assign(2)
  expect(await screen.findByText('Please set deadlines for all selected clients')).toBeDefined()
  expect(screen.getByLabelText('Due date for Omar Haddad').getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(screen.getByLabelText('Due date for Omar Haddad'))
  expect(posts()).toEqual([])
})

test('each client has a deadline of its own, or one date holds for all', async () => {
  const { posts, onClose } = open({ 'POST /api/assignments': [201, { results: [result(jane), result(omar)] }] })
  await ready()
  setDate('Due date for Omar Haddad', inDays(9))
  await assign(2)
  expect(await screen.findByText('Workform assigned to 2 client(s)')).toBeDefined()
  expect(onClose).toHaveBeenCalled()
  expect(posts()[0]?.body).toEqual({
    workform_id: uuid(10),
    clients: [
      { client_id: jane.id, due_date: inDays(7) },
      { client_id: omar.id, due_date: inDays(9) },
    ],
  })
})

test('a date that is over is not a deadline', async () => {
  const { posts } = open()
  await ready()
  setDate('Due date for Omar Haddad', inDays(-1))
  await assign(2)
  expect(await screen.findByText('Please set deadlines for all selected clients')).toBeDefined()
  expect(posts()).toEqual([])
})

test('after a partial success those who failed are left, each with the reason', async () => {
  const { onClose } = open({
    'POST /api/assignments': [
      201,
      { results: [result(jane), result(omar, { ok: false, sections: 0, reason: 'This client was not found.' })] },
    ],
  })
  await ready()
  await assign(2)
  expect(await screen.findByText('Partial Success')).toBeDefined()
  expect(screen.getByText('Assigned to 1 of 2 clients. Some failed: Omar Haddad.')).toBeDefined()
  expect(screen.getByText('This client was not found.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Assign to 1 Client(s)' })).toBeDefined()
  expect(onClose).not.toHaveBeenCalled()
})

test('when all fail, it says so and keeps the selection', async () => {
  open({ 'POST /api/assignments': [201, { results: [jane, omar].map((c) => result(c, { ok: false, sections: 0, reason: 'No.' })) }] })
  await ready()
  await assign(2)
  expect(await screen.findByText('All assignments failed.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Assign to 2 Client(s)' })).toBeDefined()
})

test('a request that fails as a whole', async () => {
  open({ 'POST /api/assignments': problem('not_found', 404, 'Not found', 'The workform is gone.') })
  await ready()
  await assign(2)
  expect(await screen.findByText('Failed to assign workform')).toBeDefined()
})

test('workforms are searched here, clients on the server; a chosen client stays chosen', async () => {
  const { sent } = open({}, uuid(12))
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: /Year end/ })).checked).toBe(true)
  fireEvent.change(screen.getByLabelText('Search workform templates...'), { target: { value: 'books' } })
  await waitFor(() => expect(screen.queryByRole('radio', { name: /Tax onboarding/ })).toBeNull())
  await pick('Jane Miller')
  fireEvent.change(screen.getByLabelText('Search by name, email or company...'), { target: { value: 'Omar' } })
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Jane Miller' })).toBeNull())
  expect(sent.some((s) => s.path === '/api/clients' && s.query['q'] === 'Omar')).toBe(true)
  expect(screen.getByLabelText('Due date for Jane Miller')).toBeDefined()
  await user.click(screen.getByRole('checkbox', { name: 'Select all found' }))
  expect(screen.getByText('2 selected')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Leave out Jane Miller' }))
  expect(screen.getByText('1 selected')).toBeDefined()
})

test('closing asks before it throws a selection away', async () => {
  const { onClose } = open()
  await pick('Jane Miller')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onClose).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  expect(onClose).toHaveBeenCalled()
})
