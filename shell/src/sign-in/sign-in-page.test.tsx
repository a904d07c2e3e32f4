import { type Answer, problem, serve } from '@portal/kit/testing/serve'
import { screen, waitFor } from '@testing-library/react'
import { queryClient } from '@portal/sdk'
import userEvent from '@testing-library/user-event'
import { toast } from 'sonner'
import { afterEach, expect, it, vi } from 'vitest'
import { closeShell, fillField, findToast, openShell, sessionOf } from '../testing.tsx'
import { PRESSED_LINKS } from '../testing/pressed-links.ts'

afterEach(closeShell)

const user = userEvent.setup()
const press = (name: string) => user.click(screen.getAllByRole('button', { name }).at(-1) ?? expect.fail(name))

it('signs a bookkeeper in and opens the page that they came for', async () => {
  const bodies: unknown[] = []
  serve({
    'POST /api/auth/sign-in': ({ body }) => {
      bodies.push(body)
      return sessionOf('bookkeeper')
    },
  })
  const shell = await openShell('/?next=%2Fprofile')
  await fillField('Email', 'maya@example.com')
  await fillField('Password', 'secret-1')
  await press('Sign In')
  await waitFor(() => expect(shell.path()).toBe('/profile'))
  expect(bodies).toEqual([{ email: 'maya@example.com', password: 'secret-1', portal: 'bookkeeper' }])
})

it('shows a notice instead of the form when sign-up is closed', async () => {
  queryClient.removeQueries({ queryKey: ['sign-in-options'] })
  document.getElementById('sign-in-options')?.remove()
  const textContent = JSON.stringify({ providers: [], sign_up: 'closed' })
  document.head.append(
    Object.assign(document.createElement('script'), { id: 'sign-in-options', type: 'application/json', textContent }),
  )
  serve({})
  await openShell('/')
  await user.click(await screen.findByRole('button', { name: 'Sign Up' }))
  expect(await screen.findByText('This portal does not accept new sign-ups. Please contact its operator.')).toBeTruthy()
  expect(screen.queryByLabelText('Full Name')).toBeNull()
  document.getElementById('sign-in-options')?.remove()
  queryClient.removeQueries({ queryKey: ['sign-in-options'] })
})

it('shows what is wrong when a sign-in fails', async () => {
  let answer = problem(
    401,
    'invalid_credentials',
    'Title',
    'Invalid email or password. Please check your credentials and try again.',
  )
  const sent = serve({ 'POST /api/auth/sign-in': () => answer })
  await openShell('/')
  await screen.findByLabelText('Email')
  await press('Sign In')
  expect(await screen.findByText('Please enter your email.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Email'))
  expect(sent).toEqual([])
  await fillField('Email', 'maya@example.com')
  await fillField('Password', 'wrong')
  await press('Sign In')
  await findToast('Sign In Failed', 'Invalid email or password. Please check your credentials and try again.')
  answer = problem(403, 'wrong_portal')
  await press('Sign In')
  await findToast('Access Denied', 'This is the bookkeeper portal. Please use the client portal to sign in.')
})

it('asks for an email address before it sends a reset link', async () => {
  const sent = serve({ 'POST /api/auth/password/reset-request': () => ({ ok: true }) })
  await openShell('/')
  await screen.findByLabelText('Email')
  await press('Forgot your password?')
  await findToast('Reset Failed', 'Please enter your email address first.')
  await fillField('Email', 'maya@example.com')
  await press('Forgot your password?')
  await findToast('Reset Email Sent', 'Check your email for password reset instructions.')
  expect(sent.map(({ route }) => route)).toEqual(['POST /api/auth/password/reset-request'])
})

it('registers a bookkeeper when the passwords match and are long enough', async () => {
  let answer: Answer = problem(
    409,
    'email_used_by_client',
    'Email Already Used',
    'This email is registered as a client. Please use a different email.',
  )
  const sent = serve({ 'POST /api/auth/sign-up': () => answer })
  await openShell('/')
  await screen.findByLabelText('Email')
  await press('Sign Up')
  await fillField('Full Name', 'Maya Torres')
  await fillField('Email', 'maya@example.com')
  await fillField('Password', 'abcde')
  await fillField('Confirm Password', 'abcdef')
  await press('Sign Up')
  await findToast('Password Mismatch', 'Passwords do not match. Please try again.')
  await fillField('Confirm Password', 'abcde')
  await press('Sign Up')
  await findToast('Password Too Short', 'Password must be at least 6 characters long.')
  expect(sent).toEqual([])
  await fillField('Password', 'abcdef')
  await fillField('Confirm Password', 'abcdef')
  // Waiting until it is gone would prove nothing: toasts close by themselves.
  const takenBack = vi.spyOn(toast, 'dismiss')
  await press('Sign Up')
  await waitFor(() => expect(takenBack).toHaveBeenCalledWith('password'))
  await findToast('Email Already Used', 'This email is registered as a client. Please use a different email.')
  answer = { ok: true }
  await press('Sign Up')
  await findToast('Bookkeeper Account Created!', 'Please check your email to confirm your account before signing in.')
  expect(screen.queryByLabelText('Full Name')).toBeNull()
})

const LINKS = Object.entries(PRESSED_LINKS)

it.each(LINKS)('uses a mailed link (%s) when the button is pressed, not when it is opened', async (purpose, link) => {
  const { path, button: name, done } = link
  let answer: Answer = problem(503, 'unavailable', 'Try again', 'The portal is not available.')
  const sent = serve({ [`POST /api/${path}`]: () => answer })
  await openShell(`/?${purpose}=token`)
  await screen.findByRole('button', { name })
  await screen.findByLabelText('Password')
  expect(sent).toEqual([])
  await press(name)
  expect(await screen.findByText('The portal is not available.')).toBeTruthy()
  answer = link.answer
  await press(name)
  expect(await screen.findByText(done)).toBeTruthy()
  expect(sent.map(({ body }) => body)).toEqual([{ token: 'token' }, { token: 'token' }])
  expect(screen.queryByRole('button', { name })).toBeNull()
})

it('says so when a mailed link no longer works, and offers nothing more', async () => {
  serve({ 'POST /api/auth/confirm': () => problem(400, 'invalid_link') })
  await openShell('/?confirm=token')
  await user.click(await screen.findByRole('button', { name: 'Confirm email address' }))
  expect(await screen.findByText(/If you have already confirmed your email, sign in/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Confirm email address' })).toBeNull()
})

it('shows a client how to register as a bookkeeper', async () => {
  serve({ 'POST /api/auth/sign-out': () => ({ ok: true }) })
  await openShell('/', 'client')
  expect(
    await screen.findByText("You're currently signed in as a client. Sign out to register as a bookkeeper."),
  ).toBeTruthy()
  await press('Sign Out')
  await findToast('Signed Out', 'You have been signed out successfully.')
  await waitFor(() => expect(screen.queryByText(/currently signed in/)).toBeNull())
})

it('sends the confirmation again when the address is not confirmed', async () => {
  const bodies: unknown[] = []
  serve({
    'POST /api/auth/sign-in': () => problem(403, 'email_not_confirmed', 'Sign In Failed', 'Email not confirmed'),
    'POST /api/auth/confirm/again': ({ body }) => {
      bodies.push(body)
      return { ok: true }
    },
  })
  await openShell('/')
  await fillField('Email', 'maya@example.com')
  await fillField('Password', 'secret-1')
  await press('Sign In')
  await findToast('Sign In Failed', 'Email not confirmed')
  await user.click(await screen.findByRole('button', { name: 'Send the confirmation again' }))
  await findToast('Confirmation sent')
  expect(bodies).toEqual([{ email: 'maya@example.com' }])
})

it('keeps the entered text when switching between the forms', async () => {
  serve({})
  await openShell('/')
  await fillField('Password', 'secret-1')
  await user.click(screen.getByRole('button', { name: 'Sign Up' }))
  await fillField('Full Name', 'Maya Torres')
  await fillField('Company Name (optional)', 'Torres Books')
  await user.click(screen.getAllByRole('button', { name: 'Sign In' })[0] ?? expect.fail('no toggle'))
  expect(await screen.findByLabelText('Password')).toHaveProperty('value', 'secret-1')
  await user.click(screen.getByRole('button', { name: 'Sign Up' }))
  expect(await screen.findByLabelText('Full Name')).toHaveProperty('value', 'Maya Torres')
  expect(await screen.findByLabelText('Company Name (optional)')).toHaveProperty('value', 'Torres Books')
})

it('reports a used reset link before anything is typed', async () => {
  const sent = serve({ 'POST /api/auth/password/reset/check': () => problem(400, 'invalid_link') })
  await openShell('/?reset=bad')
  expect(await screen.findByText('Invalid or Expired Link')).toBeTruthy()
  expect(screen.queryByLabelText('New Password')).toBeNull()
  expect(sent.map(({ route }) => route)).toContain('POST /api/auth/password/reset/check')
})

it('says that an account waits for approval after confirmation and at sign-in', async () => {
  const waiting = 'Your account is waiting for approval. You will get an email as soon as you can sign in.'
  serve({
    'POST /api/auth/confirm': () => ({ ok: true, awaiting_approval: true }),
    'POST /api/auth/sign-in': () => problem(403, 'awaiting_approval', 'Waiting for approval', waiting),
  })
  await openShell('/?confirm=token')
  await user.click(await screen.findByRole('button', { name: 'Confirm email address' }))
  await screen.findByText(/Your email is confirmed. Your account is waiting for approval/)
  await fillField('Email', 'maya@example.com')
  await fillField('Password', 'secret-1')
  await press('Sign In')
  await findToast('Waiting for approval', waiting)
})
