import type { WorkformField } from '@portal/contract/fields'
import type { Workform, WorkformImpact, WorkformSummary } from '@portal/contract/workforms'
import { uuid } from '@portal/kit/testing/uuid'
import { queryClient } from '@portal/sdk'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { ReactElement } from 'react'

/** Returns the keys of the stored drafts. */
export const storedDrafts = (): string[] => Object.keys(localStorage).filter((key) => key !== 'portal.session')

/** Renders with the query client and the router that remotes share. */
export function show(element: ReactElement) {
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  const wrap = (inner: ReactElement) => (
    <RouterContextProvider router={router}>
      <QueryClientProvider client={queryClient}>{inner}</QueryClientProvider>
    </RouterContextProvider>
  )
  const view = render(wrap(element))
  return { ...view, rerender: (next: ReactElement) => view.rerender(wrap(next)) }
}

/** Returns the impact of a change or deletion; none by default. */
export const impact = (change: Partial<WorkformImpact> = {}): WorkformImpact => ({
  active_assignments: 0,
  clients: 0,
  locked_sections: 0,
  waiting: { sections: 0, clients: 0, own: 0 },
  begun_sections: 0,
  names: [],
  open_sections: [],
  ...change,
})

/** Returns a short text field. */
export function field(
  id: string,
  name: string,
  section = 'General',
  change: Partial<WorkformField> = {},
): WorkformField {
  return { id, name, type: 'short-text', required: false, section, ...change }
}

/** Returns a workform of two sections with two fields each. */
export function workform(change: Partial<Workform> = {}): Workform {
  const fields = [
    field('a', 'Legal name', 'Business'),
    field('b', 'Tax number', 'Business'),
    field('c', 'Bank', 'Accounts'),
    field('d', 'Branch', 'Accounts'),
  ] as Workform['fields']
  return {
    id: uuid(1),
    name: 'New client intake',
    description: 'What we need to begin',
    fields,
    is_template: true,
    user_id: uuid(9),
    due_days: null,
    version: 3,
    created_at: '2026-03-01T10:00:00.000Z',
    updated_at: '2026-03-01T10:00:00.000Z',
    ...change,
  }
}

/** Returns a row of the list. */
export function row(change: Partial<WorkformSummary> = {}): WorkformSummary {
  const { id, name, description, is_template, created_at, updated_at } = workform()
  return {
    id,
    name,
    description,
    is_template,
    created_at,
    updated_at,
    field_count: 4,
    section_count: 2,
    due_days: null,
    ...change,
  }
}
