import type { PortalEvent } from '@portal/contract/events'
import { invalidateSoon, useRealtime } from '@portal/sdk'
import { useEffect } from 'react'
import { pinCard, refreshPair } from './cache.ts'
import { GROUPS_KEY, SUBMISSIONS_KEY } from './queries.ts'

const running = new Map<string, 'once' | 'again'>()

async function refresh(key: string, pair: { workform_id: string; client_id: string }): Promise<void> {
  try {
    do {
      running.set(key, 'once')
      await refreshPair(pair)
    } while (running.get(key) === 'again')
  } catch {
    invalidateSoon(SUBMISSIONS_KEY)
  } finally {
    running.delete(key)
  }
}

/**
 * Refreshes the card that an event names, with one request per card at a time. An event that arrives during a request
 * causes one more, so that the latest state is shown last.
 */
export function refreshCard({ ids }: Pick<PortalEvent, 'ids'>): void {
  const { workform_id, client_id } = ids
  if (!workform_id || !client_id) {
    invalidateSoon(SUBMISSIONS_KEY)
    return
  }
  invalidateSoon(GROUPS_KEY)
  const key = `${workform_id} ${client_id}`
  if (running.has(key)) running.set(key, 'again')
  else void refresh(key, { workform_id, client_id })
}

/** Keeps a card in its place while `isPinned`. */
export function usePinnedCard(isPinned: boolean, workform_id: string, client_id: string): void {
  useEffect(() => {
    if (!isPinned) return
    const release = pinCard({ workform_id, client_id })
    return release
  }, [isPinned, workform_id, client_id])
}

/** Keeps the submissions live while the component is mounted. */
export function useLiveSubmissions(): void {
  useRealtime(['submission.changed', 'section.changed', 'assignment.changed'], refreshCard)
  useRealtime(['workform.changed', 'client.changed'], () => invalidateSoon(SUBMISSIONS_KEY))
}
