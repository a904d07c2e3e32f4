import * as z from 'zod'
import { withTimeout } from '../../../platform/storage/with-timeout.ts'
import { OAuthFailure } from './oauth-failure.ts'

const TIMEOUT_MS = 10_000
const CACHE_MS = 10 * 60_000
/** Age from which a copy is fetched again on request. Strangers can cause requests, for example with invented keys. */
const FRESH_MS = 60_000
const MAX_CACHED = 20
const MAX_LENGTH = 512 * 1024

/** Rejects with `unavailable` when a provider takes too long, because a person is waiting. */
export const withProviderTimeout = <T>(work: Promise<T>): Promise<T> =>
  withTimeout(work, TIMEOUT_MS, () => new OAuthFailure('unavailable', new Error('timeout')))

// Holds texts instead of promises, because a worker must not await a promise of another request.
const cache = new Map<string, { text: string; at: number }>()

async function read(url: string, headers: Record<string, string>): Promise<string> {
  try {
    const response = await fetch(url, { headers: { accept: 'application/json', ...headers }, redirect: 'manual' })
    if (!response.ok) throw new Error(`${response.status}`)
    const text = await response.text()
    if (text.length > MAX_LENGTH) throw new Error('too long')
    return text
  } catch (error) {
    throw new OAuthFailure('unavailable', error)
  }
}

function parse<S extends z.ZodType>(text: string, schema: S): z.output<S> {
  try {
    return schema.parse(JSON.parse(text))
  } catch (error) {
    throw new OAuthFailure('refused', error)
  }
}

/** Fetches JSON from a provider, optionally with an access token. Follows no redirect. @throws OAuthFailure */
export async function fetchJson<S extends z.ZodType>(url: string, schema: S, token?: string): Promise<z.output<S>> {
  return parse(await withProviderTimeout(read(url, token ? { authorization: `Bearer ${token}` } : {})), schema)
}

/**
 * Fetches JSON that rarely changes, or returns a cached copy.
 * @param fresh whether the copy must not be older than a minute
 * @throws OAuthFailure
 */
export async function fetchCachedJson<S extends z.ZodType>(
  url: string,
  schema: S,
  fresh = false,
): Promise<z.output<S>> {
  const cached = cache.get(url)
  if (cached && Date.now() - cached.at < (fresh ? FRESH_MS : CACHE_MS)) return parse(cached.text, schema)
  const text = await withProviderTimeout(read(url, {}))
  const value = parse(text, schema)
  if (cache.size >= MAX_CACHED) cache.clear()
  cache.set(url, { text, at: Date.now() })
  return value
}
