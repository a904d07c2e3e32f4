import type { PortalWorkform } from '@portal/contract/client-portal'
import { useEffect, useEffectEvent } from 'react'
import type { NavigationProps } from './section-navigation.ts'
import { nextSection, sortByUrgency } from './section-order.ts'

/** Opens the first section to fill in, if the address says to begin. `items` is undefined while they load. */
export function useBegin({ search, onSearch }: NavigationProps, items: readonly PortalWorkform[] | undefined): void {
  const begin = useEffectEvent(() => {
    const [first] = sortByUrgency(items ?? []).flatMap((workform) => nextSection(workform) ?? [])
    onSearch(first ? { section: first.assignment_id } : {})
  })
  const isDue = search.begin === true && items !== undefined
  useEffect(() => {
    if (isDue) begin()
  }, [isDue])
}
