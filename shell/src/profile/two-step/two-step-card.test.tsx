import { resetScreen } from '@portal/kit/testing/reset-screen'
import { type Answers, problem, serve } from '@portal/kit/testing/serve'
import { queryClient, setSession } from '@portal/sdk'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { sessionOf } from '../../testing.tsx'
import { TwoStepCard } from './two-step-card.tsx'

vi.mock('@portal/sdk/toaster', () => import('@portal/kit/testing/toaster'))
afterEach(resetScreen)

const FACTOR = { id: 'f1', type: 'totp', created_at: '2026-11-01T10:00:00Z', last_used_at: null }
const factors = (isOn: boolean, left = 10) => ({
  factors: isOn ? [FACTOR] : [],
  recovery_codes_left: isOn ? left : 0,
  has_password: true,
})

function show(answers: Answers) {
  const sent = serve(answers)
  render(
    <QueryClientProvider client={queryClient}>
      <TwoStepCard />
    </QueryClientProvider>,
  )
  return sent
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

it('turns on with password and first code, and shows the recovery codes once', async () => {
  let isOn = false
  const sent = show({
    'GET /api/auth/factors': () => factors(isOn),
    'POST /api/auth/factors': () => ({ id: 'f1', type: 'totp', secret: 'ABCDEFGH', uri: 'otpauth://totp/x' }),
    'POST /api/auth/factors/f1/challenge': () => ({ factor_id: 'f1', challenge: 'c', expires_at: '' }),
    'POST /api/auth/factors/f1/verify': () => {
      isOn = true
      return { recovery_codes: ['AAAA-BBBB', 'CCCC-DDDD'] }
    },
  })
  await press('Turn On')
  await userEvent.type((await dialog('Turn on two-step verification')).getByLabelText('Password'), 'secret')
  await press('Continue')
  const scan = await dialog('Set up your authenticator app')
  expect(scan.getByTestId('secret').textContent).toBe('ABCD EFGH')
  await userEvent.type(scan.getByLabelText('Verification Code'), '123456')
  await press('Verify & Turn On')
  const codes = await dialog('Save your recovery codes')
  expect(codes.getAllByRole('listitem').map((code) => code.textContent)).toEqual(['AAAA-BBBB', 'CCCC-DDDD'])
  await userEvent.click(codes.getByRole('button', { name: 'Close' }))
  expect(await screen.findByText('Have you saved the codes?')).toBeDefined()
  await press('Back to the codes')
  await waitFor(() => expect(screen.queryByText('Have you saved the codes?')).toBeNull())
  expect(codes.getAllByRole('listitem')).toHaveLength(2)
  await press('I Have Saved Them')
  await waitFor(() => expect(screen.queryByText('AAAA-BBBB')).toBeNull())
  expect(await screen.findByText('On')).toBeDefined()
  expect(sent.find(({ path }) => path.endsWith('/verify'))?.body).toEqual({ challenge: 'c', code: '123456' })
})

it('asks for password and code before it turns off, and shows what is wrong', async () => {
  let isOn = true
  const sent = show({
    'GET /api/auth/factors': () => factors(isOn),
    'DELETE /api/auth/factors/f1': ({ body }) => {
      if ((body as { code: string }).code !== '654321')
        return problem(400, 'invalid_code', 'Invalid Code', 'Wrong code.')
      isOn = false
      return { ok: true }
    },
  })
  await press('Turn Off')
  const form = await dialog('Turn off two-step verification')
  await userEvent.click(form.getByRole('button', { name: 'Turn Off' }))
  expect(await form.findByText('Please enter your password.')).toBeDefined()
  expect(sent.some(({ method }) => method === 'DELETE')).toBe(false)
  await userEvent.type(form.getByLabelText('Password'), 'secret')
  await userEvent.type(form.getByLabelText('Verification Code'), '111111')
  await userEvent.click(form.getByRole('button', { name: 'Turn Off' }))
  expect(await form.findByText('Wrong code.')).toBeDefined()
  await userEvent.clear(form.getByLabelText('Verification Code'))
  await userEvent.type(form.getByLabelText('Verification Code'), '654321')
  await userEvent.click(form.getByRole('button', { name: 'Turn Off' }))
  expect(await screen.findByRole('button', { name: 'Turn On' })).toBeDefined()
})

it.each([
  [0, 'No recovery codes are left. Create new ones before you need them.'],
  [1, '1 recovery code is left. Create new ones soon.'],
  [9, '9 recovery codes are left.'],
])('says how many recovery codes are left when there are %d', async (left, text) => {
  show({ 'GET /api/auth/factors': () => factors(true, left) })
  expect(await screen.findByText(text)).toBeDefined()
})

it('asks an account without a password for a mailed code instead', async () => {
  setSession(sessionOf('client'), 'elsewhere')
  let isOn = true
  const sent = show({
    'GET /api/auth/factors': () => ({ ...factors(isOn), has_password: false }),
    'POST /api/auth/factors/email-code': () => ({ ok: true }),
    'DELETE /api/auth/factors/f1': ({ body }) => {
      if ((body as { email_code: string }).email_code !== '123456')
        return problem(400, 'wrong_email_code', 'Invalid Code', 'The code is not correct.')
      isOn = false
      return { ok: true }
    },
  })
  await press('Turn Off')
  const form = await dialog('Turn off two-step verification')
  expect(form.queryByLabelText('Password')).toBeNull()
  await userEvent.click(form.getByRole('button', { name: 'Turn Off' }))
  expect(await form.findByText('Please enter the 6-digit code.')).toBeDefined()
  await userEvent.click(form.getByRole('button', { name: 'Email me a code' }))
  expect(await form.findByRole('button', { name: 'Email me another code' })).toBeDefined()
  await userEvent.type(form.getByLabelText('Code From the Email'), '111111')
  await userEvent.type(form.getByLabelText('Verification Code'), '654321')
  await userEvent.click(form.getByRole('button', { name: 'Turn Off' }))
  expect(await form.findByText('The code is not correct.')).toBeDefined()
  await userEvent.clear(form.getByLabelText('Code From the Email'))
  await userEvent.type(form.getByLabelText('Code From the Email'), '123456')
  await userEvent.click(form.getByRole('button', { name: 'Turn Off' }))
  expect(await screen.findByRole('button', { name: 'Turn On' })).toBeDefined()
  expect(sent.findLast(({ method }) => method === 'DELETE')?.body).toEqual({ email_code: '123456', code: '654321' })
})
