import { setSession } from '@portal/sdk'
import type { PageDefinition } from '@portal/contract/pages'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Page, PageHeader, type PageHeaderProps } from './page.tsx'

async function show(staticData: PageDefinition, props: PageHeaderProps = {}) {
  const routeTree = createRootRoute({
    staticData,
    component: () => (
      <Page>
        <PageHeader {...props} />
      </Page>
    ),
  })
  const router = createRouter({ routeTree, history: createMemoryHistory() })
  const { unmount } = render(<RouterProvider router={router as never} />)
  const heading = await screen.findByRole('heading', { level: 1 })
  return { heading, column: heading.closest('.mx-auto'), unmount }
}

it('shows title, subtitle and width of the definition of the page', async () => {
  const { heading, column, unmount } = await show({ title: 'Reports', subtitle: 'Of this year', width: 'narrow' })
  expect([heading.textContent, document.title]).toEqual(['Reports', 'Reports · Client Portal'])
  expect(screen.getByText('Of this year')).toBeDefined()
  expect(column?.className).toContain('max-w-3xl')
  unmount()
  expect(document.title).toBe('Client Portal')
})

it('says the name of the portal once', async () => {
  await show({ title: 'Client Portal' })
  expect(document.title).toBe('Client Portal')
})

it('prefers the title and subtitle of the component', async () => {
  const { heading } = await show({ title: 'Client', subtitle: 'Details' }, { title: 'Jane', subtitle: 'New' })
  expect([heading.textContent, document.title]).toEqual(['Jane', 'Jane · Client Portal'])
  expect(screen.queryByText('Details')).toBeNull()
})

it('passes the signed-in user to a title that is a function', async () => {
  const user = {
    id: 'u1',
    email: 'jane@example.com',
    role: 'client' as const,
    name: 'Jane',
    company: null,
    time_zone: 'UTC',
    client_id: 'c1',
  }
  setSession({ access_token: 't', expires_at: '2027-01-01T00:00:00Z', session_id: 's1', user }, 'signed-in')
  expect((await show({ title: ({ name }) => `Hi ${name}` })).heading.textContent).toBe('Hi Jane')
  setSession(null, 'elsewhere')
})
