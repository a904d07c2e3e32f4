import type { WorkformSummary } from '@portal/contract/workforms'
import { ErrorState } from '@portal/kit/ui/states'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { WorkformList } from '../picker/workform-list.tsx'
import { useLoadFailureToast } from '../queries/failure.ts'
import { useLiveWorkforms } from '../queries/live.ts'
import { ownWorkformsQuery } from '../queries/workforms.ts'

export interface OwnWorkformsProps {
  /** Id of the chosen workform. */
  value: string | undefined
  onChange: (workform: WorkformSummary) => void
  disabled?: boolean | undefined
}

/** Lists the bookkeeper's own workforms to choose from. The server searches. */
export function OwnWorkforms({ value, onChange, disabled }: OwnWorkformsProps) {
  useLiveWorkforms()
  const [search, setSearch] = useState('')
  const { data, error, isPending, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(ownWorkformsQuery(search))
  useLoadFailureToast(error, 'Failed to load workforms')
  if (!data && !isPending) {
    return (
      <ErrorState
        title="Your workforms are not available"
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
        className="py-6"
      />
    )
  }
  return (
    <WorkformList
      label="Your workforms"
      searchLabel="Search forms..."
      search={search}
      onSearch={setSearch}
      options={data?.pages.flatMap((page) => page.items)}
      value={value}
      onChange={onChange}
      disabled={disabled}
      empty={search ? 'No workforms found matching your search.' : 'You have no workforms yet. Create a new one.'}
      more={{ hasMore: hasNextPage, loading: isFetchingNextPage, onMore: () => void fetchNextPage() }}
    />
  )
}
