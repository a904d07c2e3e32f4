import type { ClientStatus } from '@portal/contract/statuses'
import { CountBadge, type Tone } from '@portal/kit/ui/badge'
import { SelectField } from '@portal/kit/ui/fields'
import { SearchBox } from '@portal/kit/ui/search-box'
import { type ShortcutGroup, useListedShortcuts, useSingleKeys } from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { type Counts, countsQuery } from '../queries/clients.ts'
import type { ClientsPageProps } from './page.tsx'

const BADGES: readonly { key: keyof Counts; label: string; tone: Tone }[] = [
  { key: 'total', label: 'Total', tone: 'gray' },
  { key: 'new', label: 'New', tone: 'blue' },
  { key: 'onboarding', label: 'Onboarding', tone: 'yellow' },
  { key: 'active', label: 'Active', tone: 'green' },
  { key: 'inactive', label: 'Inactive', tone: 'gray' },
]

/** Shows the number of clients, in total and per status. */
export function CountBadges() {
  const { data } = useQuery(countsQuery)
  return (
    <ul aria-label="Number of clients" className="flex flex-wrap gap-2 max-lg:gap-x-3 max-lg:gap-y-1">
      {BADGES.map(({ key, label, tone }) => (
        <li key={key}>
          <CountBadge label={label} count={data?.[key]} tone={tone} />
        </li>
      ))}
    </ul>
  )
}

type StatusChoice = ClientStatus | 'all'
const STATUSES: readonly { value: StatusChoice; label: string }[] = [
  { value: 'all', label: 'All Status' },
  { value: 'new', label: 'New' },
  { value: 'onboarding', label: 'Onboarding' },
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
]

export interface FilterBarProps extends ClientsPageProps {
  /** Called on arrow down in the search box. */
  onEnterList: () => void
}

const SHORTCUTS: ShortcutGroup = {
  title: 'Clients',
  shortcuts: [
    [['/'], 'Search'],
    [['↓'], 'Go from the search box to the list'],
    [['↑', '↓'], 'Previous or next row'],
    [['←', '→'], 'Previous or next cell'],
    [['Page Up', 'Page Down'], 'One screen up or down'],
    [['Home', 'End'], 'First row or last loaded row'],
    [['Enter'], 'Open the client or use the button'],
  ],
}

/** Shows the search box and the status filter. */
export function FilterBar({ search: { q = '', status }, onSearch, onEnterList }: FilterBarProps) {
  const input = useRef<HTMLInputElement>(null)
  useListedShortcuts(SHORTCUTS)
  const shortcuts = useSingleKeys({
    '/': () => {
      input.current?.focus()
      input.current?.select()
    },
  })
  return (
    <div className="flex items-center gap-2 sm:gap-3">
      <SearchBox
        ref={input}
        placeholder="Search clients..."
        shortcut={shortcuts ? '/' : undefined}
        value={q}
        onChange={(text) => onSearch({ q: text || undefined }, { replace: true })}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          onEnterList()
        }}
        className="min-w-0 flex-1 sm:max-w-sm"
      />
      <SelectField
        label="Filter"
        hideLabel
        value={status ?? 'all'}
        options={STATUSES}
        onChange={(next) => onSearch({ status: next === 'all' ? undefined : next })}
        className="w-32 shrink-0 sm:w-44"
      />
    </div>
  )
}
