import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, inject, it } from 'vitest'
import { good, newSignUp, nextMail, post, refused, tokenIn } from '../../../testing/accounts.ts'
import { rows, change } from '../../../testing/work.ts'
import { mailsTo, portalUrl } from '../../../testing/portal.ts'
import { until } from '../../../testing/until.ts'
import { awaitingSince, requireOpenSignUp } from './approval.ts'

const settings = (SIGN_UP: 'open' | 'approval' | 'closed') => ({ settings: { SIGN_UP } as never, now: new Date() })

/** Signs a bookkeeper up and marks the firm as awaiting approval, because the portal under test has open sign-up. */
async function applicant() {
  const input = newSignUp()
  await good(post('/api/auth/sign-up', input))
  const mail = await nextMail(input.email, 'Confirm your email address')
  await change(
    `UPDATE firms SET awaiting_approval_since = created_at
     WHERE id = (SELECT p.firm_id FROM profiles p WHERE p.email = ?)`,
    input.email,
  )
  const signIn = () => post('/api/auth/sign-in', { email: input.email, password: input.password, portal: 'bookkeeper' })
  return { ...input, signIn, confirm: tokenIn(mail, 'confirm') }
}
const request = (email: string) =>
  until('the mail to the operator', async () =>
    (await mailsTo('operator@example.com')).find((mail) => mail.text.includes(email)),
  )

it('lets a bookkeeper sign in when the operator has approved the account by mail, and not before', async () => {
  const { email, signIn, confirm } = await applicant()
  expect(await good(post('/api/auth/confirm', { token: confirm }))).toEqual({ ok: true, awaiting_approval: true })
  expect(await refused(signIn(), 'awaiting_approval')).toEqual({
    title: 'Waiting for approval',
    detail: 'Your account is waiting for approval. You will get an email as soon as you can sign in.',
  })
  const mail = await request(email)
  expect(mail.text).toContain('Bea Bookkeeper')
  const token = tokenIn(mail, 'approve')
  expect(await good(post('/api/auth/approve', { token }))).toEqual({ email })
  await nextMail(email, 'Your account is ready')
  await good(signIn())
  await refused(post('/api/auth/approve', { token }), 'invalid_link')
  expect(
    await rows(
      `SELECT 1 FROM audit_log WHERE action = 'account.approved'
       AND subject_id = (SELECT id FROM auth_users WHERE email = ?)`,
      email,
    ),
  ).toHaveLength(1)
})

it('asks the operator when an address is confirmed, also by a password reset', async () => {
  const { email, signIn } = await applicant()
  await refused(signIn(), 'email_not_confirmed')
  expect((await mailsTo('operator@example.com')).some((mail) => mail.text.includes(email))).toBe(false)
  await good(post('/api/auth/password/reset-request', { email }))
  const token = tokenIn(await nextMail(email, 'Set a new password'), 'reset')
  await good(post('/api/auth/password/reset', { token, password: 'brand-new' }))
  await request(email)
  await refused(post('/api/auth/sign-in', { email, password: 'brand-new', portal: 'bookkeeper' }), 'awaiting_approval')
})

it('asks the operator once when the applicant sets several new passwords', async () => {
  const { email, confirm } = await applicant()
  await good(post('/api/auth/confirm', { token: confirm }))
  const { text } = await request(email)
  for (let i = 0; i < 2; i++) {
    await good(post('/api/auth/password/reset-request', { email }))
    const token = tokenIn(await nextMail(email, 'Set a new password', i), 'reset')
    await good(post('/api/auth/password/reset', { token, password: `brand-new-${i}` }))
    await nextMail(email, 'Your password was changed', i)
  }
  await expect
    .poll(() =>
      rows(
        "SELECT 1 FROM outbox WHERE recipient = 'mail:operator@example.com' AND done_at IS NULL AND dead_at IS NULL",
      ),
    )
    .toEqual([])
  expect(
    (await mailsTo('operator@example.com')).filter((mail) => mail.text.includes(email)).map((mail) => mail.text),
  ).toEqual([text])
})

it('lists, approves and refuses sign-ups when the operator uses the command', async () => {
  const command = async (...args: string[]) => {
    const env = { ...process.env, LIBSQL_URL: inject('databaseUrl'), ORIGIN: portalUrl }
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(import.meta.dirname, '../../../../../tools/operate/sign-ups.ts'), ...args],
      { env },
    )
    return stdout
  }
  const [wanted, unwanted] = [await applicant(), await applicant()]
  for (const { confirm } of [wanted, unwanted]) await good(post('/api/auth/confirm', { token: confirm }))
  const listed = await command()
  for (const { email } of [wanted, unwanted]) expect(listed).toContain(email)
  await command('approve', `<${wanted.email.toUpperCase()}>`)
  await good(wanted.signIn())
  await command('refuse', unwanted.email)
  await refused(unwanted.signIn(), 'invalid_credentials')
  // The address can sign up again.
  await good(post('/api/auth/sign-up', { ...newSignUp(), email: unwanted.email }))
  await expect(command('approve', wanted.email)).rejects.toThrow('is waiting for approval')
})

it('follows the SIGN_UP setting', () => {
  expect(awaitingSince(settings('open'))).toBeNull()
  const asked = settings('approval')
  expect(awaitingSince(asked)).toBe(asked.now.toISOString())
  expect(() => requireOpenSignUp(asked)).not.toThrow()
  expect(() => requireOpenSignUp(settings('closed'))).toThrow('sign_up_closed')
})

it('sends the confirmation again when the address is unconfirmed, with the same response for any address', async () => {
  const input = newSignUp()
  await good(post('/api/auth/sign-up', input))
  await nextMail(input.email, 'Confirm your email address')
  const again = (email: string) => good(post('/api/auth/confirm/again', { email }))
  await again(input.email)
  const mail = await nextMail(input.email, 'Confirm your email address', 1)
  await good(post('/api/auth/confirm', { token: tokenIn(mail, 'confirm') }))
  expect(await again(input.email)).toEqual(await again(`nobody-${input.email}`))
  await good(post('/api/auth/sign-in', { email: input.email, password: input.password, portal: 'bookkeeper' }))
  expect((await mailsTo(input.email)).filter((m) => m.subject === 'Confirm your email address')).toHaveLength(2)
})
