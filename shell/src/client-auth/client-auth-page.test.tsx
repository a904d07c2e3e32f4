import { type Answer, type Handler, problem, serve } from '@portal/kit/testing/serve'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { closeShell, fillField, findToast, openShell, sessionOf } from '../testing.tsx'

afterEach(closeShell)

const user = userEvent.setup()
const press = async (name: string) => user.click(await screen.findByRole('button', { name }))

it('signs a client up in four steps: email, code, password, done', async () => {
  const bodies: unknown[] = []
  const note =
    (answer: object): Handler =>
    ({ body }) => {
      bodies.push(body)
      return answer
    }
  serve({
    'POST /api/auth/client/code': note({ ok: true }),
    'POST /api/auth/client/code/check': note({ setup_token: 'setup-token' }),
    'POST /api/auth/client/password': note({ ok: true }),
  })
  await openShell('/client-auth')
  await user.click(await screen.findByRole('tab', { name: 'Sign Up' }))
  expect(document.title).toBe('Sign Up · Client Portal')
  await fillField('Email', 'Priya@Example.com')
  await press('Send Verification Code')
  await findToast('Code Sent', 'We sent a 6-digit code to your email.')
  await fillField('Verification Code', '12a3456789')
  expect(screen.getByLabelText('Verification Code')).toHaveProperty('value', '123456')
  await press('Verify Code')
  await findToast('Code Verified')
  await fillField('Password', 'abcdefg!')
  const isTicked = (rule: string) => screen.getByText(rule).querySelector('svg') !== null
  expect(['8 characters or more', 'a number', 'a special character'].map(isTicked)).toEqual([true, false, true])
  await fillField('Confirm Password', 'abcdefg!')
  await press('Set Password')
  await findToast('Password Invalid', 'Password must contain at least 1 number.')
  await fillField('Password', 'abcdefg1')
  await fillField('Confirm Password', 'abcdefg1')
  await press('Set Password')
  await findToast('Password Invalid', 'Password must contain at least 1 special character.')
  await fillField('Password', 'abcdef1!')
  await fillField('Confirm Password', 'abcdef1!')
  await press('Set Password')
  await findToast('Password Set Successfully')
  await press('Go to Sign In')
  await findToast('Email Confirmed!', 'Your account has been verified. Welcome to the client portal!')
  expect(await screen.findByLabelText('Email')).toHaveProperty('value', 'Priya@Example.com')
  expect(bodies).toMatchObject([
    { email: 'priya@example.com', purpose: 'signup' },
    { email: 'priya@example.com', purpose: 'signup', code: '123456' },
    { setup_token: 'setup-token', password: 'abcdef1!' },
  ])
})

it('continues at the same step when the tab was discarded, and stores neither code nor password', async () => {
  const bodies: unknown[] = []
  serve({
    'POST /api/auth/client/code': () => ({ ok: true }),
    'POST /api/auth/client/code/check': () => ({ setup_token: 'setup-token' }),
    'POST /api/auth/client/password': ({ body }) => {
      bodies.push(body)
      return { ok: true }
    },
  })
  const kept = () =>
    [localStorage, sessionStorage]
      .flatMap((store) => Array.from({ length: store.length }, (_, i) => store.getItem(store.key(i) ?? '')))
      .join()
  let shell = await openShell('/client-auth')
  await user.click(await screen.findByRole('tab', { name: 'Sign Up' }))
  await fillField('Email', 'priya@example.com')
  await press('Send Verification Code')
  await fillField('Verification Code', '123456')
  const reload = async () => {
    shell.stop()
    cleanup()
    shell = await openShell('/client-auth')
  }
  expect(kept()).not.toContain('123456')
  await reload()
  expect(await screen.findByText('priya@example.com')).toBeTruthy()
  await fillField('Verification Code', '123456')
  await press('Verify Code')
  await fillField('Password', 'abcdef1!')
  await reload()
  await fillField('Password', 'abcdef1!')
  await fillField('Confirm Password', 'abcdef1!')
  expect(kept()).not.toMatch(/123456|abcdef1!/)
  await press('Set Password')
  await screen.findByText('Your account is ready')
  expect(bodies).toMatchObject([{ setup_token: 'setup-token' }])
  await reload()
  expect(await screen.findByRole('tab', { name: 'Sign In', selected: true })).toBeTruthy()
})

it('shows how to set a first password when a sign-in fails, and keeps the entered text', async () => {
  serve({
    'POST /api/auth/sign-in': () =>
      problem(401, 'invalid_credentials', 'Title', 'Invalid email or password. Please try again.'),
  })
  await openShell('/client-auth')
  await fillField('Email', 'priya@example.com')
  await fillField('Password', 'my-guess')
  expect(screen.queryByText(/No password yet/)).toBeNull()
  await press('Sign In')
  await user.click(await screen.findByRole('button', { name: 'sign up' }))
  expect(await screen.findByLabelText('Email')).toHaveProperty('value', 'priya@example.com')
  await user.click(screen.getByRole('tab', { name: 'Sign In' }))
  expect(await screen.findByLabelText('Password')).toHaveProperty('value', 'my-guess')
})

it.each([
  [
    'email_not_registered',
    404,
    'Email Not Registered',
    'This email is not registered. Please contact your bookkeeper.',
  ],
  [
    'email_used_by_bookkeeper',
    409,
    'Email Already Used',
    'This email is registered as a bookkeeper. Please contact support.',
  ],
  ['internal', 500, 'Database Error', 'Unable to verify email. Please try again.'],
])('shows why no code was sent when the server answers %s', async (code, status, title, text) => {
  serve({ 'POST /api/auth/client/code': () => problem(status, code, title, text) })
  await openShell('/client-auth')
  await user.click(await screen.findByRole('tab', { name: 'Sign Up' }))
  await fillField('Email', 'x@example.com')
  await press('Send Verification Code')
  await findToast(title, text)
  expect(screen.queryByLabelText('Verification Code')).toBeNull()
})

it('lets the user type another code over one that was refused', async () => {
  serve({
    'POST /api/auth/client/code': () => ({ ok: true }),
    'POST /api/auth/client/code/check': problem(400, 'invalid_code', 'Invalid Code', 'Invalid or expired code.'),
  })
  await openShell('/client-auth?type=recovery')
  await fillField('Email', 'priya@example.com')
  await press('Send Reset Code')
  await fillField('Verification Code', '123456')
  await press('Verify Code')
  await findToast('Invalid Code', 'Invalid or expired code.')
  const code = screen.getByLabelText<HTMLInputElement>('Verification Code')
  await waitFor(() => expect([document.activeElement, code.selectionStart, code.selectionEnd]).toEqual([code, 0, 6]))
})

it('resets a password with a code, and starts over when the steps took too long', async () => {
  let answer: Answer = problem(
    401,
    'session_expired',
    'Session Expired',
    'Please start the password reset or signup process again.',
  )
  const sent = serve({
    'POST /api/auth/client/code': () => ({ ok: true }),
    'POST /api/auth/client/code/check': () => ({ setup_token: 'setup-token' }),
    'POST /api/auth/client/password': () => answer,
  })
  await openShell('/client-auth?type=recovery')
  const through = async () => {
    await fillField('Email', 'priya@example.com')
    await press('Send Reset Code')
    await fillField('Verification Code', '123456')
    await press('Verify Code')
    await fillField('Password', 'abcdef1!')
    await fillField('Confirm Password', 'abcdef1!')
    await press('Reset Password')
  }
  await through()
  await findToast('Session Expired', 'Please start the password reset or signup process again.')
  answer = { ok: true }
  await through()
  await findToast('Success', 'Your password has been updated successfully')
  expect(await screen.findByRole('tab', { name: 'Sign In' })).toBeTruthy()
  const asked = sent.filter(({ path }) => path.startsWith('/api/auth/client/code'))
  expect(asked.map(({ body }) => (body as { purpose: string }).purpose)).toEqual(Array(4).fill('recovery'))
})

it('shows the messages of the client portal when a sign-in fails', async () => {
  let answer: Answer = problem(
    401,
    'invalid_credentials',
    'Title',
    'Invalid email or password. Please check your credentials and try again.',
  )
  serve({ 'POST /api/auth/sign-in': () => answer })
  const shell = await openShell('/client-auth')
  await fillField('Email', 'priya@example.com')
  await fillField('Password', 'wrong')
  await press('Sign In')
  await findToast('Sign In Failed', 'Invalid email or password. Please try again.')
  answer = problem(403, 'wrong_portal')
  await press('Sign In')
  await findToast('Access Denied', 'This is the client portal. Please use the bookkeeper portal to sign in.')
  answer = sessionOf('client')
  await press('Sign In')
  await waitFor(() => expect(shell.path()).toBe('/client-dashboard'))
})

it('shows the error of a link once', async () => {
  serve({})
  const shell = await openShell('/client-auth?error=access_denied&error_description=Link+has+expired')
  await findToast('Authentication Error', 'Link has expired')
  await waitFor(() => expect(shell.path()).toBe('/client-auth'))
})

it('sets the password of an invited client and signs them in', async () => {
  serve({
    'POST /api/auth/invitation/check': () => ({ email: 'priya@example.com', name: 'Priya Raman' }),
    'POST /api/auth/invitation/accept': () => ({ ok: true }),
    'POST /api/auth/sign-in': () => sessionOf('client'),
  })
  const shell = await openShell('/client-setup?token=abcdefghijklmnopqrst')
  expect(await screen.findByText('Priya Raman')).toBeTruthy()
  await fillField('Password', 'abcde')
  await fillField('Confirm Password', 'abcde')
  await press('Set Password')
  await findToast('Password Too Short', 'Password must be at least 6 characters long.')
  await fillField('Password', 'abcdef')
  await fillField('Confirm Password', 'abcdef')
  await press('Set Password')
  await findToast('Welcome!')
  await waitFor(() => expect(shell.path()).toBe('/client-dashboard'))
})

it('asks a person with an account to sign in and decide, and not for a password', async () => {
  const invitation = { email: 'priya@example.com', name: 'Priya Raman', account: true }
  serve({
    'POST /api/auth/invitation/check': () => invitation,
    'GET /api/auth/records': () => ({ items: [], offers: [], email_changes: [] }),
  })
  let shell = await openShell('/client-setup?token=abcdefghijklmnopqrst')
  expect(await screen.findByText('You already have an account')).toBeTruthy()
  expect(screen.queryByLabelText('Password')).toBeNull()
  expect(screen.getByRole('link', { name: 'Go to Sign In' }).getAttribute('href')).toBe('/client-auth')
  shell.stop()
  cleanup()
  shell = await openShell('/client-setup?token=abcdefghijklmnopqrst', 'client')
  expect((await screen.findByRole('link', { name: 'See the request' })).getAttribute('href')).toBe('/client-dashboard')
})

it.each([
  ['/client-setup', 'Invalid Link', 'This invitation link is invalid or missing.'],
  [
    '/client-setup?token=abcdefghijklmnopqrst',
    'Invalid or Expired Link',
    'This link is no longer valid. Please ask for a new one.',
  ],
])('shows on %s: %s', async (path, title, text) => {
  serve({ 'POST /api/auth/invitation/check': () => problem(400, 'invalid_link', title, text) })
  await openShell(path)
  await findToast(title, text)
})

it.each([
  [undefined, '/client-setup?token=used'],
  ['client', '/client-dashboard'],
] as const)('continues from a used invitation link when signed in as %s', async (who, path) => {
  const used = problem(400, 'link_used', 'Invalid or Expired Link', 'You have set a password. Please sign in.')
  serve({ 'POST /api/auth/invitation/check': () => used })
  const shell = await openShell('/client-setup?token=used', who)
  if (who) await waitFor(() => expect(shell.path()).toBe(path))
  else {
    await findToast('Invalid or Expired Link', 'You have set a password. Please sign in.')
    expect(screen.getByRole('heading', { name: 'You have already set up your account' })).toBeTruthy()
    expect(shell.path()).toBe(path)
  }
})
