import { ERRORS, type ErrorCode } from '@portal/contract/errors'
import { type Handler, problem, serve } from '@portal/kit/testing/serve'
import { signOut } from '@portal/sdk'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { closeShell, fillField, openShell } from './testing.tsx'

/** Covers every message for sign-in, sign-up and passwords, each produced on its own screen. */

afterEach(closeShell)

const user = userEvent.setup()

/** Answers with a problem of the contract, with its own texts by default. */
const refuse = (code: ErrorCode, detail: string = ERRORS[code].detail, title: string = ERRORS[code].title): Handler => {
  const { status } = ERRORS[code]
  return () => problem(status, code, title, detail)
}
const offline: Handler = () => Promise.reject(new TypeError('offline'))
const ok: Handler = () => ({ ok: true })

const press = async (name: string): Promise<void> => {
  await screen.findAllByRole('button', { name })
  await user.click(screen.getAllByRole('button', { name }).at(-1) ?? expect.fail(name))
}

const signIn = async (): Promise<void> => {
  await fillField('Email', 'ann@example.com')
  await fillField('Password', 'some-password')
  await press('Sign In')
}
const signUp =
  (password = 'good-enough', again = password) =>
  async (): Promise<void> => {
    await screen.findByLabelText('Email')
    await press('Sign Up')
    await fillField('Full Name', 'Ann Lee')
    await fillField('Email', 'ann@example.com')
    await fillField('Password', password)
    await fillField('Confirm Password', again)
    await press('Sign Up')
  }
const forgot = async (email = 'ann@example.com'): Promise<void> => {
  await screen.findByLabelText('Email')
  if (email) await fillField('Email', email)
  await press('Forgot your password?')
}
const sendCode = (purpose: 'signup' | 'recovery') => async (): Promise<void> => {
  if (purpose === 'signup') await user.click(await screen.findByRole('tab', { name: 'Sign Up' }))
  await fillField('Email', 'ann@example.com')
  await press(purpose === 'signup' ? 'Send Verification Code' : 'Send Reset Code')
}
const enterCode = (purpose: 'signup' | 'recovery') => async (): Promise<void> => {
  await sendCode(purpose)()
  await fillField('Verification Code', '123456')
  await press('Verify Code')
}
const newPassword =
  (purpose: 'signup' | 'recovery', password = 'abcdef1!') =>
  async (): Promise<void> => {
    await enterCode(purpose)()
    await fillField('Password', password)
    await fillField('Confirm Password', password)
    await press(purpose === 'signup' ? 'Set Password' : 'Reset Password')
  }
const acceptInvitation = async (): Promise<void> => {
  await fillField('Password', 'good-enough')
  await fillField('Confirm Password', 'good-enough')
  await press('Set Password')
}
const nothing = async (): Promise<void> => undefined

const CODE = 'POST /api/auth/client/code'
const CHECKED = { [CODE]: ok, 'POST /api/auth/client/code/check': () => ({ setup_token: 'token' }) }
const PASSWORD = 'POST /api/auth/client/password'
const INVITED = { 'POST /api/auth/invitation/check': () => ({ email: 'ann@example.com', name: 'Ann Lee' }) }
const NOT_REGISTERED = 'This email is not registered. Please contact your bookkeeper.'
const UNEXPECTED = 'An unexpected error occurred. Please try again.'
const CLIENT = '/client-auth'
const RECOVERY = '/client-auth?type=recovery'
const SETUP = '/client-setup?token=abcdefghijklmnopqrst'

/** Title, message, page, answers of the server, and steps of the user. */
type Row = [string, string, string, Record<string, Handler>, () => Promise<void>]
const CATALOG: Row[] = [
  [
    'Sign In Failed',
    ERRORS.invalid_credentials.detail,
    '/',
    { 'POST /api/auth/sign-in': refuse('invalid_credentials') },
    signIn,
  ],
  [
    'Sign In Failed',
    'Invalid email or password. Please try again.',
    CLIENT,
    { 'POST /api/auth/sign-in': refuse('invalid_credentials') },
    signIn,
  ],
  ['Sign In Failed', 'Email not confirmed', '/', { 'POST /api/auth/sign-in': refuse('email_not_confirmed') }, signIn],
  ['Sign In Failed', UNEXPECTED, '/', { 'POST /api/auth/sign-in': refuse('internal') }, signIn],
  [
    'Connection Error',
    'Unable to connect to authentication service. Please try again.',
    '/',
    { 'POST /api/auth/sign-in': offline },
    signIn,
  ],
  [
    'Account Already Exists',
    'An account with this email already exists. Please sign in instead.',
    '/',
    { 'POST /api/auth/sign-up': refuse('account_exists') },
    signUp(),
  ],
  [
    'Sign Up Failed',
    'The portal is busy. Please try again in a moment.',
    '/',
    { 'POST /api/auth/sign-up': refuse('busy') },
    signUp(),
  ],
  ['Password Mismatch', 'Passwords do not match. Please try again.', '/', {}, signUp('good-enough', 'good-enouhg')],
  ['Password Too Short', 'Password must be at least 6 characters long.', '/', {}, signUp('short')],
  ['Password Invalid', 'Password must contain at least 1 number.', CLIENT, CHECKED, newPassword('signup', 'abcdefg!')],
  [
    'Password Invalid',
    'Password must contain at least 1 special character.',
    CLIENT,
    CHECKED,
    newPassword('signup', 'abcdefg1'),
  ],
  [
    'Password Invalid',
    'Please choose another password.',
    '/',
    { 'POST /api/auth/sign-up': refuse('password_weak') },
    signUp(),
  ],
  ['Reset Failed', 'Please enter your email address first.', '/', {}, () => forgot('')],
  ['Reset Failed', UNEXPECTED, '/', { 'POST /api/auth/password/reset-request': refuse('internal') }, forgot],
  [
    'Database Error',
    'Unable to verify email. Please try again.',
    CLIENT,
    { [CODE]: refuse('internal') },
    sendCode('signup'),
  ],
  ['Email Not Registered', NOT_REGISTERED, CLIENT, { [CODE]: refuse('email_not_registered') }, sendCode('signup')],
  ['Email Not Found', NOT_REGISTERED, RECOVERY, { [CODE]: refuse('email_not_registered') }, sendCode('recovery')],
  [
    'Email Send Failed',
    `Unable to send verification code: ${ERRORS.busy.detail}`,
    CLIENT,
    { [CODE]: refuse('busy') },
    sendCode('signup'),
  ],
  [
    'Email Send Failed',
    `Unable to send reset code: ${ERRORS.busy.detail}`,
    RECOVERY,
    { [CODE]: refuse('busy') },
    sendCode('recovery'),
  ],
  [
    'Session Expired',
    'Please start the password reset or signup process again.',
    CLIENT,
    { ...CHECKED, [PASSWORD]: refuse('session_expired') },
    newPassword('signup'),
  ],
  [
    'Invalid Code',
    'Invalid or expired code.',
    CLIENT,
    { [CODE]: ok, 'POST /api/auth/client/code/check': refuse('invalid_code') },
    enterCode('signup'),
  ],
  [
    'Session Error',
    'Client data not found. Please start the process again.',
    CLIENT,
    {
      ...CHECKED,
      [PASSWORD]: refuse('session_expired', 'Client data not found. Please start the process again.', 'Session Error'),
    },
    newPassword('signup'),
  ],
  [
    'Password Setup Failed',
    ERRORS.busy.detail,
    CLIENT,
    { ...CHECKED, [PASSWORD]: refuse('busy') },
    newPassword('signup'),
  ],
  [
    'Password Reset Failed',
    ERRORS.busy.detail,
    RECOVERY,
    { ...CHECKED, [PASSWORD]: refuse('busy') },
    newPassword('recovery'),
  ],
  [
    'Authentication Error',
    'The link has expired',
    '/client-auth?error=access_denied&error_description=The+link+has+expired',
    {},
    nothing,
  ],
  ['Invalid Link', 'This invitation link is invalid or missing.', '/client-setup', {}, nothing],
  [
    'Invalid or Expired Link',
    ERRORS.invalid_link.detail,
    SETUP,
    { 'POST /api/auth/invitation/check': refuse('invalid_link') },
    nothing,
  ],
  [
    'Account Creation Failed',
    ERRORS.account_exists.detail,
    SETUP,
    { ...INVITED, 'POST /api/auth/invitation/accept': refuse('account_exists') },
    acceptInvitation,
  ],
  [
    'Setup Failed',
    ERRORS.busy.detail,
    SETUP,
    { ...INVITED, 'POST /api/auth/invitation/accept': refuse('busy') },
    acceptInvitation,
  ],
  [
    'Access Denied',
    'This is the bookkeeper portal. Please use the client portal to sign in.',
    '/',
    { 'POST /api/auth/sign-in': refuse('wrong_portal') },
    signIn,
  ],
  [
    'Access Denied',
    'This is the client portal. Please use the bookkeeper portal to sign in.',
    CLIENT,
    { 'POST /api/auth/sign-in': refuse('wrong_portal') },
    signIn,
  ],
  [
    'Email Already Used',
    'This email is registered as a client. Please use a different email.',
    '/',
    { 'POST /api/auth/sign-up': refuse('email_used_by_client') },
    signUp(),
  ],
  [
    'Email Already Used',
    'This email is registered as a bookkeeper. Please contact support.',
    CLIENT,
    { [CODE]: refuse('email_used_by_bookkeeper') },
    sendCode('signup'),
  ],
  [
    'Error',
    'Failed to sign out. Please try again.',
    '/',
    { 'POST /api/auth/sign-out': refuse('internal') },
    () => act(() => signOut()),
  ],
  [
    'Too many attempts',
    'Too many attempts. Please try again in 2 minutes.',
    CLIENT,
    { 'POST /api/auth/sign-in': refuse('too_many_requests', 'Too many attempts. Please try again in 2 minutes.') },
    signIn,
  ],
]

describe('messages for sign-in, sign-up and passwords', () => {
  it.each(CATALOG)('shows "%s: %s" when it applies', async (title, message, path, server, steps) => {
    serve(server)
    await openShell(path)
    await steps()
    await waitFor(() => {
      const shown = screen.getAllByText(title).flatMap((element) => element.closest('[data-sonner-toast]') ?? [])
      expect(shown.map((toast) => toast.textContent).join()).toContain(message)
    })
  })

  // Every specified title must be covered by a row above.
  it.each([
    'Sign In Failed',
    'Connection Error',
    'Account Already Exists',
    'Sign Up Failed',
    'Password Mismatch',
    'Password Too Short',
    'Password Invalid',
    'Reset Failed',
    'Database Error',
    'Email Not Registered',
    'Email Not Found',
    'Email Send Failed',
    'Session Expired',
    'Invalid Code',
    'Session Error',
    'Password Setup Failed',
    'Password Reset Failed',
    'Authentication Error',
    'Invalid Link',
    'Invalid or Expired Link',
    'Account Creation Failed',
    'Setup Failed',
    'Access Denied',
    'Email Already Used',
    'Error',
  ])('covers the title %s', (title) => expect(CATALOG.map(([shown]) => shown)).toContain(title))
})
