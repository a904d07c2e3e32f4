import { resetScreen } from '@portal/kit/testing/reset-screen'
import { type Answers, problem, serve } from '@portal/kit/testing/serve'
import { toasts } from '@portal/kit/testing/toaster'
import { queryClient } from '@portal/sdk'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PasskeysCard } from './passkeys-card.tsx'

vi.mock('@portal/sdk/toaster', () => import('@portal/kit/testing/toaster'))
const PASSKEY = {
  id: 'p1',
  name: 'Safari on iPhone',
  synced: true,
  created_at: '2026-11-01T10:00:00Z',
  last_used_at: null,
}
const OPTIONS = {
  rp: { id: 'localhost', name: 'Client Portal' },
  user: { id: 'aGFuZGxl', name: 'maya@example.com', displayName: 'maya@example.com' },
  challenge: 'Y2hhbGxlbmdl',
  pubKeyCredParams: [],
  timeout: 1000,
  attestation: 'none',
  excludeCredentials: [],
  authenticatorSelection: {},
}
const bytes = (text: string) => new TextEncoder().encode(text).buffer
const CREDENTIAL = {
  id: 'aWQ',
  rawId: bytes('id'),
  type: 'public-key',
  response: { clientDataJSON: bytes('{}'), attestationObject: bytes('attested'), getTransports: () => ['internal'] },
  getClientExtensionResults: () => ({}),
}

const create = vi.fn<() => Promise<unknown>>()
beforeEach(() => {
  vi.stubGlobal('PublicKeyCredential', vi.fn())
  Object.defineProperty(navigator, 'credentials', { value: { create }, configurable: true })
  create.mockReset().mockResolvedValue(CREDENTIAL)
})
afterEach(() => {
  vi.unstubAllGlobals()
  resetScreen()
})

function show(answers: Answers = {}) {
  let passkeys: object[] = []
  const sent = serve({
    'GET /api/auth/passkeys': () => ({ passkeys }),
    'GET /api/auth/factors': () => ({ factors: [], recovery_codes_left: 0, has_password: true }),
    'POST /api/auth/passkeys/options': () => OPTIONS,
    'POST /api/auth/passkeys': () => {
      passkeys = [PASSKEY]
      return PASSKEY
    },
    ...answers,
  })
  render(
    <QueryClientProvider client={queryClient}>
      <PasskeysCard />
    </QueryClientProvider>,
  )
  return sent
}
const pressAdd = async () => userEvent.click(await screen.findByRole('button', { name: 'Add a passkey' }))

it('adds a passkey at once after a recent sign-in', async () => {
  const sent = show()
  expect(await screen.findByText('None yet.')).toBeDefined()
  await pressAdd()
  expect(await screen.findByRole('button', { name: 'Remove Safari on iPhone' })).toBeDefined()
  const { body } = sent.find(({ method, path }) => method === 'POST' && path === '/api/auth/passkeys') ?? expect.fail()
  expect(body).toEqual({
    id: 'aWQ',
    rawId: 'aWQ',
    type: 'public-key',
    response: expect.objectContaining({ attestationObject: 'YXR0ZXN0ZWQ', transports: ['internal'] }) as unknown,
  })
})

it('asks for the password when the server requires it, and shows what is wrong with it', async () => {
  show({
    'POST /api/auth/passkeys/options': ({ body }) => {
      const { password } = body as { password?: string }
      if (password === undefined) return problem(400, 'reauthentication_required')
      return password === 'secret' ? OPTIONS : problem(400, 'wrong_password', 'Wrong', 'The password is not correct.')
    },
  })
  await pressAdd()
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a passkey' }))
  // A session by link is not a while old, but needs the password as well.
  expect(dialog.getByText('First show that it is you.')).toBeDefined()
  await userEvent.type(dialog.getByLabelText('Password'), 'secre')
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }))
  expect(await dialog.findByText('The password is not correct.')).toBeDefined()
  expect(create).not.toHaveBeenCalled()
  await userEvent.type(dialog.getByLabelText('Password'), 't')
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByRole('button', { name: 'Remove Safari on iPhone' })).toBeDefined()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('says nothing when the user cancels, and why when the device refuses', async () => {
  show()
  create.mockRejectedValueOnce(new DOMException('canceled', 'NotAllowedError'))
  await pressAdd()
  await waitFor(() => expect(create).toHaveBeenCalledTimes(1))
  expect(toasts.error).not.toHaveBeenCalled()
  create.mockRejectedValueOnce(new DOMException('there is one', 'InvalidStateError'))
  await pressAdd()
  await waitFor(() =>
    expect(toasts.error).toHaveBeenCalledWith('Already added', 'This device already has a passkey of your account.'),
  )
})

it('lists passkeys without a button to add one when the browser does not support them', async () => {
  vi.unstubAllGlobals()
  show({ 'GET /api/auth/passkeys': () => ({ passkeys: [PASSKEY] }) })
  expect(await screen.findByText(/not used yet · synced by a password manager/)).toBeDefined()
  expect(screen.getByText('This browser cannot create passkeys at this address.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
})
