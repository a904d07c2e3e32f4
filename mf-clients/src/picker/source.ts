import type { PickerOption, PickerSource } from '@portal/kit/ui/picker-options'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'

/** Returns a paged list as the options of a picker. */
export function sourceOf<T extends PickerOption>(
  list: UseInfiniteQueryResult<InfiniteData<{ items: T[] }>>,
  search: Pick<PickerSource<T>, 'search' | 'onSearch'>,
): PickerSource<T> {
  return {
    ...search,
    options: list.data?.pages.flatMap((page) => page.items),
    stale: list.isPlaceholderData,
    more: {
      hasMore: list.hasNextPage,
      loading: list.isFetchingNextPage,
      onMore: () => void list.fetchNextPage(),
      // After a failure only the button retries.
      auto: !list.isFetchNextPageError,
    },
  }
}
