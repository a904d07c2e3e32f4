import type { SavedViews, SubmissionsView } from '@portal/contract/views'
import { api, call, toastProblem } from '@portal/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { viewsQuery } from './queries.ts'
import type { SubmissionsSearch } from './search.ts'

const viewOf = ({ sort, group, filter }: SubmissionsSearch): SubmissionsView => ({
  ...(sort === 'with_client' ? { order: sort } : sort ? { sort } : {}),
  ...(group ? { group } : {}),
  ...(filter ? { filter } : {}),
})

/** Returns a function that saves sort, grouping and filter of the list for this person's next visits. */
export function useSaveView(): (search: SubmissionsSearch) => void {
  const cache = useQueryClient()
  const save = useMutation({
    // One after the other, so that the last choice wins.
    scope: { id: 'submissions-view' },
    mutationFn: (view: SubmissionsView) => call(api.profile.views.$put({ json: { list: 'submissions', view } })),
    onError: (error) => toastProblem(error, 'Failed to save the view'),
  })
  return (search) => {
    const view = viewOf(search)
    cache.setQueryData<SavedViews>(viewsQuery.queryKey, (views) => ({ ...views, submissions: view }))
    save.mutate(view)
  }
}
