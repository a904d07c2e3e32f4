import type { ClientDetail } from '@portal/contract/clients'
import type { WidgetProps } from '@portal/contract/widgets'
import type { Workform, WorkformSummary } from '@portal/contract/workforms'
import { resetScreen as resetKit } from '@portal/kit/testing/reset-screen'
import { uuid } from '@portal/kit/testing/uuid'
import { queryClient, setWidgetLoader } from '@portal/sdk'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, waitFor } from '@testing-library/react'
import { type ComponentType, type ReactElement, useState } from 'react'
import { toast, Toaster } from 'sonner'
import { expect, vi } from 'vitest'

/** Removes what a test left, toasts included. For `afterEach`. */
export function resetScreen(): void {
  toast.dismiss()
  resetKit()
}

/**
 * Returns a function that waits until the toast about a form's problem is taken back. That the toast is gone would not
 * prove it: toasts close by themselves.
 */
export function watchFormProblem(): () => Promise<void> {
  const dismiss = vi.spyOn(toast, 'dismiss')
  return () => waitFor(() => expect(dismiss).toHaveBeenCalledWith('form-problem'))
}

/** Renders an element with what the shell provides: query client, router and toasts. */
export function show(element: ReactElement) {
  const root = createRootRoute({
    component: () => (
      <>
        {element}
        <Toaster />
      </>
    ),
  })
  const router = createRouter({ routeTree: root, history: createMemoryHistory() })
  return render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
}

type BuilderProps = WidgetProps['mf-workforms/builder']
export const FIELDS = [
  { id: 'a', name: 'Company name', type: 'short-text' as const, required: true, section: 'Business' },
  { id: 'b', name: 'Bank', type: 'short-text' as const, required: false, section: 'Accounts' },
]

/**
 * Minimal implementation of the builder's contract: a name, and the button that ends the preview.
 */
function Builder({ initial, submitLabel, allowReupload, onSubmit, onCancel, onDirty, onProgress }: BuilderProps) {
  const [name, setName] = useState(initial?.name ?? '')
  const built = () => ({
    name,
    description: '',
    fields: initial?.fields ?? FIELDS,
    is_template: name.includes('template'),
  })
  return (
    <div>
      <p>{allowReupload ? 'reupload offered' : 'no reupload'}</p>
      <label>
        Form name
        <input
          value={name}
          onChange={(event) => {
            setName(event.target.value)
            onDirty?.(true)
            onProgress?.({ name: event.target.value, take: null })
          }}
        />
      </label>
      <button type="button" onClick={() => onProgress?.({ name, take: built })}>
        Go to preview
      </button>
      <button type="button" onClick={() => onSubmit(built())}>
        {submitLabel}
      </button>
      {onCancel ? (
        <button type="button" onClick={onCancel}>
          Cancel builder
        </button>
      ) : null}
    </div>
  )
}

/** Makes `RemoteSlot` load the test builder. */
export function provideBuilder(): void {
  setWidgetLoader(async () => ({ default: Builder as ComponentType<never> }))
}

/** Returns a template with two fields. */
export function template(change: Partial<WorkformSummary> = {}): WorkformSummary {
  const at = '2026-01-05T10:00:00.000Z'
  return {
    id: uuid(10),
    name: 'Tax onboarding',
    description: 'What we need for your return',
    is_template: true,
    field_count: 2,
    section_count: 2,
    due_days: null,
    created_at: at,
    updated_at: at,
    ...change,
  }
}

/** Returns that template with its fields. */
export function workform(change: Partial<Workform> = {}): Workform {
  const { field_count: _, section_count: __, starter: ___, ...shared } = template()
  return { ...shared, fields: FIELDS, user_id: uuid(1), version: 1, ...change }
}

/** Returns a client without assignments. */
export function client(change: Partial<ClientDetail> = {}): ClientDetail {
  return {
    id: uuid(20),
    name: 'Jane Miller',
    email: 'jane@bluebird.example',
    phone: '555 0100',
    company: 'Bluebird Bakery',
    status: 'active',
    created_at: '2026-01-05T10:00:00.000Z',
    updated_at: '2026-01-05T10:00:00.000Z',
    password_set: true,
    archived_at: null,
    sections: 0,
    sections_done: 0,
    sections_waiting: 0,
    next_due: null,
    last_activity_at: null,
    tags: [],
    declined: false,
    email_change: null,
    workforms: [],
    ...change,
  }
}

/** Returns the date in `days` days, yyyy-mm-dd. */
export const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
