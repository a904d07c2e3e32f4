import type { ClientStatus } from '@portal/contract/statuses'
import { CountBadge, type Tone } from '@portal/kit/badge'
import { IconButton } from '@portal/kit/button'
import { SelectField } from '@portal/kit/fields'
import { SearchBox } from '@portal/kit/search-box'
import { useQuery } from '@tanstack/react-query'
import { Keyboard } from 'lucide-react'
import { lazy, memo, Suspense, useRef, useState } from 'react'
import { type Counts, countsQuery } from '../queries/clients.ts'
import { useSearchKey } from './shortcuts.ts'

const BADGES: readonly { key: keyof Counts; label: string; tone: Tone }[] = [
  { key: 'total', label: 'Total', tone: 'grey' },
  { key: 'new', label: 'New', tone: 'blue' },
  { key: 'onboarding', label: 'Onboarding', tone: 'yellow' },
  { key: 'active', label: 'Active', tone: 'green' },
  { key: 'inactive', label: 'Inactive', tone: 'grey' },
]

/** How many clients there are, in all and per status. */
export const CountBadges = memo(function CountBadges() {
  const { data } = useQuery(countsQuery)
  return (
    <ul aria-label="Number of clients" className="flex flex-wrap gap-2">
      {BADGES.map(({ key, label, tone }) => (
        <li key={key}>
          <CountBadge label={label} count={data?.[key]} tone={tone} />
        </li>
      ))}
    </ul>
  )
})

type StatusChoice = ClientStatus | 'all'
const STATUSES: readonly { value: StatusChoice; label: string }[] = [
  { value: 'all', label: 'All Status' },
  { value: 'new', label: 'New' },
  { value: 'onboarding', label: 'Onboarding' },
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
]

export interface FilterBarProps {
  q: string
  status: ClientStatus | undefined
  onSearch: (q: string) => void
  onStatus: (status: ClientStatus | undefined) => void
  /** Asked for by the arrow down in the search box: on into the list. */
  onEnterList: () => void
}

const loadShortcuts = () => import(/* webpackChunkName: "shortcuts" */ './shortcuts-dialog.tsx')
const ShortcutsDialog = lazy(async () => ({ default: (await loadShortcuts()).ShortcutsDialog }))

/** Search box and status filter of the list, and what the keys do. */
export const FilterBar = memo(function FilterBar({ q, status, onSearch, onStatus, onEnterList }: FilterBarProps) {
  const input = useRef<HTMLInputElement>(null)
  const shortcuts = useSearchKey(input)
  const [asked, setAsked] = useState(false)
  return (
    <div className="flex flex-col gap-3 sm:flex-row sm:items-center">
      <SearchBox
        ref={input}
        placeholder="Search clients..."
        shortcut={shortcuts ? '/' : undefined}
        value={q}
        onChange={onSearch}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          onEnterList()
        }}
        className="sm:max-w-sm sm:flex-1"
      />
      <SelectField
        label="Filter"
        hideLabel
        value={status ?? 'all'}
        options={STATUSES}
        onChange={(next) => onStatus(next === 'all' ? undefined : next)}
        className="sm:w-44"
      />
      <IconButton label="Keyboard shortcuts" onClick={() => setAsked(true)} className="pointer-coarse:hidden max-sm:hidden">
        <Keyboard className="size-4" aria-hidden />
      </IconButton>
      {asked ? (
        <Suspense fallback={null}>
          <ShortcutsDialog onClose={() => setAsked(false)} />
        </Suspense>
      ) : null}
    </div>
  )
})
