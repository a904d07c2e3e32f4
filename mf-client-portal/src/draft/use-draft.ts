import type { PortalSectionDetail } from '@portal/contract/client-portal'
import { useRealtime, useUser } from '@portal/sdk'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { DraftKeeper } from './draft-keeper.ts'
import type { DraftState, SaveStatus } from './draft-state.ts'
import { ownerOf } from './local-drafts.ts'
import {
  draftOf,
  flushAll,
  keeperOf,
  notifyDraftListeners,
  onDraftSaved,
  saveStatusOf,
  subscribeToDrafts,
  syncLocalDrafts,
} from './registry.ts'

/** Returns the draft of a section and its state. */
export function useDraft(detail: PortalSectionDetail): { keeper: DraftKeeper; state: DraftState } {
  const owner = ownerOf(useUser())
  const [keeper] = useState(() => keeperOf(owner, detail))
  const state = useSyncExternalStore(keeper.subscribe, keeper.state)
  useEffect(notifyDraftListeners, [keeper])
  useEffect(() => keeper.receive(draftOf(detail)), [keeper, detail])
  return { keeper, state }
}

/** Returns the save status of a section's draft, also while its form is closed. */
export function useSaveStatus(assignmentId: string): SaveStatus {
  return useSyncExternalStore(subscribeToDrafts, () => saveStatusOf(assignmentId))
}

/** Saves all drafts when the page is hidden and when the connection is back. */
export function useFlushOnLeave(): void {
  useEffect(() => {
    const onHidden = (): void => {
      if (document.visibilityState === 'hidden') flushAll()
    }
    window.addEventListener('online', flushAll)
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      window.removeEventListener('online', flushAll)
      document.removeEventListener('visibilitychange', onHidden)
    }
  }, [])
}

/** Saves drafts that are only on this device: on mount, when the connection is back, and when the page is hidden. */
export function useDraftSync(): void {
  const owner = ownerOf(useUser())
  useRealtime(['draft.saved'], ({ ids: { assignment_id, draft_version } }) => {
    if (assignment_id) onDraftSaved(assignment_id, Number(draft_version))
  })
  useFlushOnLeave()
  useEffect(() => {
    const sync = (): void => void syncLocalDrafts(owner)
    sync()
    window.addEventListener('online', sync)
    return () => window.removeEventListener('online', sync)
  }, [owner])
}
