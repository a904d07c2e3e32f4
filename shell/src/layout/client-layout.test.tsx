import { serve } from '@portal/kit/testing/serve'
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { closeShell, openShell, stubMediaQueries } from '../testing.tsx'

const heard = vi.hoisted(() => new Map<string, () => void>())
vi.mock('@portal/sdk', async (original) => ({
  ...(await original<typeof import('@portal/sdk')>()),
  useRealtime: (types: string[], listener: () => void) => types.forEach((type) => heard.set(type, listener)),
}))

beforeEach(() => stubMediaQueries())
afterEach(() => {
  closeShell()
  heard.clear()
})

const record = (id: string, more: object = {}) => ({
  client_id: id,
  firm: 'Torres Books',
  bookkeeper: 'Maya Torres',
  current: id === 'c1',
  ...more,
})
const profile = (more: object = {}) => ({
  id: 'u1',
  role: 'client',
  name: 'Priya Raman',
  email: 'priya@example.com',
  phone: null,
  company: null,
  time_zone: 'UTC',
  is_active: true,
  client_status: 'active',
  member_since: '2026-01-01',
  ...more,
})

it('names the firm and the bookkeeper when the client has only one', async () => {
  serve({ 'GET /api/auth/records': () => ({ items: [record('c1')], offers: [] }) })
  await openShell('/client-profile', 'client')
  expect(await screen.findByText('Torres Books')).toBeTruthy()
  expect(screen.getByText('Maya Torres')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Torres Books/ })).toBeNull()
})

it('offers the other bookkeepers when the client has several', async () => {
  serve({
    'GET /api/auth/records': () => ({ items: [record('c1'), record('c2', { firm: 'Other Books' })], offers: [] }),
  })
  await openShell('/client-profile', 'client')
  expect(await screen.findByRole('button', { name: /Torres Books/ })).toBeTruthy()
})

it('shows a client as active when they are being onboarded', async () => {
  serve({ 'GET /api/profile': () => profile({ is_active: false, client_status: 'onboarding' }) })
  await openShell('/client-profile', 'client')
  expect(await screen.findByText('Active')).toBeTruthy()
})

it('shows the new name and status when the bookkeeper changes the client', async () => {
  let now = profile()
  serve({ 'GET /api/profile': () => now })
  await openShell('/client-profile', 'client')
  expect(await screen.findByText('Active')).toBeTruthy()
  now = profile({ name: 'Priya Raman-Ortiz', is_active: false, client_status: 'inactive' })
  await act(async () => heard.get('client.changed')?.())
  expect(await screen.findByText('Inactive')).toBeTruthy()
  // In the profile, and next to Sign Out.
  expect(screen.getAllByText('Priya Raman-Ortiz').length).toBeGreaterThan(1)
})
