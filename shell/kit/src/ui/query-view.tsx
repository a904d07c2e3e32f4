import type { ReactNode } from 'react'
import { LoadMore } from './pagination.tsx'
import { NotOffline, QueryError } from './states.tsx'

/** The parts of a query's result that are shown. */
interface QueryResult<T> {
  data: T | undefined
  error: unknown
  isFetching: boolean
  /** `paused` while it waits for the connection. */
  fetchStatus?: 'fetching' | 'paused' | 'idle' | undefined
  refetch: () => unknown
}

interface Texts {
  /** Title of the error, such as 'Failed to load clients'. */
  failure: string
  /** A skeleton, shown until there is data or an error. */
  loading: ReactNode
}

export interface QueryViewProps<T> extends Texts {
  query: QueryResult<T>
  children: (data: T) => ReactNode
  /** Class of the error. */
  className?: string | undefined
}

/** Renders the data of a query, a skeleton while it loads, or an error with a Retry button. */
export function QueryView<T>({ query, failure, loading, children, className }: QueryViewProps<T>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error) return <QueryError title={failure} query={query} className={className} />
  return query.fetchStatus === 'paused' ? <NotOffline className={className} /> : loading
}

export interface PagedListProps<T> extends Texts {
  query: QueryResult<{ pages: readonly { items: readonly T[] }[] }> & {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => unknown
  }
  /** Shown when there are no items. */
  empty: ReactNode
  /** Whether the next page loads when it is scrolled into view. */
  auto?: boolean | undefined
  children: (items: readonly T[]) => ReactNode
}

/** Renders the loaded items of an infinite query like `QueryView`, with a button that loads the next page. */
export function PagedList<T>({ query, empty, auto, children, ...texts }: PagedListProps<T>) {
  return (
    <>
      <QueryView query={query} {...texts}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items)
          return items.length > 0 || query.hasNextPage ? children(items) : empty
        }}
      </QueryView>
      <LoadMore
        auto={auto}
        hasMore={query.hasNextPage}
        loading={query.isFetchingNextPage}
        onMore={() => void query.fetchNextPage()}
      />
    </>
  )
}
