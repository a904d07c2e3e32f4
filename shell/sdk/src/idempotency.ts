import { useRef } from 'react'

/** Returns a new idempotency key. Create one per intention (an opened dialog, a press of Submit), not per attempt. */
export function newIdempotencyKey(): string {
  return crypto.randomUUID()
}

/** Second argument of a POST of `api`: requests with the same key have one effect. */
export interface IdempotentOptions {
  headers: Record<string, string>
}

/** Returns the options of a POST of `api` that is safe to repeat with the same key. */
export function idempotent(key: string = newIdempotencyKey()): IdempotentOptions {
  return { headers: { 'Idempotency-Key': key } }
}

export interface Idempotency {
  /** Returns the options of a POST: the same key for the same body, a new one for another body. */
  optionsFor: (body: unknown) => IdempotentOptions
  /** Forgets the last body, so that sending it again is a new request. */
  reset: () => void
}

/** Keeps the idempotency key of the last request, so that a repeat after a lost response has one effect. */
export function useIdempotency(): Idempotency {
  const last = useRef<{ body: string; key: string }>(undefined)
  return {
    optionsFor: (body) => {
      const text = JSON.stringify(body)
      if (last.current?.body !== text) last.current = { body: text, key: newIdempotencyKey() }
      return idempotent(last.current.key)
    },
    reset: () => {
      last.current = undefined
    },
  }
}
