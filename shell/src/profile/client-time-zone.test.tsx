import type { Profile } from '@portal/contract/auth'
import { resetScreen } from '@portal/kit/testing/reset-screen'
import { problem, serve } from '@portal/kit/testing/serve'
import { currentSession, queryClient, setSession } from '@portal/sdk'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { sessionOf } from '../testing.tsx'
import { ClientTimeZone } from './client-time-zone.tsx'

afterEach(resetScreen)

const profile = { time_zone: 'UTC' } as Profile
const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <ClientTimeZone profile={profile} />
    </QueryClientProvider>,
  )

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Time Zone' })
/** Chooses the first time zone that a search finds, with the keyboard alone. */
async function choose(search: string): Promise<void> {
  await userEvent.click(field())
  await userEvent.keyboard(search)
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
  await userEvent.keyboard('{Enter}')
}

it('finds a time zone by its city, and shows the offset of the chosen one', async () => {
  setSession(sessionOf('client'), 'elsewhere')
  serve({})
  render(
    <QueryClientProvider client={queryClient}>
      <ClientTimeZone profile={{ time_zone: 'Asia/Kolkata' } as Profile} />
    </QueryClientProvider>,
  )
  expect(field().value).toMatch(/^Asia\/(Kolkata|Calcutta) \(UTC\+5:30\)$/)
  await userEvent.click(field())
  expect(screen.getAllByRole('option')[0]?.getAttribute('aria-selected')).toBe('true')
  for (const [search, zone] of [
    ['Berlin', /^Europe\/BerlinUTC\+[12]$/],
    ['new york', /^America\/New YorkUTC-[45]$/],
    ['New_York', /^America\/New YorkUTC-[45]$/],
  ] as const) {
    await userEvent.clear(field())
    await userEvent.type(field(), search)
    await waitFor(() =>
      expect(screen.getAllByRole('option').map((o) => o.textContent)).toEqual([expect.stringMatching(zone)]),
    )
  }
  await userEvent.clear(field())
  await userEvent.type(field(), 'Atlantis')
  expect(await screen.findByText('No time zone found')).toBeDefined()
})

it('saves the time zone when it is chosen', async () => {
  setSession(sessionOf('client'), 'elsewhere')
  const sent = serve({ 'PUT /api/profile/time-zone': ({ body }) => body as object })
  show()
  await choose('denver')
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ time_zone: 'America/Denver' }]))
  await waitFor(() => expect(currentSession()?.user.time_zone).toBe('America/Denver'))
})

it('shows the saved time zone when a change fails', async () => {
  setSession(sessionOf('client'), 'elsewhere')
  serve({ 'PUT /api/profile/time-zone': () => problem(400, 'invalid_input') })
  show()
  await choose('denver')
  await waitFor(() => expect(field().value).toBe('UTC'))
})

it('shows a time zone that this browser does not know', () => {
  render(
    <QueryClientProvider client={queryClient}>
      <ClientTimeZone profile={{ time_zone: 'America/Newville' } as Profile} />
    </QueryClientProvider>,
  )
  expect(field().value).toBe('America/Newville')
})
