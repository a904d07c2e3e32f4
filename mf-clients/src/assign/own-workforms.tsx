import type { WorkformSummary } from '@portal/contract/workforms'
import { QueryError } from '@portal/kit/ui/states'
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
  const list = useInfiniteQuery(ownWorkformsQuery(search))
  useLoadFailureToast(list.error, 'Failed to load workforms')
  if (!list.data && list.error)
    return <QueryError title="Your workforms are not available" query={list} className="py-6" />
  return (
    <WorkformList
      label="Your workforms"
      searchLabel="Search forms..."
      search={search}
      onSearch={setSearch}
      options={list.data?.pages.flatMap((page) => page.items)}
      value={value}
      onChange={onChange}
      disabled={disabled}
      empty={search ? 'No workforms found matching your search.' : 'You have no workforms yet. Create a new one.'}
      more={{
        hasMore: list.hasNextPage,
        loading: list.isFetchingNextPage,
        onMore: () => void list.fetchNextPage(),
      }}
    />
  )
}
