import type { Client } from '@portal/contract/clients'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type ClientFilter, selectionQuery } from '../queries/clients.ts'

export type Selected = Pick<Client, 'id' | 'name' | 'email'>

const pick = ({ id, name, email }: Selected): Selected => ({ id, name, email })

export interface Selection {
  clients: readonly Selected[]
  ids: ReadonlySet<string>
  /** Selects or deselects a row, or all rows between the previous one and it. Stable. */
  select: (index: number, on: boolean, range: boolean) => void
  replace: (clients: readonly Selected[]) => void
  /** Deselects clients. Stable. */
  drop: (ids: readonly string[]) => void
}

/**
 * Holds the clients that are selected in a list. It is emptied when the list shows other clients, so that no action
 * changes a client who is not in it.
 * @param list identifies what the list shows
 */
export function useSelection(rows: readonly Selected[], list: string): Selection {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Selected>>(new Map())
  const [shown, setShown] = useState(list)
  if (shown !== list) {
    setShown(list)
    setChosen(new Map())
  }
  const latest = useRef({ rows, last: 0 })
  useLayoutEffect(() => {
    latest.current.rows = rows
  }, [rows])
  const select = useCallback((index: number, on: boolean, range: boolean): void => {
    const from = range ? latest.current.last : index
    const clients = latest.current.rows.slice(Math.min(from, index), Math.max(from, index) + 1)
    latest.current.last = index
    setChosen((now) => {
      const next = new Map(now)
      for (const client of clients) {
        if (on) next.set(client.id, pick(client))
        else next.delete(client.id)
      }
      return next
    })
  }, [])
  const replace = useCallback((clients: readonly Selected[]): void => {
    setChosen(new Map(clients.map((client) => [client.id, pick(client)])))
  }, [])
  const drop = useCallback((gone: readonly string[]): void => {
    if (gone.length === 0) return
    const left = new Set(gone)
    setChosen((now) => new Map([...now].filter(([id]) => !left.has(id))))
  }, [])

  const ids = useMemo(() => new Set(chosen.keys()), [chosen])
  const clients = useMemo(() => [...chosen.values()], [chosen])
  return { clients, ids, select, replace, drop }
}

/**
 * Deselects clients who leave the list, such as those that another tab archives. When more pages could be loaded, the
 * server says who has left: a refreshed or reordered list may only have fewer loaded pages.
 * @param rows undefined while those of another list are shown
 */
export function useDropLeavers(
  { ids, drop }: Selection,
  rows: readonly Selected[] | undefined,
  { filter, isComplete }: { filter: ClientFilter; isComplete: boolean },
): void {
  const cache = useQueryClient()
  const seen = useRef<ReadonlySet<string>>(new Set())
  const update = useEffectEvent(async (shown: readonly Selected[], isWhole: boolean): Promise<void> => {
    const loaded = new Set(shown.map(({ id }) => id))
    const missing = [...ids].filter((id) => !loaded.has(id) && (isWhole || seen.current.has(id)))
    seen.current = loaded
    if (isWhole || missing.length === 0) return drop(missing)
    const found = await cache.fetchQuery(selectionQuery(filter)).catch(() => undefined)
    const stay = new Set(found?.items.map(({ id }) => id))
    drop(missing.filter((id) => !stay.has(id)))
  })
  useEffect(() => {
    if (rows) void update(rows, isComplete)
  }, [rows, isComplete])
}
