import type { ClientsPage } from '@portal/contract/clients'
import { ClientStatusBadge } from '@portal/kit/ui/badge'
import { Button } from '@portal/kit/ui/button'
import { Card } from '@portal/kit/ui/card'
import { Page, PageHeader } from '@portal/kit/ui/page'
import { QueryView } from '@portal/kit/ui/query-view'
import { SkeletonRows } from '@portal/kit/ui/states'
import { api, call, type Mount } from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { createRoute } from '@tanstack/react-router'
import './styles.css'

function NotesPage() {
  const query = useQuery({
    queryKey: ['notes', 'newest-clients'],
    queryFn: ({ signal }): Promise<ClientsPage> =>
      call(api.clients.$get({ query: { limit: '5', sort: '-created' } }, { init: { signal } })),
  })
  return (
    <Page>
      <PageHeader actions={<Button onClick={() => void query.refetch()}>Refresh</Button>} />
      <Card>
        <QueryView query={query} failure="Failed to load clients" loading={<SkeletonRows rows={5} />}>
          {({ items }) => (
            <ul className="grid gap-2">
              {items.map(({ id, name, status }) => (
                <li key={id} className="flex justify-between">
                  {name} <ClientStatusBadge status={status} />
                </li>
              ))}
            </ul>
          )}
        </QueryView>
      </Card>
    </Page>
  )
}

/** Returns the routes of this remote under `/notes`. */
export function createRoutes(mount: Mount<'/notes'>) {
  const staticData = { title: 'Notes', subtitle: 'Your newest clients' }
  return [createRoute({ getParentRoute: () => mount, path: '/', staticData, component: NotesPage })]
}
