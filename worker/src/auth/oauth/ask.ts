import * as z from 'zod'
import { OAuthFailure } from './failure.ts'

const WAIT_MS = 10_000
const KEEP_MS = 10 * 60_000
const KEPT_MAX = 20
const MAX_BYTES = 512 * 1024

/** Rejects when a provider takes too long: somebody is waiting in front of it. */
export async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new OAuthFailure('unavailable', new Error('timeout'))), WAIT_MS)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

// What was read, never a promise: that would be another request's.
const kept = new Map<string, { text: string; until: number }>()

async function read(address: string, headers: Record<string, string>): Promise<string> {
  try {
    const response = await fetch(address, { headers: { accept: 'application/json', ...headers }, redirect: 'manual' })
    if (!response.ok) throw new Error(`${response.status}`)
    const text = await response.text()
    if (text.length > MAX_BYTES) throw new Error('too long')
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

/** Reads JSON from a provider, with a token where one is given. Follows no redirect. @throws OAuthFailure */
export async function ask<S extends z.ZodType>(address: string, schema: S, token?: string): Promise<z.output<S>> {
  return parse(await inTime(read(address, token ? { authorization: `Bearer ${token}` } : {})), schema)
}

/** Like `ask`, for what changes rarely: an answer is kept for ten minutes, unless `fresh` is wanted. */
export async function askRarely<S extends z.ZodType>(address: string, schema: S, fresh = false): Promise<z.output<S>> {
  const known = kept.get(address)
  if (known && !fresh && known.until > Date.now()) return parse(known.text, schema)
  const text = await inTime(read(address, {}))
  const answer = parse(text, schema)
  if (kept.size >= KEPT_MAX) kept.clear()
  kept.set(address, { text, until: Date.now() + KEEP_MS })
  return answer
}
