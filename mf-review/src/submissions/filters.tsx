import type { SubmissionCard } from '@portal/contract/review'
import type { SubmissionGroupBy, SubmissionSort } from '@portal/contract/submission-orders'
import type { SectionFilter } from '@portal/contract/section-machine'
import { SectionFilterPills } from '@portal/kit/features/section-filter'
import { cx } from '@portal/kit/ui/class-names'
import { type Choice, SelectField } from '@portal/kit/ui/fields'
import { SearchBox } from '@portal/kit/ui/search-box'
import { X } from 'lucide-react'
import { DownloadZip } from '../files/download-zip.tsx'
import { sectionFiles } from '../section/content.ts'
import { countSections, describeFocus } from './focus.ts'
import type { SubmissionsSearch } from './search.ts'
import { useSaveView } from './use-save-view.ts'
import type { SubmissionsPageProps } from './submissions-page.tsx'

const SORTS: readonly Choice<SubmissionSort>[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'waiting', label: 'Longest waiting' },
  { value: 'with_client', label: 'Longest with client' },
  { value: 'due', label: 'Due date' },
  { value: 'client', label: 'Client' },
]
const GROUPINGS: readonly Choice<SubmissionGroupBy | 'none'>[] = [
  { value: 'none', label: 'No groups' },
  { value: 'client', label: 'By client' },
  { value: 'workform', label: 'By workform' },
]

/** Renders the search box, the status filter, and how the list is sorted and grouped. */
export function Filters({ search, onSearch }: SubmissionsPageProps) {
  const saveView = useSaveView()
  /** Changes the view, which is also saved. Defaults are not part of the address. */
  const change = ({ filter, sort, group }: Choices): void => {
    const { filter: _f, sort: _s, group: _g, ...rest } = search
    const next: SubmissionsSearch = {
      ...rest,
      ...(filter === 'all' ? {} : { filter }),
      ...(sort === 'newest' ? {} : { sort }),
      ...(group === 'none' ? {} : { group }),
    }
    saveView(next)
    onSearch(next)
  }
  const { q, ...rest } = search
  const current: Choices = {
    filter: search.filter ?? 'all',
    sort: search.sort ?? 'newest',
    group: search.group ?? 'none',
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      <SearchBox
        className="min-w-0 grow basis-56 sm:max-w-xs"
        placeholder="Search by client..."
        value={q ?? ''}
        onChange={(next) => onSearch({ ...rest, ...(next ? { q: next } : {}) })}
      />
      <SectionFilterPills
        className="max-sm:[&>button]:px-2.5"
        value={current.filter}
        onChange={(filter) => change({ ...current, filter })}
      />
      <div className="flex min-w-0 gap-3 max-sm:w-full sm:ml-auto">
        <SelectField
          label="Sort"
          hideLabel
          className="min-w-0 max-sm:flex-[6] sm:w-44"
          value={current.sort}
          options={SORTS}
          onChange={(sort) => change({ ...current, sort })}
        />
        <SelectField
          label="Group"
          hideLabel
          className="min-w-0 max-sm:flex-[5] sm:w-40"
          value={current.group}
          options={GROUPINGS}
          onChange={(group) => change({ ...current, group })}
        />
      </div>
    </div>
  )
}

interface Choices {
  filter: SectionFilter
  sort: SubmissionSort
  group: SubmissionGroupBy | 'none'
}

interface FilterChipProps extends SubmissionsPageProps {
  cards: readonly SubmissionCard[]
  /** Whether these are all cards of the list. */
  isComplete: boolean
}

/**
 * Shows a filter that was set elsewhere (a workform, a client, or a figure on the dashboard), with a button that clears
 * it. The names are those of the listed cards.
 */
export function FilterChip({ search, cards, isComplete, onSearch }: FilterChipProps) {
  const { workform, client, only, month: _m, section: _s, question: _q, since: _f, ...rest } = search
  if (!workform && !client && !only) return null
  const one = cards.find((c) => c.client_id === client)
  const names = [
    describeFocus(search, cards),
    isComplete && countSections(cards),
    workform && (cards.find((c) => c.workform_id === workform)?.workform_name ?? 'one workform'),
    client && (one?.client_name || one?.client_email || 'one client'),
  ]
  const label = `Only ${names.filter(Boolean).join(' · ')}`
  // The card itself offers the download for both together.
  const scope = only || (workform && client) ? undefined : workform ? { workform } : { client }
  const hasFiles = cards.some((card) => card.sections.some((section) => sectionFiles(section).length > 0))
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <span
        className={cx(
          'inline-flex min-h-8 min-w-0 items-center gap-1 max-w-full rounded-full border',
          'border-primary/40 bg-primary/8 pl-3.5 text-sm',
        )}
      >
        <span className="min-w-0 truncate" title={label}>
          {label}
        </span>
        <button
          type="button"
          aria-label="Clear filter"
          title="Clear filter"
          onClick={() => onSearch(rest)}
          className={cx(
            'grid size-8 shrink-0 cursor-pointer place-items-center rounded-full text-base-content/70',
            'hover:text-base-content',
          )}
        >
          <X className="size-4" />
        </button>
      </span>
      {scope && hasFiles ? <DownloadZip scope={scope} label="Download all files (ZIP)" /> : null}
    </div>
  )
}
