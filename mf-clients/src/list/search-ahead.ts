import { afterPaint } from '@portal/kit/ui/after-paint'
import { useCallback, useState } from 'react'
import { type ClientsSearch, readClientsSearch } from './search.ts'

/** Params that can change before the URL does: leaving them never asks for confirmation. */
const AT_ONCE: ReadonlySet<string> = new Set<keyof ClientsSearch>(['q', 'status', 'sort', 'client'])

type Change = Partial<ClientsSearch>
/** Navigates to the changed search params; resolves when the URL has changed. */
type Go = (change: Change, options: { replace: boolean }) => Promise<void>

/**
 * Returns the search params to show: those of the URL, with pending changes applied. Navigation
 * runs after the next paint.
 */
export function useSearchAhead(search: ClientsSearch, go: Go) {
  const [ahead, setAhead] = useState<{ change: Change }>()
  const onSearch = useCallback(
    (change: Change, { replace = false }: { replace?: boolean } = {}): void => {
      if (!Object.keys(change).every((key) => AT_ONCE.has(key))) {
        void go(change, { replace })
        return
      }
      const mine = { change: {} }
      setAhead((before) => Object.assign(mine, { change: { ...before?.change, ...change } }))
      const settled = (): void => setAhead((now) => (now === mine ? undefined : now))
      afterPaint(() => void go(change, { replace }).then(settled, settled))
    },
    [go],
  )
  return { shown: ahead ? readClientsSearch({ ...search, ...ahead.change }) : search, onSearch }
}
