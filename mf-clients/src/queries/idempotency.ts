import { idempotent, newIdempotencyKey } from '@portal/sdk'
import { useRef } from 'react'

/**
 * Returns a function that makes a POST safe to repeat. The same body gets the same idempotency key,
 * so that a retry has one effect; another body gets a new key.
 */
export function useIdempotency(): (body: unknown) => ReturnType<typeof idempotent> {
  const last = useRef({ body: '', key: '' })
  return (body) => {
    const text = JSON.stringify(body)
    if (last.current.body !== text) last.current = { body: text, key: newIdempotencyKey() }
    return idempotent(last.current.key)
  }
}
