import type { Client } from '@portal/contract/clients'
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'

/** A selected client. */
export type Selected = Pick<Client, 'id' | 'name' | 'email'>

const pick = ({ id, name, email }: Selected): Selected => ({ id, name, email })

export interface Selection {
  clients: readonly Selected[]
  ids: ReadonlySet<string>
  /** Selects or deselects a row, or all rows between the previous one and it. Stable. */
  select: (index: number, on: boolean, range: boolean) => void
  /** Replaces the selection. */
  replace: (clients: readonly Selected[]) => void
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
  const ids = useMemo(() => new Set(chosen.keys()), [chosen])
  const clients = useMemo(() => [...chosen.values()], [chosen])
  return { clients, ids, select, replace }
}
