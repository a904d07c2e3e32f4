import type { PortalSectionDetail, PortalWorkform } from '@portal/contract/client-portal'
import { uuid } from '@portal/kit/testing/uuid'
import { queryClient, setSession } from '@portal/sdk'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { ReactElement } from 'react'

export const SECTION_ID = uuid(1)

export function signInClient(): void {
  setSession(
    {
      access_token: 'token',
      expires_at: '2999-01-01T00:00:00.000Z',
      session_id: uuid(90),
      user: {
        id: uuid(91),
        email: 'jane@bluebird.example',
        role: 'client',
        name: 'Jane Miller',
        company: null,
        time_zone: 'UTC',
        client_id: uuid(92),
      },
    },
    'signed-in',
  )
}

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

/** Returns a section with a required text, an email and a file field. */
export function detail(change: Partial<PortalSectionDetail> = {}): PortalSectionDetail {
  return {
    assignment_id: SECTION_ID,
    workform_id: uuid(10),
    workform_name: 'Tax onboarding 2026',
    name: 'Business details',
    status: 'pending',
    version: 3,
    due_date: '2026-03-05',
    rejection_reason: null,
    to_fix: [],
    sent_back: { answers: {}, non_answers: {} },
    recall: null,
    fields: [
      { id: 'name', name: 'Company name', type: 'short-text', required: true, section: 'Business details' },
      { id: 'mail', name: 'Billing email', type: 'email', required: false, section: 'Business details' },
      { id: 'bank', name: 'Bank statement', type: 'file', required: true, section: 'Business details' },
    ],
    answers: {},
    non_answers: {},
    draft_version: 0,
    saved_at: null,
    ...change,
  }
}

/** Returns a workform with one section. */
export function workform(change: Partial<PortalWorkform> = {}): PortalWorkform {
  return {
    workform_id: uuid(10),
    name: 'Tax onboarding 2026',
    description: 'What we need for your return',
    due_date: '2026-03-05',
    commitment: null,
    sections: [
      {
        assignment_id: SECTION_ID,
        name: 'Business details',
        status: 'pending',
        version: 3,
        rejection_reason: null,
        to_fix: [],
        recall: null,
        comments: 0,
        new_comments: 0,
        field_count: 3,
        required_count: 2,
      },
    ],
    ...change,
  }
}
