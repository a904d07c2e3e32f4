import { vi } from 'vitest'

/**
 * Replaces the toasts on screen, so that tests see their exact texts:
 * `vi.mock('@portal/sdk/toaster', () => import('@portal/kit/testing/toaster'))`.
 */
export const toasts = {
  success: vi.fn<(title: string, message?: string) => void>(),
  error: vi.fn<(title: string, message?: string) => void>(),
  info: vi.fn<(title: string, message?: string) => void>(),
}

/** The button of the last toast. */
export const lastAction: { current?: { label: string; onClick: () => void } | undefined } = {}

const record =
  (kind: keyof typeof toasts) =>
  (title: string, { description, action }: { description?: string; action?: typeof lastAction.current }): void => {
    lastAction.current = action
    if (description === undefined) toasts[kind](title)
    else toasts[kind](title, description)
  }

export const toaster = async () => ({
  success: record('success'),
  error: record('error'),
  info: record('info'),
  dismiss: () => undefined,
})
