import type { ChatThread } from '@portal/contract/chat'
import { api, call } from '@portal/sdk'
import { useCallback, useRef } from 'react'

/** Reports how far the user has read, once per position. */
export function useReading({ id, unread, read_seq }: ChatThread): (seq: number) => void {
  const reported = useRef(0)
  return useCallback(
    (seq) => {
      if (seq <= reported.current || (unread === 0 && seq <= read_seq) || seq < 1) return
      const before = reported.current
      reported.current = seq
      // If the request fails, the next visible message triggers another.
      call(api.chat.threads[':id'].read.$post({ param: { id }, json: { seq } })).catch(() => {
        reported.current = Math.min(reported.current, before)
      })
    },
    [id, unread, read_seq],
  )
}
