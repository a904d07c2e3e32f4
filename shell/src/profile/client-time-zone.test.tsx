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

it('saves the time zone when it is chosen', async () => {
  setSession(sessionOf('client'), 'elsewhere')
  const sent = serve({ 'PUT /api/profile/time-zone': ({ body }) => body as object })
  show()
  await userEvent.selectOptions(screen.getByLabelText('Time Zone'), 'America/Denver')
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ time_zone: 'America/Denver' }]))
  await waitFor(() => expect(currentSession()?.user.time_zone).toBe('America/Denver'))
})

it('shows the saved time zone when a change fails', async () => {
  setSession(sessionOf('client'), 'elsewhere')
  serve({ 'PUT /api/profile/time-zone': () => problem(400, 'invalid_input') })
  show()
  await userEvent.selectOptions(screen.getByLabelText('Time Zone'), 'America/Denver')
  await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Time Zone').value).toBe('UTC'))
})
