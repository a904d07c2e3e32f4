import type { SubmissionCard } from '@portal/contract/review'
import type { SubmissionFocus } from '@portal/contract/section-machine'
import { SectionFilterPills } from '@portal/kit/features/section-filter'
import { cx } from '@portal/kit/ui/class-names'
import { SearchBox } from '@portal/kit/ui/search-box'
import { X } from 'lucide-react'
import { DownloadZip } from '../files/download-zip.tsx'
import { sectionFiles } from '../section/content.ts'
import type { SubmissionsPageProps } from './submissions-page.tsx'

/** Renders the search box and the status filter. */
export function Filters({ search, onSearch }: SubmissionsPageProps) {
  const { q, filter, ...rest } = search
  return (
    <div className="flex flex-wrap items-center gap-3">
      <SearchBox
        className="min-w-0 grow basis-56 sm:max-w-xs"
        placeholder="Search by client..."
        value={q ?? ''}
        onChange={(next) => onSearch({ ...rest, ...(filter ? { filter } : {}), ...(next ? { q: next } : {}) })}
      />
      <SectionFilterPills
        className="max-sm:[&>button]:px-2.5"
        value={filter ?? 'all'}
        onChange={(next) => onSearch({ ...rest, ...(q ? { q } : {}), ...(next === 'all' ? {} : { filter: next }) })}
      />
    </div>
  )
}

const FOCUS: Record<SubmissionFocus, string> = {
  waiting: 'waiting for review',
  overdue: 'overdue',
  completed: 'completed this month',
}

/**
 * Shows a filter that was set elsewhere (a workform, a client, or a figure on the dashboard), with a button that clears
 * it. The names are those of the listed cards.
 */
export function FilterChip({ search, cards, onSearch }: SubmissionsPageProps & { cards: readonly SubmissionCard[] }) {
  const { workform, client, only, ...rest } = search
  if (!workform && !client && !only) return null
  const one = cards.find((c) => c.client_id === client)
  const names = [
    only && FOCUS[only],
    workform && (cards.find((c) => c.workform_id === workform)?.workform_name ?? 'one workform'),
    client && (one?.client_name || one?.client_email || 'one client'),
  ]
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
        <span className="min-w-0 truncate">Only {names.filter(Boolean).join(' · ')}</span>
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
