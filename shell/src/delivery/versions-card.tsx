import type { RemoteState } from '@portal/contract/delivery'
import { Card } from '@portal/kit/ui/card'
import { QueryView } from '@portal/kit/ui/query-view'
import { EmptyState, SkeletonRows } from '@portal/kit/ui/states'
import { useQuery } from '@tanstack/react-query'
import { Package } from 'lucide-react'
import { useState } from 'react'
import { StartCanaryDialog } from './canary/start-canary-dialog.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { LongList } from './long-list.tsx'
import { PreviewDialog } from './preview-dialog.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { type Scope, tabsQuery, versionsQuery } from './queries.ts'
import { RollBackDialog } from './roll-back-dialog.tsx'
import { VersionRow } from './version-row.tsx'
import { actionsFor, type VersionAction } from './version-state.ts'

/** The open dialog. */
interface OpenDialog {
  action: VersionAction
  version: string
}

interface ActionDialogProps {
  open: OpenDialog
  name: string
  live: string | null
  isPinned: boolean
  onClose: () => void
}

function ActionDialog({ open: { action, version }, name, live, isPinned, onClose }: ActionDialogProps) {
  const dialog = { name, onClose }
  if (action === 'preview') return <PreviewDialog {...dialog} version={version} />
  if (action === 'leave') return <LeaveDialog {...dialog} version={version} />
  if (action === 'canary') return <StartCanaryDialog {...dialog} version={version} />
  if (action === 'roll back' && live !== null) return <RollBackDialog {...dialog} from={live} to={version} />
  return <PublishDialog {...dialog} from={live} to={version} isPinned={isPinned} />
}

/** Lists the versions of a remote with their origin, and what can be done with each. */
export function VersionsCard({ state: { name, live, pinned, canary }, scope }: { state: RemoteState; scope: Scope }) {
  const [open, setOpen] = useState<OpenDialog>()
  const query = useQuery(versionsQuery(name))
  const { data: tabs } = useQuery(tabsQuery(name))
  const liveVersion = query.data?.items.find((version) => version.live)
  const tabsOf = (version: string): number => tabs?.items.find((t) => t.version === version)?.tabs ?? 0
  return (
    <Card title="Versions" padded={false}>
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
              {(item) => {
                const { version } = item
                const situation = { live: liveVersion, hasCanary: canary !== null, tabs: tabsOf(version), scope }
                return (
                  <VersionRow
                    key={version}
                    version={item}
                    isCanary={canary?.version === version}
                    tabs={tabsOf(version)}
                    actions={actionsFor(item, situation)}
                    onAction={(action) => setOpen({ action, version })}
                  />
                )
              }}
            </LongList>
          ) : (
            <EmptyState icon={<Package />} title="No versions" />
          )
        }
      </QueryView>
      {open ? (
        <ActionDialog
          open={open}
          name={name}
          live={live}
          isPinned={pinned !== null}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
    </Card>
  )
}
