import type { PortalSectionDetail } from '@portal/contract/portal'
import { useUser } from '@portal/sdk'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { DraftKeeper, DraftState } from './draft-keeper.ts'
import { draftOf, flushAll, handOver, keeperOf } from './registry.ts'

/** The draft of a section, and its state; re-renders when that changes. */
export function useDraft(detail: PortalSectionDetail): { keeper: DraftKeeper; state: DraftState } {
  const { id } = useUser()
  const [keeper] = useState(() => keeperOf(id, detail))
  const state = useSyncExternalStore(keeper.subscribe, keeper.state)
  useEffect(() => keeper.receive(draftOf(detail)), [keeper, detail])
  return { keeper, state }
}

/** Sends what waits on this device: at once, when the connection is back, and when the page is left. */
export function useDraftSync(): void {
  const { id } = useUser()
  useEffect(() => {
    const online = (): void => {
      flushAll()
      void handOver(id)
    }
    const left = (): void => {
      if (document.visibilityState === 'hidden') flushAll()
    }
    void handOver(id)
    window.addEventListener('online', online)
    document.addEventListener('visibilitychange', left)
    return () => {
      window.removeEventListener('online', online)
      document.removeEventListener('visibilitychange', left)
    }
  }, [id])
}
