import { idempotent, newIdempotencyKey } from '@portal/sdk'
import { useRef } from 'react'

/**
 * Headers that make a POST safe to repeat: the same body gets the same key (a retry after a lost answer has one effect),
 * another body, which is another intention, a new one.
 */
export function useIdempotency(): (body: unknown) => ReturnType<typeof idempotent> {
  const last = useRef({ body: '', key: '' })
  return (body) => {
    const text = JSON.stringify(body)
    if (last.current.body !== text) last.current = { body: text, key: newIdempotencyKey() }
    return idempotent(last.current.key)
  }
}
