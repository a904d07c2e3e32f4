import { Page, PageHeader } from '@portal/kit/ui/page'
import { Skeleton } from '@portal/kit/ui/states'
import { usePage } from '@portal/sdk'

/** Replaces a page while its code is loading: its heading, unless its remote is still loading, and a skeleton. */
export function PagePending() {
  const { title } = usePage()
  return (
    <Page>
      {title ? <PageHeader /> : <Skeleton className="h-8 w-48" />}
      <div role="status" aria-label="Loading page">
        <Skeleton className="h-64 w-full rounded-box" />
      </div>
    </Page>
  )
}
