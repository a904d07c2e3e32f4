import { compareTexts } from '@portal/contract/search-text'
import { useMemo } from 'react'

/** Returns the time zones that this browser knows, including the given one, as options. */
export function useTimeZones(own: string): { value: string; label: string }[] {
  return useMemo(
    () =>
      [...new Set([own, 'UTC', ...Intl.supportedValuesOf('timeZone')])]
        .sort(compareTexts)
        .map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
    [own],
  )
}
