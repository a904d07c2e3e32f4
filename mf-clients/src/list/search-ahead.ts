import { afterPaint } from '@portal/kit/ui/after-paint'
import { useCallback, useState } from 'react'
import { type ClientsSearch, readClientsSearch } from './search.ts'

/** What can be shown before the address says so: nothing asks whether one may leave it. */
const AT_ONCE: ReadonlySet<string> = new Set<keyof ClientsSearch>(['q', 'status', 'sort', 'client'])

type Change = Partial<ClientsSearch>
/** Brings a change into the address; settles when it is there. */
type Go = (change: Change, options: { replace: boolean }) => Promise<void>

/**
 * What the page shows: what the address says, and what was pressed since. A navigation has the router and all that follows it work before the next
 * paint, so it comes behind it.
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
