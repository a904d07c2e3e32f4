import type { Role } from '@portal/contract/statuses'
import { resetScreen } from '@portal/kit/testing/reset-screen'
import { type Answers, problem, serve } from '@portal/kit/testing/serve'
import { toasts } from '@portal/kit/testing/toaster'
import { queryClient } from '@portal/sdk'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { MailCard } from './mail-card.tsx'

vi.mock('@portal/sdk/toaster', () => import('@portal/kit/testing/toaster'))

afterEach(resetScreen)

const SETTINGS = { items: ['submissions', 'messages', 'follow_ups'].map((kind) => ({ kind, on: true })) }

function show(answers: Answers, role: Role = 'bookkeeper') {
  const sent = serve({ 'GET /api/mail/settings': () => SETTINGS, ...answers })
  render(
    <QueryClientProvider client={queryClient}>
      <MailCard role={role} />
    </QueryClientProvider>,
  )
  return sent
}
const messages = () => screen.findByRole<HTMLInputElement>('switch', { name: 'Messages' })

it('turns a kind of email off at once when its switch is pressed', async () => {
  const sent = show({ 'PUT /api/mail/settings': () => new Promise(() => undefined) })
  await userEvent.click(await messages())
  await waitFor(async () => expect((await messages()).checked).toBe(false))
  expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({ kind: 'messages', on: false })
})

it('turns the switch back and shows why when the change fails', async () => {
  show({ 'PUT /api/mail/settings': problem(503, 'busy', 'Busy', 'Please try again in a moment.') })
  await userEvent.click(await messages())
  await waitFor(() => expect(toasts.error).toHaveBeenCalledWith('Busy', 'Please try again in a moment.'))
  expect((await messages()).checked).toBe(true)
})

it('shows a client which kinds of email are off', async () => {
  const items = ['decisions', 'messages'].map((kind) => ({ kind, on: kind === 'messages' }))
  show({ 'GET /api/mail/settings': () => ({ items }) }, 'client')
  expect((await messages()).checked).toBe(true)
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Decisions' }).checked).toBe(false)
})
