import { serve } from '@portal/kit/testing/serve'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { closeShell, openShell } from '../testing.tsx'

afterEach(closeShell)

it.each([
  [['decisions'], 'Decisions'],
  [['assigned', 'messages'], 'Workforms and Messages'],
])('turns the kinds %s off and on when the button is pressed, not before', async (kinds, names) => {
  const state = { address: 'jane@bluebird.example', kind: kinds[0], kinds }
  const sent = serve({
    'GET /api/mail/link': { ...state, on: true },
    'POST /api/mail/link/off': { ...state, on: false },
    'POST /api/mail/link/on': { ...state, on: true },
  })
  const status = (text: string) =>
    screen.findByText((_, element) => element?.role === 'status' && element.textContent === text)
  await openShell('/mail-off?token=abc')
  await status(`Stop emails about ${names} to jane@bluebird.example?`)
  expect(sent.map(({ route }) => route)).toEqual(['GET /api/mail/link'])
  await userEvent.click(screen.getByRole('button', { name: 'Stop these emails' }))
  await status(`Done. jane@bluebird.example will get no more emails about ${names}.`)
  await userEvent.click(screen.getByRole('button', { name: 'Turn these emails on again' }))
  await status(`Stop emails about ${names} to jane@bluebird.example?`)
  expect(sent.map(({ route, query }) => [route, query])).toEqual([
    ['GET /api/mail/link', { token: 'abc' }],
    ['POST /api/mail/link/off', { token: 'abc' }],
    ['POST /api/mail/link/on', { token: 'abc' }],
  ])
})
