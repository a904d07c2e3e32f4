import { dropUnknownParams } from '@portal/kit/ui/search-params'

/** Returns a search parameter as text. The router parses texts that look like numbers or booleans. */
export const text = (value: unknown): string | undefined =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined
/** Returns the parameters that a route understands; see `dropUnknownParams`. */
export function present<T extends Record<string, unknown>>(
  raw: Record<string, unknown>,
  record: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const known = Object.fromEntries(Object.entries(record).filter(([, v]) => v !== undefined))
  return { ...dropUnknownParams(raw), ...known } as { [K in keyof T]?: Exclude<T[K], undefined> }
}

/** Parses the tab of notifications: unread, unless the URL names another. */
export const notificationsTab = (search: Record<string, unknown>) =>
  present(search, { tab: search['tab'] === 'all' ? ('all' as const) : undefined })
