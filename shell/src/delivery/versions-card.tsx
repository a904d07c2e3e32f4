import type { RemoteVersions } from '@portal/contract/publishing'
import { Card } from '@portal/kit/ui/card'
import { QueryView } from '@portal/kit/ui/query-view'
import { EmptyState, SkeletonRows } from '@portal/kit/ui/states'
import { useQuery } from '@tanstack/react-query'
import { Package } from 'lucide-react'
import { useState } from 'react'
import { LongList } from './long-list.tsx'
import { PreviewDialog } from './preview-dialog.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { type RemoteState, tabsQuery, type Version, versionsQuery } from './queries.ts'
import { RollBackDialog } from './roll-back-dialog.tsx'
import { VersionRow } from './version-row.tsx'
import { actionsFor, type VersionAction } from './version-state.ts'

interface ActionDialogProps {
  open: { action: VersionAction; version: Version }
  state: RemoteState
  versions: RemoteVersions
  onClose: () => void
}

function ActionDialog({ open: { action, version }, state, versions, onClose }: ActionDialogProps) {
  if (action === 'preview') return <PreviewDialog name={state.name} version={version.version} onClose={onClose} />
  if (action === 'publish') return <PublishDialog state={state} version={version} onClose={onClose} />
  return <RollBackDialog state={state} versions={versions} to={version.version} onClose={onClose} />
}

/** Lists the versions of a remote with their origin, and what can be done with each. */
export function VersionsCard({ state }: { state: RemoteState }) {
  const { name, canary } = state
  const [open, setOpen] = useState<ActionDialogProps['open']>()
  const query = useQuery(versionsQuery(name))
  const { data: tabs } = useQuery(tabsQuery(name))
  const live = query.data?.items.find((version) => version.live)
  return (
    <Card title="Versions" description="Message, author and commit are what the publisher says." padded={false}>
      <QueryView
        query={query}
        failure="Failed to load the versions"
        loading={<SkeletonRows label="Loading versions" />}
      >
        {({ items }) =>
          items.length > 0 ? (
            <LongList
              items={items}
              noun="versions"
              isKept={({ version, live: isLive }) => isLive || version === canary?.version}
            >
              {(item) => (
                <VersionRow
                  key={item.version}
                  version={item}
                  canary={canary}
                  tabs={tabs?.items.find((t) => t.version === item.version)?.tabs ?? 0}
                  actions={actionsFor(item, { live, canary: canary?.version })}
                  onAction={(action) => setOpen({ action, version: item })}
                />
              )}
            </LongList>
          ) : (
            <EmptyState icon={<Package />} title="No versions" />
          )
        }
      </QueryView>
      {open && query.data ? (
        <ActionDialog open={open} state={state} versions={query.data} onClose={() => setOpen(undefined)} />
      ) : null}
    </Card>
  )
}
