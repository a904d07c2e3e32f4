import type { SectionAttempt } from '@portal/contract/answer-review'
import type { ReviewSection, SubmissionCard } from '@portal/contract/review'
import { uuid } from '@portal/kit/testing/uuid'
import { queryClient } from '@portal/sdk'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { ReactElement } from 'react'

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

/** Returns a section with one text answer, waiting for review. */
export function section(change: Partial<ReviewSection> = {}): ReviewSection {
  return {
    assignment_id: uuid(1),
    section_name: 'Business details',
    status: 'pending_review',
    assignment_status: 'completed',
    version: 3,
    fields: [
      { id: 'f1', name: 'Company name', type: 'short-text', required: true, section: 'Business details' },
      { id: 'f2', name: 'Tax number', type: 'short-text', required: false, section: 'Business details' },
    ],
    answers: { f1: 'Bluebird Bakery' },
    non_answers: {},
    marks: {},
    attempts: 1,
    recall_requested_at: null,
    notes: null,
    submitted_at: '2026-03-01T10:00:00.000Z',
    approved_at: null,
    days: { client: 3, bookkeeper: 1 },
    ...change,
  }
}

/** Returns a card with one section. */
export function card(change: Partial<SubmissionCard> = {}): SubmissionCard {
  return {
    workform_id: uuid(10),
    workform_name: 'Tax onboarding 2026',
    workform_description: 'What we need for your return',
    client_id: uuid(20),
    client_name: 'Jane Miller',
    client_email: 'jane@bluebird.example',
    is_archived: false,
    due_date: '2026-03-05',
    open_due_date: null,
    commitment: null,
    waiting_since: null,
    with_client_since: null,
    sections: [section()],
    ...change,
  }
}

/** Returns the first submission of a section, which was sent back. */
export function attempt(change: Partial<SectionAttempt> = {}): SectionAttempt {
  const { fields, answers, non_answers } = section()
  return {
    number: 1,
    version: 1,
    submitted_at: '2026-02-20T10:00:00.000Z',
    outcome: 'sent_back',
    decided_at: '2026-02-21T10:00:00.000Z',
    fields,
    answers,
    non_answers,
    files: [],
    flags: [],
    ...change,
  }
}
