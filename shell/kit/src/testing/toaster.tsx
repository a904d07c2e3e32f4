import { vi } from 'vitest'

/**
 * Replaces the toasts on screen, so that tests see their exact texts:
 * `vi.mock('@portal/sdk/toaster', () => import('@portal/kit/testing/toaster'))`.
 */
export const toasts = {
  success: vi.fn<(title: string, message?: string) => void>(),
  error: vi.fn<(title: string, message?: string) => void>(),
  info: vi.fn<(title: string, message?: string) => void>(),
  /** Called with the title of a toast that is removed. */
  takenBack: vi.fn<(title: string | undefined) => void>(),
}

/** The button of the last toast. */
export const lastAction: { current?: { label: string; onClick: () => void } | undefined } = {}

interface Options {
  description?: string
  action?: typeof lastAction.current
  id: string
}
const titles = new Map<string, string>()

const record =
  (kind: 'success' | 'error' | 'info') =>
  (title: string, { description, action, id }: Options): void => {
    lastAction.current = action
    titles.set(id, title)
    if (description === undefined) toasts[kind](title)
    else toasts[kind](title, description)
  }

export const toaster = async () => ({
  success: record('success'),
  error: record('error'),
  info: record('info'),
  dismiss: (id: string) => toasts.takenBack(titles.get(id)),
})
