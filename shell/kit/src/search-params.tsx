/**
 * What a route's `validateSearch` answers with besides what it made of an address: nothing, for each parameter in it. The router lays the
 * answer over what stands in the address; a parameter that is merely left out, because it makes no sense or leads to another site, would
 * be there all the same.
 */
export const nothingElse = (raw: Record<string, unknown>): object => Object.fromEntries(Object.keys(raw).map((key) => [key, undefined]))
