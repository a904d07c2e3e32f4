import type { ReviewSection, SubmissionCard } from '@portal/contract/review'
import { queryClient } from '@portal/sdk'
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { vi } from 'vitest'

/** A request that a screen has sent. */
export interface Sent {
  method: string
  path: string
  query: URLSearchParams
  body: unknown
  key: string | null
}

/** Answers a request with a status and JSON, or not at all while `undefined`. */
export type Answering = (sent: Sent) => [status: number, body: unknown] | Promise<[status: number, body: unknown]>

/** Stands in for the network: answers every request of a test and remembers what was sent. */
export function serve(answer: Answering): Sent[] {
  const all: Sent[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const text = await request.text()
    const sent: Sent = {
      method: request.method,
      path: url.pathname,
      query: url.searchParams,
      body: text ? JSON.parse(text) : undefined,
      key: request.headers.get('idempotency-key'),
    }
    all.push(sent)
    const [status, body] = await answer(sent)
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
  })
  return all
}

/** A problem document, as the worker sends it. */
export function problem(status: number, code: string, title = 'Title', detail = 'Detail'): [number, unknown] {
  return [status, { type: `urn:portal:error:${code}`, code, title, status, detail }]
}

/** Renders with the query client that remotes share. */
export function show(element: ReactElement) {
  const wrap = (inner: ReactElement) => <QueryClientProvider client={queryClient}>{inner}</QueryClientProvider>
  const view = render(wrap(element))
  return { ...view, rerender: (next: ReactElement) => view.rerender(wrap(next)) }
}

const uuid = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`

/** A section with one text answer, waiting for review. */
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
    notes: null,
    submitted_at: '2026-03-01T10:00:00.000Z',
    approved_at: null,
    ...change,
  }
}

/** A card with one section. */
export function card(change: Partial<SubmissionCard> = {}): SubmissionCard {
  return {
    workform_id: uuid(10),
    workform_name: 'Tax onboarding 2026',
    workform_description: 'What we need for your return',
    client_id: uuid(20),
    client_name: 'Jane Miller',
    client_email: 'jane@bluebird.example',
    due_date: '2026-03-05',
    sections: [section()],
    ...change,
  }
}
