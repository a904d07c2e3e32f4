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

const record =
  (kind: keyof typeof toasts) =>
  (title: string, { description }: { description?: string }): void =>
    description === undefined ? toasts[kind](title) : toasts[kind](title, description)

export const toaster = async () => ({ success: record('success'), error: record('error'), info: record('info') })
