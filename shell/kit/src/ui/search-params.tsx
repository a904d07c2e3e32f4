/**
 * Returns `undefined` for every parameter of a URL. Spread it first in what `validateSearch` returns: the router merges
 * the result over the URL's parameters, so a parameter that is only left out would survive.
 */
export const dropUnknownParams = (raw: Record<string, unknown>): object =>
  Object.fromEntries(Object.keys(raw).map((key) => [key, undefined]))

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Returns a search parameter that is an id, or `undefined` if it is not, as in a truncated link. */
export const idParam = (value: unknown): string | undefined =>
  typeof value === 'string' && UUID.test(value) ? value : undefined

/** Returns a search parameter as text of at most 200 characters: the router parses `?q=2024` as a number. */
export const textParam = (value: unknown): string =>
  (typeof value === 'string' || typeof value === 'number' ? String(value) : '').slice(0, 200)
