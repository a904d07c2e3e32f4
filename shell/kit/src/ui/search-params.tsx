/**
 * What a route's `validateSearch` answers with besides what it made of an address: nothing, for each parameter in it. The router lays the
 * answer over what stands in the address; a parameter that is merely left out, because it makes no sense or leads to another site, would
 * be there all the same.
 */
export const dropUnknownParams = (raw: Record<string, unknown>): object =>
  Object.fromEntries(Object.keys(raw).map((key) => [key, undefined]))

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Returns a search parameter that is an id, or `undefined` where it cannot be one, as in a link that was cut off. */
export const idParam = (value: unknown): string | undefined =>
  typeof value === 'string' && UUID.test(value) ? value : undefined
