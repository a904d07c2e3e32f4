import type { ClientSort, ClientView } from '@portal/contract/client-filters'
import type { ClientCounts } from '@portal/contract/clients'
import { foldText } from '@portal/contract/search-text'
import type { ClientStatus } from '@portal/contract/statuses'
import { CountBadge, type Tone } from '@portal/kit/ui/badge'
import { SelectField } from '@portal/kit/ui/fields'
import { SearchBox } from '@portal/kit/ui/search-box'
import { type ShortcutGroup, useListedShortcuts, useSingleKeys } from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { countsQuery, DEFAULT_SORT } from '../queries/clients.ts'
import type { ClientsPageProps } from './page.tsx'

const BADGES: readonly { key: Exclude<keyof ClientCounts, 'tags'>; label: string; tone: Tone }[] = [
  { key: 'total', label: 'Total', tone: 'gray' },
  { key: 'new', label: 'New', tone: 'blue' },
  { key: 'onboarding', label: 'Onboarding', tone: 'yellow' },
  { key: 'active', label: 'Active', tone: 'green' },
  { key: 'inactive', label: 'Inactive', tone: 'gray' },
]

/** Shows the number of clients, in total and per status, without archived ones. Each filters the list by its status. */
export function CountBadges({ search: { status, show }, onSearch }: ClientsPageProps) {
  const { data } = useQuery(countsQuery)
  const isArchive = show === 'archived'
  return (
    <ul aria-label="Number of clients" className="flex flex-wrap gap-2 max-lg:gap-x-3 max-lg:gap-y-1">
      {BADGES.map(({ key, label, tone }) => {
        const filter = key === 'total' ? undefined : key
        return (
          <li key={key}>
            <CountBadge
              label={label}
              count={data?.[key]}
              tone={tone}
              pressed={!isArchive && status === filter}
              onPress={() =>
                onSearch(
                  isArchive ? { status: filter, show: undefined } : { status: status === filter ? undefined : filter },
                )
              }
            />
          </li>
        )
      })}
    </ul>
  )
}

interface Choice<T> {
  value: T
  label: string
}

const STATUSES: readonly Choice<ClientStatus | 'all'>[] = [
  { value: 'all', label: 'All Status' },
  { value: 'new', label: 'New' },
  { value: 'onboarding', label: 'Onboarding' },
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
]

const VIEWS: readonly Choice<ClientView | 'all'>[] = [
  { value: 'all', label: 'Everyone' },
  { value: 'overdue', label: 'Overdue' },
  { value: 'waiting', label: 'Waiting for me' },
  { value: 'not_signed_up', label: 'Never signed up' },
  { value: 'archived', label: 'Archived' },
]

const SORTS: readonly Choice<ClientSort>[] = [
  { value: '-created', label: 'Newest first' },
  { value: 'created', label: 'Oldest first' },
  { value: 'name', label: 'Name, A to Z' },
  { value: '-name', label: 'Name, Z to A' },
  { value: 'due', label: 'Earliest due date' },
  { value: '-due', label: 'Latest due date' },
  { value: '-activity', label: 'Recently active' },
  { value: 'activity', label: 'Longest inactive' },
  { value: 'progress', label: 'Least progress' },
  { value: '-progress', label: 'Most progress' },
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
    [['Space'], 'Select the client'],
    [['Shift', 'Space'], 'Select all clients up to this one'],
  ],
}

/** Shows the search box, the filters and the order. */
export function FilterBar({ search, onSearch, onEnterList }: FilterBarProps) {
  const { q = '', status, show, sort = DEFAULT_SORT } = search
  const input = useRef<HTMLInputElement>(null)
  useListedShortcuts(SHORTCUTS)
  const shortcuts = useSingleKeys({
    '/': () => {
      input.current?.focus()
      input.current?.select()
    },
  })
  const select = 'min-w-0 max-sm:grow max-sm:basis-[40%] sm:w-40'
  return (
    <div className="flex flex-wrap items-center gap-2 sm:gap-3">
      <div className="flex min-w-0 flex-1 basis-full items-center gap-2 sm:basis-96 sm:gap-3">
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
          className="min-w-0 flex-1"
        />
        <SelectField
          label="Filter"
          hideLabel
          value={status ?? 'all'}
          options={STATUSES}
          onChange={(next) => onSearch({ status: next === 'all' ? undefined : next })}
          className="w-32 shrink-0 sm:w-40"
        />
      </div>
      <SelectField
        label="Show"
        hideLabel
        value={show ?? 'all'}
        options={VIEWS}
        onChange={(next) => onSearch({ show: next === 'all' ? undefined : next })}
        className={select}
      />
      <TagFilter search={search} onSearch={onSearch} className={select} />
      <SelectField
        label="Sort by"
        hideLabel
        value={sort}
        options={SORTS}
        onChange={(next) => onSearch({ sort: next === DEFAULT_SORT ? undefined : next })}
        className={select}
      />
    </div>
  )
}

/** Shows the filter by tag, if the firm uses tags. */
function TagFilter({ search: { tag }, onSearch, className }: ClientsPageProps & { className: string }) {
  const { data } = useQuery(countsQuery)
  const tags = data?.tags ?? []
  // A tag in a link that no client has anymore is still shown, so that it can be removed.
  const named = tag === undefined ? undefined : (tags.find((t) => foldText(t) === foldText(tag)) ?? tag)
  const options = named === undefined || tags.includes(named) ? tags : [...tags, named]
  if (options.length === 0) return null
  return (
    <SelectField
      label="Tag"
      hideLabel
      value={named ?? ''}
      options={[{ value: '', label: 'All tags' }, ...options.map((value) => ({ value, label: value }))]}
      onChange={(next) => onSearch({ tag: next || undefined })}
      className={className}
    />
  )
}
