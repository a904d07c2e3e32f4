import type { RemoteState } from '@portal/contract/operations'
import type { OperatorSession } from '@portal/contract/operators'
import { Card } from '@portal/kit/ui/card'
import { QueryView } from '@portal/kit/ui/query-view'
import { EmptyState, SkeletonRows } from '@portal/kit/ui/states'
import { useQuery } from '@tanstack/react-query'
import { Package } from 'lucide-react'
import { useState } from 'react'
import { LeaveDialog } from './leave-dialog.tsx'
import { PreviewDialog } from './preview-dialog.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { tabsQuery, type Version, versionsQuery } from './queries.ts'
import { RollBackDialog } from './roll-back-dialog.tsx'
import { VersionRow } from './version-row.tsx'
import { isEarlier } from './version-state.ts'

interface VersionsCardProps {
  state: RemoteState
  scope: OperatorSession['scope']
}

/** Lists the versions of a remote with their origin, and what can be done with each. */
export function VersionsCard({ state: { name, live, canary }, scope }: VersionsCardProps) {
  const [open, setOpen] = useState<{ kind: 'switch' | 'preview' | 'leave'; version: Version }>()
  const query = useQuery(versionsQuery(name))
  const { data: tabs } = useQuery(tabsQuery(name))
  const liveVersion = query.data?.items.find((version) => version.live)
  const close = (): void => setOpen(undefined)
  const to = open?.version.version ?? ''
  return (
    <Card title="Versions" padded={false}>
      <QueryView
        query={query}
        failure="Failed to load the versions"
        loading={<SkeletonRows label="Loading versions" />}
      >
        {({ items }) =>
          items.length > 0 ? (
            <ul className="divide-y divide-base-300">
              {items.map((version) => (
                <VersionRow
                  key={version.version}
                  version={version}
                  isCanary={canary?.version === version.version}
                  tabs={tabs?.items.find((t) => t.version === version.version)?.tabs}
                  action={isEarlier(version, liveVersion) ? 'Roll back to' : 'Publish'}
                  onSwitch={scope === 'publish' ? () => setOpen({ kind: 'switch', version }) : undefined}
                  onPreview={() => setOpen({ kind: 'preview', version })}
                  onLeave={scope === 'publish' ? () => setOpen({ kind: 'leave', version }) : undefined}
                />
              ))}
            </ul>
          ) : (
            <EmptyState icon={<Package />} title="No versions" />
          )
        }
      </QueryView>
      {open?.kind === 'preview' ? <PreviewDialog name={name} version={to} onClose={close} /> : null}
      {open?.kind === 'leave' ? <LeaveDialog name={name} version={to} onClose={close} /> : null}
      {open?.kind === 'switch' && isEarlier(open.version, liveVersion) && live !== null ? (
        <RollBackDialog name={name} from={live} to={to} onClose={close} />
      ) : null}
      {open?.kind === 'switch' && !isEarlier(open.version, liveVersion) ? (
        <PublishDialog name={name} from={live} to={to} onClose={close} />
      ) : null}
    </Card>
  )
}
