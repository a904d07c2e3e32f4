import { compareTexts, containsWords } from '@portal/contract/search-text'
import { Picker, type PickerProps } from '@portal/kit/ui/picker'
import { useMemo, useState } from 'react'

/** How many time zones are shown at a time. */
const PAGE = 50

/** Returns a time zone as people write it. */
const labelOf = (zone: string): string => zone.replaceAll('_', ' ')

/** Returns the current offset of a time zone, such as UTC+2; '' for a zone that this browser does not know. */
function offsetOf(zone: string): string {
  try {
    const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts()
    const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
    // Browsers write GMT, UTC or UTC+0.
    return offset.replace('GMT', 'UTC').replace(/\+0$/, '')
  } catch {
    return ''
  }
}

function optionOf(zone: string) {
  const [label, own] = [labelOf(zone), offsetOf(zone)]
  const offset = own === label ? '' : own
  return { id: zone, label, offset, name: offset ? `${label} (${offset})` : label }
}
type Option = ReturnType<typeof optionOf>

/** Returns the time zones that this browser knows, the given one first. */
function useTimeZones(own: string): readonly string[] {
  return useMemo(() => {
    const others = new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])
    others.delete(own)
    return [own, ...[...others].sort(compareTexts)]
  }, [own])
}

export interface TimeZoneFieldProps extends Pick<PickerProps<Option>, 'help' | 'error'> {
  value: string
  onChange: (zone: string) => void
}

/** Renders a searchable choice of a time zone, by city or region. */
export function TimeZoneField({ value, onChange, ...field }: TimeZoneFieldProps) {
  const [search, setSearch] = useState('')
  const [shown, setShown] = useState(PAGE)
  const zones = useTimeZones(value)
  const found = useMemo(() => zones.filter((zone) => containsWords(labelOf(zone), labelOf(search))), [zones, search])
  const chosen = useMemo(() => optionOf(value), [value])
  const options = useMemo(() => found.slice(0, shown).map(optionOf), [found, shown])
  return (
    <Picker
      {...field}
      label="Time Zone"
      placeholder="Search by city or region"
      value={chosen}
      onChange={({ id }) => onChange(id)}
      source={{
        options,
        stale: false,
        search,
        onSearch: (next) => {
          setSearch(next)
          setShown(PAGE)
        },
        more: {
          hasMore: found.length > shown,
          loading: false,
          onMore: () => setShown((now) => now + PAGE),
          auto: true,
        },
      }}
      renderOption={({ label, offset }) => (
        <span className="flex min-w-0 grow justify-between gap-3">
          <span className="wrap-anywhere">{label}</span>
          {offset === '' ? null : <span className="shrink-0 text-base-content/70 tabular-nums">{offset}</span>}
        </span>
      )}
      empty="No time zone found"
    />
  )
}
