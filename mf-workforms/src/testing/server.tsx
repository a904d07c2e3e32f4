import type { WorkformField } from '@portal/contract/fields'
import type { Workform, WorkformImpact, WorkformSummary } from '@portal/contract/workforms'
import { queryClient } from '@portal/sdk'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
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

type Answer = [status: number, body: unknown]

/** Stands in for the network: answers every request of a test and remembers what was sent. */
export function serve(answer: (sent: Sent) => Answer | Promise<Answer>): Sent[] {
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
export function problem(status: number, code: string, title = 'Title', detail = 'Detail'): Answer {
  return [status, { type: `urn:portal:error:${code}`, code, title, status, detail }]
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

/** An id of the right form. */
export const uuid = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`

/** What a deletion touches: nothing, unless told. */
export const impact = (part: Partial<WorkformImpact> = {}): WorkformImpact => ({
  active_assignments: 0,
  clients: 0,
  locked_sections: 0,
  waiting: { sections: 0, clients: 0, own: 0 },
  begun_sections: 0,
  names: [],
  open_sections: [],
  ...part,
})

/** A short text field. */
export function field(id: string, name: string, section = 'General', part: Partial<WorkformField> = {}): WorkformField {
  return { id, name, type: 'short-text', required: false, section, ...part }
}

/** A workform of two sections with two fields each. */
export function workform(part: Partial<Workform> = {}): Workform {
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
    version: 3,
    created_at: '2026-03-01T10:00:00.000Z',
    updated_at: '2026-03-01T10:00:00.000Z',
    ...part,
  }
}

/** A row of the list. */
export function row(part: Partial<WorkformSummary> = {}): WorkformSummary {
  const { id, name, description, is_template, created_at, updated_at } = workform()
  return { id, name, description, is_template, created_at, updated_at, field_count: 4, section_count: 2, ...part }
}
