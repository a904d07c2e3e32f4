import type { PortalEvent } from '@portal/contract/events'
import { invalidateSoon, useRealtime } from '@portal/sdk'
import { useEffect } from 'react'
import { hold, refreshPair } from './cache.ts'
import { SUBMISSIONS_KEY } from './queries.ts'

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
 * Brings what an event names up to date. One read per card at a time: events of the same card that come while it is being
 * read cause one more read, so that what is shown last is what was read last.
 */
export function follow({ ids }: Pick<PortalEvent, 'ids'>): void {
  const { workform_id, client_id } = ids
  if (!workform_id || !client_id) {
    invalidateSoon(SUBMISSIONS_KEY)
    return
  }
  const key = `${workform_id} ${client_id}`
  if (running.has(key)) running.set(key, 'again')
  else void refresh(key, { workform_id, client_id })
}

/** Keeps a card where it is while it is `held`. */
export function useHeld(isHeld: boolean, workform_id: string, client_id: string): void {
  useEffect(() => {
    if (!isHeld) return
    const release = hold({ workform_id, client_id })
    return release
  }, [isHeld, workform_id, client_id])
}

/** Keeps the submissions on screen live while the component is mounted. */
export function useLiveSubmissions(): void {
  useRealtime(['submission.changed', 'section.changed', 'assignment.changed'], follow)
  useRealtime(['workform.changed', 'client.changed'], () => invalidateSoon(SUBMISSIONS_KEY))
}
