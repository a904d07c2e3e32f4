import type { OneTapLink } from '@portal/contract/one-tap'
import { serve } from '@portal/kit/testing/serve'
import { uuid } from '@portal/kit/testing/uuid'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { closeShell, openShell, sessionOf } from '../testing.tsx'

afterEach(closeShell)

const TOKEN = 'aB3_-'.repeat(8) + 'xyz'
const LINK: OneTapLink = {
  user_id: uuid(1),
  client_id: uuid(2),
  name: 'Priya Raman',
  firm: 'Torres Books',
  email: 'p…@example.com',
  needs_code: false,
  is_new: false,
  is_offer: false,
  waiting: { sections: 1, first_due: null, messages: 0 },
}

it('only looks at the link until the button is pressed, which opens the page', async () => {
  const sent = serve({
    'POST /api/auth/one-tap/look-up': LINK,
    'POST /api/auth/one-tap/open': sessionOf('client'),
  })
  const used = () => sent.filter(({ path }) => path.startsWith('/api/auth/')).map(({ route, body }) => [route, body])
  const shell = await openShell(`/client-link#${TOKEN}/client-profile`)
  const button = await screen.findByRole('button', { name: 'Continue as Priya Raman' })
  await screen.findByText('1 section is waiting for you.')
  expect(sent.map(({ route }) => route)).toEqual(['POST /api/auth/one-tap/look-up'])
  await userEvent.click(button)
  await waitFor(() => expect(shell.path()).toBe('/client-profile'))
  expect(used().slice(0, 2)).toEqual([
    ['POST /api/auth/one-tap/look-up', { token: TOKEN }],
    ['POST /api/auth/one-tap/open', { token: TOKEN, timeZone: expect.any(String) as string }],
  ])
})
