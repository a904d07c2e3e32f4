import type { PortalSectionDetail } from '@portal/contract/portal'
import { deferToNextPaint } from '@portal/kit/ui/after-paint'
import { useRealtime, useUser } from '@portal/sdk'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { DraftKeeper } from './draft-keeper.ts'
import type { DraftState, SaveMark } from './draft-state.ts'
import { ownerOf } from './local-drafts.ts'
import { announceDrafts, draftOf, draftSaved, flushAll, handOver, keeperOf, markOf, onDrafts } from './registry.ts'

/** The draft of a section, and its state; re-renders behind the paint that follows a change of it, with what it is by then. */
export function useDraft(detail: PortalSectionDetail): { keeper: DraftKeeper; state: DraftState } {
  const owner = ownerOf(useUser())
  const [keeper] = useState(() => keeperOf(owner, detail))
  const [later] = useState(() => deferToNextPaint(keeper.subscribe))
  const state = useSyncExternalStore(later, keeper.state)
  useEffect(announceDrafts, [keeper])
  useEffect(() => keeper.receive(draftOf(detail)), [keeper, detail])
  return { keeper, state }
}

/** How far the draft of a section has come, also while its form is folded. */
export function useMark(assignmentId: string): SaveMark {
  return useSyncExternalStore(onDrafts, () => markOf(assignmentId))
}

const followNetwork = (listener: () => void): (() => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Whether the browser knows that it is offline. */
export function useOffline(): boolean {
  return useSyncExternalStore(followNetwork, () => !navigator.onLine)
}

/** Sends what waits on this device: at once, when the connection is back, and when the page is left. */
export function useDraftSync(): void {
  const owner = ownerOf(useUser())
  useRealtime(['draft.saved'], ({ ids: { assignment_id, draft_version } }) => {
    if (assignment_id) draftSaved(assignment_id, Number(draft_version))
  })
  useEffect(() => {
    const online = (): void => {
      flushAll()
      void handOver(owner)
    }
    const left = (): void => {
      if (document.visibilityState === 'hidden') flushAll()
    }
    void handOver(owner)
    window.addEventListener('online', online)
    document.addEventListener('visibilitychange', left)
    return () => {
      window.removeEventListener('online', online)
      document.removeEventListener('visibilitychange', left)
    }
  }, [owner])
}
