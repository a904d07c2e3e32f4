import { type Answers, problem, serve } from '@portal/kit/testing/serve'
import { uuid } from '@portal/kit/testing/uuid'
import { signInBookkeeper } from '@portal/kit/testing/sign-in'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { client, resetScreen, show } from '../testing/show.tsx'
import { ClientDialog } from './dialog.tsx'
import { describeLoss } from './describe-loss.ts'

beforeEach(signInBookkeeper)
afterEach(resetScreen)

const user = userEvent.setup()
const tax = {
  workform_id: uuid(10),
  workform_name: 'Tax onboarding',
  assigned_at: '2026-01-06T10:00:00.000Z',
  due_date: '2026-03-05',
  status: 'in_progress' as const,
  sections: [
    { name: 'Business', status: 'approved' as const },
    { name: 'Accounts', status: 'pending_review' as const },
    { name: 'Payroll', status: 'pending' as const },
  ],
}
const jane = client({ workforms: [tax] })

function open(detail = jane, answers: Answers = {}) {
  const sent = serve({ [`GET /api/clients/${jane.id}`]: [200, detail], ...answers })
  const onClose = vi.fn()
  show(<ClientDialog id={jane.id} onClose={onClose} />)
  return { sent, onClose }
}

test('shows the client and the assigned workforms', async () => {
  open()
  const dialog = await screen.findByRole('dialog', { name: 'Jane Miller' })
  // The dialog opens before its content has loaded.
  await within(dialog).findByText('Client Information')
  for (const text of ['jane@bluebird.example', '555 0100', 'Bluebird Bakery', 'Jan 5, 2026', 'active']) {
    expect(within(dialog).getByText(text)).toBeDefined()
  }
  expect(within(dialog).getByText('Assigned Jan 6, 2026 · Due: Mar 5')).toBeDefined()
  expect(within(dialog).getByText('in progress')).toBeDefined()
  expect(within(dialog).getByText('2 of 3 sections · 67%')).toBeDefined()
  expect(within(dialog).queryByText('Resend invitation')).toBeNull()
})

test('links a workform to its submission', async () => {
  open()
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Tax onboarding' })
  expect(new URL(link.href).pathname).toBe('/form-submissions')
  expect(Object.fromEntries(new URL(link.href).searchParams)).toEqual({ workform: uuid(10), client: jane.id })
})

test('lists what will be lost when an assignment is removed', async () => {
  const { sent } = open(jane, { [`DELETE /api/clients/${jane.id}/workforms/${uuid(10)}`]: [200, { ok: true }] })
  await user.click(await screen.findByRole('button', { name: 'Remove Tax onboarding' }))
  for (const sentence of describeLoss(tax)) expect(screen.getByText(sentence)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('"Tax onboarding" removed from Jane Miller')).toBeDefined()
  await waitFor(() => expect(sent.filter((s) => s.method === 'GET').length).toBeGreaterThan(1))
})

test('resends the invitation when the client has not signed up', async () => {
  const { sent } = open(client({ password_set: false }), {
    [`POST /api/clients/${jane.id}/invitation`]: [200, { ok: true }],
  })
  await user.click(await screen.findByRole('button', { name: 'Resend invitation' }))
  expect(await screen.findByText('Invitation sent')).toBeDefined()
  expect(sent.find((s) => s.method === 'POST')?.key).toBeTruthy()
})

test('shows an error when the client no longer exists', async () => {
  open(jane, {
    [`GET /api/clients/${jane.id}`]: problem(
      404,
      'not_found',
      'Not found',
      'This does not exist, or you do not have access to it.',
    ),
  })
  expect(await screen.findByText('Failed to load client information')).toBeDefined()
  expect(screen.getByText('This client cannot be shown')).toBeDefined()
})

test('closes the details when the client is deleted', async () => {
  const { onClose } = open(jane, { [`DELETE /api/clients/${jane.id}`]: [200, { ok: true }] })
  await user.click(await screen.findByRole('button', { name: 'Delete client' }))
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
})

test('offers no invitation, assignment or follow-ups when the person has declined', async () => {
  const { sent } = open(client({ password_set: false, declined: true }))
  expect(await screen.findByText(/This person has declined to become your client/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Resend invitation' })).toBeNull()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Assign Workform' }).disabled).toBe(true)
  expect(
    await screen.findByText('Nothing is planned, because this person has declined to become your client.'),
  ).toBeDefined()
  expect(screen.queryByLabelText(/Follow up on this client/)).toBeNull()
  expect(sent.map((s) => s.path).filter((path) => path.includes('follow-ups'))).toEqual([])
})

test('explains why nothing is planned when the client has not accepted the invitation', async () => {
  open(client({ password_set: false }))
  expect(await screen.findByText('Nothing is planned until this client has accepted your invitation.')).toBeDefined()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Assign Workform' }).disabled).toBe(false)
})

test('says that the client was not found, without a request, when the link is cut off', async () => {
  const sent = serve({})
  show(<ClientDialog id="0193" onClose={vi.fn()} />)
  expect(await screen.findAllByText('This client was not found. Is the link complete?')).not.toEqual([])
  expect(screen.queryByText(/UUID/)).toBeNull()
  expect(sent).toEqual([])
})

test.each([
  ['waiting', /Waiting for confirmation/],
  ['refused', /refused to change their address/],
  ['expired', /did not confirm in time/],
] as const)('shows the requested address when the change is %s', async (state, text) => {
  open(client({ email_change: { email: 'jane@new.example', asked_at: '2026-11-20T10:00:00.000Z', state } }))
  expect(await screen.findByText(text)).toBeDefined()
  expect(screen.getByText('jane@new.example')).toBeDefined()
})
