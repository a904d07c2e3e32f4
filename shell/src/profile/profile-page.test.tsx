import { type Answer, type Answers, problem, serve } from '@portal/kit/testing/serve'
import { toasts } from '@portal/kit/testing/toaster'
import { currentSession } from '@portal/sdk'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { closeShell, fillField, openShell } from '../testing.tsx'

vi.mock('@portal/sdk/toaster', async (original) => ({
  ...(await original<typeof import('@portal/sdk/toaster')>()),
  ...(await import('@portal/kit/testing/toaster')),
}))
afterEach(closeShell)

const PROFILE = {
  id: 'u1',
  role: 'bookkeeper',
  name: 'Maya Torres',
  email: 'maya@example.com',
  phone: null,
  company: 'Torres Books',
  time_zone: 'UTC',
  is_active: true,
  client_status: null,
  member_since: '2026-01-05T10:00:00Z',
}
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label)
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))

async function open(answers: Answers = {}) {
  const sent = serve({ 'GET /api/profile': () => PROFILE, ...answers })
  await openShell('/profile', 'bookkeeper')
  return sent
}

it('shows the profile with a read-only email address', async () => {
  await open()
  expect((await field('Name')).value).toBe('Maya Torres')
  expect((await field('Email')).readOnly).toBe(true)
  expect(screen.getByText(/^Member since .*2026$/)).toBeDefined()
})

it('saves the changes and updates the session when Save Changes is pressed', async () => {
  const sent = await open({ 'PATCH /api/profile': ({ body }) => ({ ...PROFILE, ...(body as object) }) })
  await userEvent.clear(await field('Name'))
  await userEvent.type(await field('Name'), 'Maya T')
  await save()
  await waitFor(() => expect(toasts.success).toHaveBeenCalledWith('Profile Updated', expect.anything()))
  expect(sent.find(({ method }) => method === 'PATCH')?.body).toEqual({
    name: 'Maya T',
    company: 'Torres Books',
    time_zone: 'UTC',
  })
  expect(currentSession()?.user.name).toBe('Maya T')
})

it('sends nothing when the name is blank', async () => {
  const sent = await open()
  await userEvent.clear(await field('Name'))
  await save()
  expect(await screen.findByText('Please enter your name.')).toBeDefined()
  expect(sent.some(({ method }) => method === 'PATCH')).toBe(false)
})

it('shows the message of a field when the server refuses it', async () => {
  const errors = [{ path: 'company', message: 'At most 120 characters, please.' }]
  const [status, body] = problem(400, 'invalid_input')
  await open({ 'PATCH /api/profile': [status, { ...body, errors }] })
  await userEvent.type(await field('Company'), '!')
  await save()
  expect(await screen.findByText('At most 120 characters, please.')).toBeDefined()
  expect(toasts.error).not.toHaveBeenCalled()
})

it('offers a retry when the profile cannot be loaded', async () => {
  let broken = true
  await open({ 'GET /api/profile': () => (broken ? problem(404, 'not_found') : PROFILE) })
  const failure = (await screen.findByText('Failed to load profile')).closest<HTMLElement>('[role=alert]')
  broken = false
  await userEvent.click(within(failure ?? expect.fail('no alert')).getByRole('button', { name: 'Retry' }))
  expect((await field('Name')).value).toBe('Maya Torres')
})

it('changes the password and closes the dialog when the server accepts it', async () => {
  const sent = await open({
    'GET /api/auth/factors': () => ({ factors: [], recovery_codes_left: 0, has_password: true }),
    'POST /api/auth/password/change': () => ({ ok: true }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Change Password' }))
  await userEvent.type(await field('Current Password'), 'old-secret')
  await userEvent.type(await field('New Password'), 'new-secret')
  await userEvent.type(await field('Confirm New Password'), 'new-secret')
  await userEvent.click(
    screen.getAllByRole('button', { name: /Update Password|Change Password/ }).at(-1) as HTMLElement,
  )
  await waitFor(() =>
    expect(toasts.success).toHaveBeenCalledWith('Success', 'Your password has been updated successfully'),
  )
  expect(sent.find(({ path }) => path === '/api/auth/password/change')?.body).toEqual({
    current_password: 'old-secret',
    new_password: 'new-secret',
  })
})

it('sets the first password with a mailed code', async () => {
  let has = false
  const sent = await open({
    'GET /api/auth/factors': () => ({ factors: [], recovery_codes_left: 0, has_password: has }),
    'POST /api/auth/factors/email-code': () => ({ ok: true }),
    'POST /api/auth/password/change': () => {
      has = true
      return { ok: true }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Set a Password' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Email me a code' }))
  await userEvent.type(await field('New Password'), 'new-secret')
  await userEvent.type(await field('Confirm New Password'), 'new-secret')
  const set = screen.getByRole('button', { name: 'Set Password' })
  await userEvent.click(set)
  expect(await screen.findByText('Please enter the 6-digit code.')).toBeDefined()
  await userEvent.type(await field('Code From the Email'), '123456')
  await userEvent.click(set)
  expect(await screen.findByRole('button', { name: 'Change Password' })).toBeDefined()
  expect(sent.find(({ path }) => path === '/api/auth/password/change')?.body).toEqual({
    email_code: '123456',
    new_password: 'new-secret',
  })
})

it('shows why an address for replies is refused, and saves another', async () => {
  const sender = {
    sender_name: null,
    reply_to: null,
    reply_to_pending: null,
    firm_name: 'Torres Books',
    address: 'portal@example.com',
    one_tap_links: true,
  }
  const [status, body] = problem(400, 'invalid_input')
  const errors = [{ path: 'reply_to', message: 'Please enter a valid email address.' }]
  let answer: Answer = [status, { ...body, errors }]
  const sent = await open({ 'GET /api/firm-mail/sender': sender, 'PUT /api/firm-mail/sender': () => answer })
  const saveWith = async (address: string) => {
    await fillField('Reply-to address', address)
    await userEvent.click(screen.getByRole('button', { name: 'Save sender' }))
  }
  await fillField('Sender name', 'Torres "Books", LLC')
  await saveWith('nobody')
  expect(await screen.findByText('Please enter a valid email address.')).toBeDefined()
  answer = { ...sender, sender_name: 'Torres "Books", LLC', reply_to_pending: 'maya@torres.example' }
  await saveWith('maya@torres.example')
  const text = 'We sent a link to maya@torres.example. Replies go there once the address is confirmed.'
  await waitFor(() => expect(toasts.success).toHaveBeenCalledWith('Sender saved', text))
  expect(screen.queryByText('Please enter a valid email address.')).toBeNull()
  expect(sent.filter(({ method }) => method === 'PUT').map((request) => request.body)).toEqual(
    ['nobody', 'maya@torres.example'].map((reply_to) => ({ sender_name: 'Torres "Books", LLC', reply_to })),
  )
})
