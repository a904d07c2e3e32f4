import type { ClientStatus } from '@portal/contract/statuses'
import { CountBadge, type Tone } from '@portal/kit/badge'
import { SelectField } from '@portal/kit/fields'
import { SearchBox } from '@portal/kit/search-box'
import { useQuery } from '@tanstack/react-query'
import { type Counts, countsQuery } from '../queries/clients.ts'

const BADGES: readonly { key: keyof Counts; label: string; tone: Tone }[] = [
  { key: 'total', label: 'Total', tone: 'grey' },
  { key: 'new', label: 'New', tone: 'blue' },
  { key: 'onboarding', label: 'Onboarding', tone: 'yellow' },
  { key: 'active', label: 'Active', tone: 'green' },
  { key: 'inactive', label: 'Inactive', tone: 'grey' },
]

/** How many clients there are, in all and per status. */
export function CountBadges() {
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
}

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
}

/** Search box and status filter of the list. */
export function FilterBar({ q, status, onSearch, onStatus }: FilterBarProps) {
  return (
    <div className="flex flex-col gap-3 sm:flex-row">
      <SearchBox placeholder="Search clients..." value={q} onChange={onSearch} className="sm:max-w-sm sm:flex-1" />
      <SelectField
        label="Filter"
        hideLabel
        value={status ?? 'all'}
        options={STATUSES}
        onChange={(next) => onStatus(next === 'all' ? undefined : next)}
        className="sm:w-44"
      />
    </div>
  )
}
