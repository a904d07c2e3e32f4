import { setSession } from '@portal/sdk'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import remote from '../remote/pages.ts'
import { ExamplePage } from './page.tsx'

it('shows its heading and the signed-in user', async () => {
  setSession(
    {
      access_token: 'token',
      expires_at: new Date(Date.now() + 900_000).toISOString(),
      session_id: 's1',
      user: {
        id: 'u1',
        email: 'maya@bookkeepers.com',
        role: 'bookkeeper',
        name: 'Maya',
        company: null,
        time_zone: 'UTC',
        client_id: null,
      },
    },
    'signed-in',
  )
  const routeTree = createRootRoute({ staticData: remote.pages['/example'], component: ExamplePage })
  const router = createRouter({ routeTree, history: createMemoryHistory() })
  render(<RouterProvider router={router as never} />)
  expect(await screen.findByRole('heading', { level: 1, name: 'Example' })).toBeDefined()
  expect(screen.getByText(/maya@bookkeepers\.com/)).toBeDefined()
})
