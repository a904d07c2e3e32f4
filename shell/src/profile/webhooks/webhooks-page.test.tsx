import { WEBHOOK_EVENTS } from '@portal/contract/webhook-events'
import type { Webhook } from '@portal/contract/webhooks'
import { type Answers, serve } from '@portal/kit/testing/serve'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { closeShell, openShell } from '../../testing.tsx'

afterEach(closeShell)

const webhook = (change: Partial<Webhook> = {}): Webhook => ({
  id: 'w1',
  url: 'https://hooks.example.com/a',
  events: [...WEBHOOK_EVENTS],
  is_on: true,
  created_at: '2026-11-01T10:00:00Z',
  waiting: 0,
  last: null,
  ...change,
})

async function open(items: Webhook[], answers: Answers = {}) {
  const sent = serve({
    'GET /api/webhooks': () => ({ items }),
    'GET /api/webhooks/deliveries': () => ({ items: [], next: null }),
    ...answers,
  })
  await openShell('/profile/webhooks', 'bookkeeper')
  await screen.findByRole('heading', { level: 1, name: 'Webhooks' })
  return sent
}
const dialog = async (name: string, role = 'dialog') => within(await screen.findByRole(role, { name }))

it('adds an address with the chosen events, and shows its secret once', async () => {
  const items: Webhook[] = []
  const sent = await open(items, {
    'POST /api/webhooks': () => {
      items.push(webhook())
      return { id: 'w1', secret: 'whsec_abc' }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Add address' }))
  const form = await dialog('Add Address')
  await userEvent.click(form.getByRole('button', { name: 'Add Address' }))
  expect(await form.findByText('Please enter an address.')).toBeDefined()
  await userEvent.type(form.getByLabelText(/^Address/), 'https://hooks.example.com/a')
  await userEvent.click(form.getByRole('checkbox', { name: 'Section submitted (submit)' }))
  await userEvent.click(form.getByRole('button', { name: 'Add Address' }))
  const secret = await dialog('Save your signing secret')
  expect(secret.getByText('whsec_abc')).toBeDefined()
  await userEvent.click(secret.getByRole('button', { name: 'I Have Saved It' }))
  await waitFor(() => expect(screen.queryByText('whsec_abc')).toBeNull())
  expect(await screen.findByText('https://hooks.example.com/a')).toBeDefined()
  expect(sent.find(({ route }) => route === 'POST /api/webhooks')?.body).toEqual({
    url: 'https://hooks.example.com/a',
    events: WEBHOOK_EVENTS.filter((event) => event !== 'submit'),
  })
})

it('asks for confirmation before an address is removed', async () => {
  const items = [webhook()]
  const sent = await open(items, {
    'DELETE /api/webhooks/w1': () => {
      items.pop()
      return { ok: true }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Remove for hooks.example.com' }))
  const question = await dialog('Remove address', 'alertdialog')
  expect(sent.some(({ method }) => method === 'DELETE')).toBe(false)
  await userEvent.click(question.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('No addresses yet')).toBeDefined()
})

it('shows why the last delivery failed, and how many events wait', async () => {
  const last = { state: 'failed', status: 500, error: 'HTTP 500', tried_at: new Date().toISOString() } as const
  await open([webhook({ last, waiting: 3 })])
  expect((await screen.findByText(/HTTP 500/)).parentElement?.textContent).toContain('3 waiting')
})
