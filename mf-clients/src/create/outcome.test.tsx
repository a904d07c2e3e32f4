import { type Answers, problem, serve } from '@portal/kit/testing/serve'
import { uuid } from '@portal/kit/testing/uuid'
import { signInBookkeeper } from '@portal/kit/testing/sign-in'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { client, inDays, resetScreen, show, template } from '../testing/show.tsx'
import { Outcome } from './outcome.tsx'
import type { Outcome as Created } from './use-outcome.ts'
import { NO_WEBHOOK } from './wait-for.ts'

beforeEach(() => signInBookkeeper())
afterEach(resetScreen)

const user = userEvent.setup()
const FOLDER = `/api/clients/${uuid(20)}/folder`
const WEBHOOK = `/api/clients/${uuid(20)}/webhook`
const REQUESTED = [
  { workform: { id: uuid(10), name: 'Tax onboarding' }, dueDate: inDays(7) },
  { workform: { id: uuid(11), name: 'Payroll' }, dueDate: inDays(9) },
]
type Assignment = { ok: boolean; reason: string | null }

function open(
  assignment: Assignment | Assignment[] | null,
  folder: Created['folder'] = 'ready',
  answers: Answers = {},
  webhook: Created['webhook'] = NO_WEBHOOK,
) {
  const sent = serve({ [`GET ${FOLDER}`]: [200, { state: folder }], [`GET ${WEBHOOK}`]: [200, webhook], ...answers })
  const onClose = vi.fn()
  const list = assignment === null ? [] : [assignment].flat()
  const assignments = list.map((a, i) => ({ ...a, workform_id: REQUESTED[i]?.workform.id ?? '' }))
  const created = { ...client(), assignment: list[0] ?? null, assignments }
  show(
    <Outcome
      created={{
        client: created,
        folder,
        webhook,
        requested: REQUESTED.slice(0, list.length),
        instructions: { notes: 'Be gentle' },
      }}
      onClose={onClose}
    />,
  )
  return { sent, onClose }
}
const alert = () => screen.findByRole('alertdialog', { name: 'Client Created' })
const entries = async () => within(await alert()).getAllByRole('listitem')

test('lists every result when all went well', async () => {
  const { onClose } = open({ ok: true, reason: null })
  expect((await entries()).map((entry) => entry.textContent)).toEqual([
    'The client account of Jane Miller was created.',
    'The invitation with the login link is on its way to jane@bluebird.example.',
    'Workform assigned successfully!',
    "The client's folder is set up.",
  ])
  expect(
    await screen.findByText('Client created successfully with folder structure and workform assignment'),
  ).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'OK' }))
  expect(onClose).toHaveBeenCalled()
})

test('shows why the assignment failed, and retries it with one key', async () => {
  let tries = 0
  const { sent } = open({ ok: false, reason: 'This workform was deleted.' }, 'ready', {
    'POST /api/assignments': () => {
      tries++
      if (tries === 1) return problem(503, 'busy', 'Busy', 'The portal is busy.')
      return [
        201,
        { results: [{ client_id: uuid(20), client_name: 'Jane Miller', ok: true, sections: 2, reason: null }] },
      ]
    },
  })
  expect((await entries())[2]?.textContent).toContain('Workform assignment failed: This workform was deleted.')
  expect(await screen.findByText('Client created but workform assignment failed.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Workform assignment failed: The portal is busy.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Workform assigned successfully!')).toBeDefined()
  expect(
    await screen.findByText('Client created successfully with folder structure and workform assignment'),
  ).toBeDefined()
  const posts = sent.filter((s) => s.method === 'POST')
  expect(posts[0]?.body).toEqual({
    workform_id: uuid(10),
    clients: [{ client_id: uuid(20), due_date: inDays(7) }],
    notes: 'Be gentle',
  })
  expect(new Set(posts.map((p) => p.key)).size).toBe(1)
})

test('names each of several workforms, and retries only the one that failed', async () => {
  const results = [{ client_id: uuid(20), client_name: 'Jane Miller', ok: true, sections: 2, reason: null }]
  const failed = { ok: false, reason: 'This workform was changed in the meantime.' }
  const { sent } = open([{ ok: true, reason: null }, failed], 'ready', { 'POST /api/assignments': [201, { results }] })
  const texts = async () => (await entries()).slice(2, 4).map((entry) => entry.textContent)
  expect(await texts()).toEqual([
    'Workform assigned successfully! (Tax onboarding)',
    expect.stringContaining('Workform assignment failed: This workform was changed in the meantime. (Payroll)'),
  ])
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Workform assigned successfully! (Payroll)')).toBeDefined()
  expect(sent.filter((s) => s.method === 'POST').map((s) => s.body)).toEqual([
    { workform_id: uuid(11), clients: [{ client_id: uuid(20), due_date: inDays(9) }], notes: 'Be gentle' },
  ])
})

test('offers to choose another workform when the workform no longer exists', async () => {
  open({ ok: false, reason: 'This workform no longer exists.' }, 'ready', {
    'GET /api/workforms': [200, { items: [], next: null }],
    [`GET /api/clients/${uuid(20)}`]: [200, client({ workforms: [] })],
  })
  await alert()
  await user.click(screen.getByRole('button', { name: 'Choose another workform' }))
  const dialog = await screen.findByRole('dialog', { name: 'Assign Workform to Jane Miller' })
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(screen.getByText(/Workform assignment failed/)).toBeDefined()
})

test('shows the assignment as successful when another workform was assigned in place of one that is gone', async () => {
  const other = template({ id: uuid(12), name: 'Year end' })
  const due_date = inDays(5)
  const results = [{ client_id: uuid(20), client_name: 'Jane Miller', ok: true, sections: 2, reason: null }]
  let workforms: ReturnType<typeof client>['workforms'] = []
  const { sent } = open({ ok: false, reason: 'This workform no longer exists.' }, 'ready', {
    'GET /api/workforms': [200, { items: [other], next: null }],
    'POST /api/assignments': () => {
      const assigned = { assigned_at: client().created_at, due_date, is_archived: false, commitments: [], sections: [] }
      workforms = [{ ...assigned, workform_id: other.id, workform_name: other.name, status: 'in_progress' }]
      return [201, { workform_id: other.id, results }]
    },
    [`GET /api/clients/${uuid(20)}`]: () => [200, client({ workforms })],
  })
  await alert()
  await user.click(screen.getByRole('button', { name: 'Choose another workform' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Assign Workform to Jane Miller' }))
  await user.click(await dialog.findByRole('combobox', { name: /^Your workforms/ }))
  await user.click(await dialog.findByRole('option', { name: /Year end/ }))
  fireEvent.change(dialog.getByLabelText(/^Due Date/), { target: { value: due_date } })
  await user.click(dialog.getByRole('button', { name: 'Assign Workform' }))
  expect(await within(await alert()).findByText('Workform assigned successfully!')).toBeDefined()
  expect(screen.queryByText(/Workform assignment failed/)).toBeNull()
  expect(sent.find((s) => s.route === 'POST /api/assignments')?.body).toMatchObject({
    workform_id: other.id,
    clients: [{ client_id: uuid(20), due_date }],
  })
})

test('warns when no workform was selected', async () => {
  open(null)
  expect((await entries())[2]?.textContent).toContain('No workform was selected during client creation')
})

test('warns until the folder is set up, and retries on request', async () => {
  let state = 'failed'
  const { sent } = open({ ok: true, reason: null }, 'failed', {
    [`GET ${FOLDER}`]: () => [200, { state }],
    [`POST ${FOLDER}`]: () => {
      state = 'ready'
      return [200, { ok: true }]
    },
  })
  const warning = 'Warning: Client created but folder setup failed. Please check storage permissions.'
  expect((await entries())[3]?.textContent).toContain(warning)
  expect(
    await screen.findByText('Client created but folder setup failed. Please check storage permissions.'),
  ).toBeDefined()
  expect(screen.queryByText('Client created successfully with folder structure and workform assignment')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Try now' }))
  expect(await screen.findByText("The client's folder is set up.")).toBeDefined()
  expect(sent.filter((s) => s.method === 'POST').length).toBe(1)
})

test('waits when the folder is being set up', async () => {
  const { sent } = open({ ok: true, reason: null }, 'pending', { [`GET ${FOLDER}`]: [200, { state: 'ready' }] })
  expect(await screen.findByText("The client's folder is being set up…")).toBeDefined()
  await waitFor(() => expect(sent.some((s) => s.path === FOLDER)).toBe(true))
  expect(await screen.findByText("The client's folder is set up.")).toBeDefined()
})

test('shows a failed webhook with its reason until a retry succeeds', async () => {
  let webhook: Created['webhook'] = { state: 'failed', reason: 'The address answered 500.', retried: true }
  open({ ok: true, reason: null }, 'ready', { [`GET ${WEBHOOK}`]: () => [200, webhook] }, webhook)
  const entry = (await entries())[4]
  expect(entry?.textContent).toContain('Webhook failed: The address answered 500.')
  expect(entry?.textContent).toContain('It is retried automatically for a day.')
  expect(screen.getByRole('link', { name: 'Open the log' }).getAttribute('href')).toBe('/profile/webhooks')
  webhook = { state: 'delivered', reason: null, retried: false }
  expect(await screen.findByText('Client created and webhook sent successfully!')).toBeDefined()
  expect(screen.queryByText(/Webhook failed/)).toBeNull()
})
