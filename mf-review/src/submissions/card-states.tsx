import { EmptyState, Skeleton } from '@portal/kit/ui/states'
import { Inbox } from 'lucide-react'
import { isFiltered, type SubmissionsSearch } from './search.ts'

/** Title of the error when submissions could not be loaded. */
export const LOAD_FAILED = 'Form submissions could not be loaded'

/** Says that the list is empty, and why. */
export function NoSubmissions({ search }: { search: SubmissionsSearch }) {
  return (
    <EmptyState
      icon={<Inbox />}
      title="No submissions found"
      description={
        isFiltered(search)
          ? 'Try adjusting your search or filter criteria.'
          : 'Client form submissions will appear here.'
      }
    />
  )
}

/** Renders placeholders for cards. */
export function CardSkeletons({ count = 4 }: { count?: number }) {
  return (
    <div role="status" aria-label="Loading submissions" className="grid grid-cols-1 gap-4">
      {Array.from({ length: count }, (_, i) => (
        <Skeleton key={i} className="h-20 w-full rounded-box max-sm:h-40" />
      ))}
    </div>
  )
}
