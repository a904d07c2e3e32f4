import type { WorkformSummary } from '@portal/contract/workforms'
import { cx } from '@portal/kit/ui/class-names'
import { SearchBox } from '@portal/kit/ui/search-box'
import { LoadMore } from '@portal/kit/ui/pagination'
import { SkeletonRows } from '@portal/kit/ui/states'
import { type ReactNode, useId } from 'react'
import { PreviewButton, WorkformOption } from './workform-option.tsx'

export interface WorkformListProps {
  /** Label of the list for screen readers. */
  label: string
  searchLabel: string
  search: string
  onSearch: (search: string) => void
  /** Undefined while loading. */
  options: readonly WorkformSummary[] | undefined
  value: string | undefined
  onChange: (workform: WorkformSummary) => void
  /** Shown if the list is empty. */
  empty: ReactNode
  disabled?: boolean | undefined
  /** Set if more pages can be loaded. */
  more?: { hasMore: boolean; loading: boolean; onMore: () => void } | undefined
}

/** Shows a searchable list of workforms to choose from. */
export function WorkformList({
  label,
  searchLabel,
  search,
  onSearch,
  options,
  value,
  onChange,
  empty,
  disabled,
  more,
}: WorkformListProps) {
  const name = useId()
  return (
    <fieldset className="min-w-0" disabled={disabled}>
      <legend className="mb-1.5 font-medium text-sm">{label}</legend>
      <SearchBox landmark={false} placeholder={searchLabel} value={search} onChange={onSearch} />
      <div className="mt-2 max-h-80 overflow-y-auto rounded-field border border-base-300">
        {options === undefined ? <SkeletonRows rows={3} label="Loading workforms" /> : null}
        {options?.length === 0 ? (
          <div className="px-4 py-6 text-center text-base-content/70 text-sm">{empty}</div>
        ) : null}
        {options?.map((option) => (
          <label
            key={option.id}
            className={cx(
              'flex cursor-pointer items-start gap-3 border-base-300 border-b px-3.5 py-3 text-sm last:border-b-0',
              'hover:bg-base-200/60 has-checked:bg-primary/5 has-disabled:cursor-not-allowed',
            )}
          >
            <input
              type="radio"
              name={name}
              checked={option.id === value}
              onChange={() => onChange(option)}
              className="radio radio-sm checked:radio-primary mt-px border-base-content/50"
            />
            <WorkformOption workform={option} />
          </label>
        ))}
        {more ? <LoadMore {...more} auto /> : null}
      </div>
      {value === undefined ? null : (
        <div className="mt-2">
          <PreviewButton workformId={value} />
        </div>
      )}
    </fieldset>
  )
}
