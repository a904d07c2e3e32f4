import type { ChatThread } from '@portal/contract/chat'
import { api, call } from '@portal/sdk'
import { useCallback, useRef } from 'react'

/** Tells the portal how far one has read, once per place. */
export function useReading({ id, unread, read_seq }: ChatThread): (seq: number) => void {
  const told = useRef(0)
  return useCallback(
    (seq) => {
      if (seq <= told.current || (unread === 0 && seq <= read_seq) || seq < 1) return
      const before = told.current
      told.current = seq
      // What could not be told now is told with the next message that comes into sight.
      call(api.chat.threads[':id'].read.$post({ param: { id }, json: { seq } })).catch(() => {
        told.current = Math.min(told.current, before)
      })
    },
    [id, unread, read_seq],
  )
}
