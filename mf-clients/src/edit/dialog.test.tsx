import { type Answers, problem, serve } from '@portal/kit/testing/serve'
import { signInBookkeeper } from '@portal/kit/testing/sign-in'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { client, resetScreen, show, watchFormProblem } from '../testing/show.tsx'
import { EditClient } from './dialog.tsx'

beforeEach(signInBookkeeper)
afterEach(resetScreen)

const user = userEvent.setup()
const jane = client()
const PATCH = `PATCH /api/clients/${jane.id}`

async function open(answers: Answers = {}) {
  const sent = serve({ [PATCH]: [200, jane], ...answers })
  const onClose = vi.fn()
  show(<EditClient client={jane} onClose={onClose} />)
  await screen.findByText('Update client information')
  return { sent: () => sent.filter((s) => s.method === 'PATCH'), onClose }
}
const fill = (label: RegExp | string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const save = () => user.click(screen.getByRole('button', { name: 'Update Client' }))

test('saves the changes with the version that was edited', async () => {
  const { sent, onClose } = await open()
  fill('Phone', '555 0199')
  fill('Status', 'inactive')
  await save()
  expect(await screen.findByText('Client updated successfully')).toBeDefined()
  expect(onClose).toHaveBeenCalled()
  expect(sent()[0]?.body).toEqual({
    name: jane.name,
    email: jane.email,
    company: jane.company,
    phone: '555 0199',
    status: 'inactive',
    updated_at: jane.updated_at,
  })
})

test.each([/^Full Name/, /^Email/])('refuses to save when %s is blank, and says so until it is not', async (label) => {
  const { sent } = await open()
  fill(label, '  ')
  await save()
  expect(await screen.findByText('Name and email are required')).toBeDefined()
  expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true')
  expect(sent()).toEqual([])
  const takenBack = watchFormProblem()
  fill(label, 'jane@miller.example')
  await save()
  await takenBack()
})

test('marks the email when it is malformed or already used', async () => {
  const { sent } = await open({
    [PATCH]: problem(409, 'client_email_taken', 'Email Already Used', 'You already have a client with this email.'),
  })
  fill(/^Email/, 'jane')
  await save()
  expect(sent()).toEqual([])
  expect(screen.getByLabelText(/^Email/).getAttribute('aria-invalid')).toBe('true')
  fill(/^Email/, 'taken@example.com')
  await save()
  expect(await screen.findByText('Email Already Used')).toBeDefined()
  await waitFor(() => expect(screen.getByLabelText(/^Email/).getAttribute('aria-invalid')).toBe('true'))
})

test('shows the current data and keeps the edits when the client has changed since', async () => {
  const now = client({ phone: '555 7777', updated_at: '2026-02-01T10:00:00.000Z' })
  let tries = 0
  const { sent, onClose } = await open({
    [PATCH]: () =>
      tries++ === 0
        ? problem(409, 'stale', 'Changed in the meantime', 'This was changed in the meantime.')
        : [200, now],
    [`GET /api/clients/${jane.id}`]: [200, now],
  })
  fill('Company', 'Bluebird Cafe')
  await save()
  expect(await screen.findByText('Changed in the meantime')).toBeDefined()
  const notice = 'This client has changed since you opened it. You now see the current data.'
  expect(await screen.findByText(notice)).toBeDefined()
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Phone').value).toBe('555 7777'))
  expect(screen.getByLabelText<HTMLInputElement>('Company').value).toBe('Bluebird Bakery')
  expect(screen.getByText('Bluebird Cafe')).toBeDefined()
  expect(onClose).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Restore my changes' }))
  expect(screen.getByLabelText<HTMLInputElement>('Company').value).toBe('Bluebird Cafe')
  await save()
  expect(await screen.findByText('Client updated successfully')).toBeDefined()
  expect(sent().length).toBe(2)
  expect(sent()[1]?.body).toMatchObject({ phone: '555 7777', company: 'Bluebird Cafe', updated_at: now.updated_at })
})

test('shows an error and stays open when saving fails', async () => {
  const { onClose } = await open({
    [PATCH]: problem(500, 'internal', 'Something went wrong', 'Please try again later.'),
  })
  await save()
  expect(await screen.findByText('Failed to update client')).toBeDefined()
  expect(onClose).not.toHaveBeenCalled()
})

test('says that a new address waits for confirmation when the client signs in with the old one', async () => {
  await open()
  fill(/^Email/, 'jane@new.example')
  await save()
  expect(await screen.findByText('Waiting for confirmation')).toBeDefined()
})
