import { serve } from '@portal/kit/testing/serve'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { closeShell, openShell } from './testing.tsx'

afterEach(closeShell)

it('focuses the heading when another page opens, but not on the first page', async () => {
  serve({})
  await openShell('/profile', 'bookkeeper')
  await screen.findByRole('heading', { level: 1, name: 'Profile' })
  expect(document.activeElement).toBe(document.body)
  await userEvent.click(screen.getByRole('link', { name: 'Dashboard' }))
  // A page that loads shows a heading of its own first.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Dashboard' })))
})
