import type { EventType, PortalEvent, PortalSignal } from '@portal/contract/events'
import { useQueryClient } from '@tanstack/react-query'
import { getDefaultStore, useAtomValue } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { invalidateSoon } from './query-client.ts'
import { onRealtime, onSignal, type RealtimeStatus, realtimeStatusAtom } from './realtime.ts'

/**
 * Calls `handler` for every event of these types while the component is mounted. Events that were
 * missed while offline arrive late, but complete and in order. An event carries ids, not state:
 * refetch with `invalidateSoon(key)`.
 */
export function useRealtime(types: readonly EventType[], handler: (event: PortalEvent) => void): void {
  const onEvent = useEffectEvent(handler)
  const key = types.join()
  useEffect(() => onRealtime(key.split(',') as EventType[], (event) => onEvent(event)), [key])
}

/** Refetches everything under `queryKey` when an event of these types arrives. */
export function useRefetchOn(types: readonly EventType[], queryKey: readonly unknown[]): void {
  const client = useQueryClient()
  useRealtime(types, () => invalidateSoon(queryKey, client))
}

/**
 * Calls `handler` with transient signals (typing, presence) while the component is mounted. Missed
 * signals are not repeated.
 */
export function useSignal(handler: (signal: PortalSignal) => void): void {
  const receiveSignal = useEffectEvent(handler)
  useEffect(() => onSignal((signal) => receiveSignal(signal)), [])
}

/** Returns the state of the live connection; re-renders when it changes. */
export function useRealtimeStatus(): RealtimeStatus {
  return useAtomValue(realtimeStatusAtom, { store: getDefaultStore() })
}
