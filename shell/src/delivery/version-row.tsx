import { formatSize } from '@portal/contract/files'
import { titleOf } from '@portal/contract/publishing-texts'
import { Badge } from '@portal/kit/ui/badge'
import { Button } from '@portal/kit/ui/button'
import { countOf } from '@portal/kit/ui/count'
import { Ago } from './ago.tsx'
import { DecisionText } from './decision-text.tsx'
import type { RemoteState, Version } from './queries.ts'
import type { VersionAction } from './version-state.ts'
import { VersionName } from './version-name.tsx'

export interface VersionRowProps {
  version: Version
  canary: RemoteState['canary']
  /** Open tabs that run it. */
  tabs: number
  actions: readonly VersionAction[]
  onAction: (action: VersionAction) => void
}

/** The label of each action, and what joins it to the version for screen readers. */
const LABELS: Readonly<Record<VersionAction, readonly [label: string, of: string]>> = {
  preview: ['Preview', ''],
  publish: ['Publish', ''],
  'roll back': ['Roll back', ' to'],
}

function StateBadge({ version, canary }: Pick<VersionRowProps, 'version' | 'canary'>) {
  if (version.live) return <Badge tone="green">Live</Badge>
  if (canary?.version === version.version)
    return <Badge tone="blue">{canary.percent > 0 ? `For ${canary.percent}% of people` : 'For some people'}</Badge>
  if (version.bad) return <Badge tone="red">Bad</Badge>
  return version.waits ? <Badge tone="yellow">Waits for {version.waits}</Badge> : null
}

/** Renders where a version comes from, its size, what it was built against, and its open tabs. */
function Origin({ version, tabs }: Pick<VersionRowProps, 'version' | 'tabs'>) {
  const { author, actor, created_at, branch, commit, size, contract, sdk, refused, bad, message } = version
  const parts = [
    branch,
    commit?.slice(0, 8),
    size > 0 ? formatSize(size) : null,
    `contract ${contract}, sdk ${sdk}`,
    tabs > 0 ? countOf(tabs, 'open tab') : null,
  ]
  return (
    <div className="wrap-anywhere mt-1.5 grid gap-0.5 text-base-content/70 text-sm">
      <p>
        {author ? <span className="font-medium text-base-content">{author}</span> : null}
        {author ? ' · announced' : 'Announced'} by {actor ?? 'an unknown publisher'} <Ago at={created_at} />
      </p>
      <p>
        {message ? (
          <>
            <VersionName version={version.version} />{' '}
          </>
        ) : null}
        {parts.filter(Boolean).join(' · ')}
      </p>
      {bad ? (
        <p className="text-error">
          Rolled back <DecisionText decision={bad} />
        </p>
      ) : null}
      {refused && !version.waits ? <p>{refused}</p> : null}
    </div>
  )
}

/** Renders a version with its state, origin and actions. */
export function VersionRow({ version, canary, tabs, actions, onAction }: VersionRowProps) {
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-5 py-4">
      <div className="min-w-0 grow basis-64">
        <h3 className="wrap-anywhere flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          <span className="min-w-0">{titleOf(version)}</span>
          <StateBadge version={version} canary={canary} />
        </h3>
        <Origin version={version} tabs={tabs} />
      </div>
      {actions.length > 0 ? (
        <div className="flex flex-wrap gap-2">
          {actions.map((action) => (
            <Button key={action} size="sm" className="pointer-coarse:h-11" onClick={() => onAction(action)}>
              {LABELS[action][0]}
              <span className="sr-only">
                {LABELS[action][1]} {version.version}
              </span>
            </Button>
          ))}
        </div>
      ) : null}
    </li>
  )
}
