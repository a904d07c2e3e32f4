import { Page, PageHeader } from '@portal/kit/ui/page'
import { NotOffline, Skeleton } from '@portal/kit/ui/states'
import { useOffline } from '@portal/kit/ui/use-offline'
import { usePage } from '@portal/sdk'

/**
 * Replaces a page while its code is loading: its heading, unless its remote is still loading, and a skeleton, or that
 * it waits for the connection.
 */
export function PagePending() {
  const { title } = usePage()
  const offline = useOffline()
  return (
    <Page>
      {title ? <PageHeader /> : <Skeleton className="h-8 w-48" />}
      {offline ? (
        <NotOffline />
      ) : (
        <div role="status" aria-label="Loading page">
          <Skeleton className="h-64 w-full rounded-box" />
        </div>
      )}
    </Page>
  )
}
