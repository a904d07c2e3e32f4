import { formatSize } from '@portal/contract/files'
import { Badge } from '@portal/kit/ui/badge'
import { Button } from '@portal/kit/ui/button'
import { countOf } from '@portal/kit/ui/count'
import { Ago } from './ago.tsx'
import type { Version } from './queries.ts'
import type { VersionAction } from './version-state.ts'
import { VersionName } from './version-name.tsx'

export interface VersionRowProps {
  version: Version
  isCanary: boolean
  /** Open tabs that run it. */
  tabs: number
  actions: readonly VersionAction[]
  onAction: (action: VersionAction) => void
}

/** The label of each action, and what joins it to the version for screen readers. */
const LABELS: Readonly<Record<VersionAction, readonly [label: string, of: string]>> = {
  leave: ['Reload tabs', ' of'],
  preview: ['Preview', ''],
  canary: ['Canary', ' with'],
  publish: ['Publish', ''],
  'roll back': ['Roll back', ' to'],
}

function Badges({ version, isCanary }: Pick<VersionRowProps, 'version' | 'isCanary'>) {
  return (
    <>
      {version.live ? <Badge tone="green">Live</Badge> : null}
      {isCanary ? <Badge tone="blue">Canary</Badge> : null}
      {version.pinned ? <Badge tone="yellow">Pinned</Badge> : null}
      {version.staged ? <Badge tone="blue">Staged</Badge> : null}
      {version.withdrawn_at === null ? null : <Badge tone="red">Withdrawn</Badge>}
      {version.must_leave_at === null ? null : <Badge tone="red">Tabs must reload</Badge>}
    </>
  )
}

/** Renders who announced a version, and what they say it is: the portal does not know the repository. */
function Announcement({ version: { actor, created_at, branch, commit, message } }: Pick<VersionRowProps, 'version'>) {
  const claims = [branch, commit?.slice(0, 8), message && `“${message}”`].filter(Boolean)
  return (
    <p className="wrap-anywhere">
      Announced by <span className="font-medium text-base-content">{actor ?? 'an unknown publisher'}</span>{' '}
      <Ago at={created_at} />
      {claims.length > 0 ? `, as ${claims.join(' · ')}` : null}
    </p>
  )
}

/** Renders where a version comes from, its size, what it was built against, and its open tabs. */
function Origin({ version, tabs }: Pick<VersionRowProps, 'version' | 'tabs'>) {
  const { size, contract, sdk, refused } = version
  const parts = [
    size > 0 ? formatSize(size) : null,
    `contract ${contract}, sdk ${sdk}`,
    tabs > 0 ? countOf(tabs, 'open tab') : null,
  ]
  return (
    <div className="mt-1.5 grid gap-0.5 text-base-content/70 text-sm">
      <Announcement version={version} />
      <p className="wrap-anywhere">{parts.filter(Boolean).join(' · ')}</p>
      {refused ? <p className="wrap-anywhere">{refused}</p> : null}
    </div>
  )
}

/** Renders a version with its state, origin and actions. */
export function VersionRow({ version, isCanary, tabs, actions, onAction }: VersionRowProps) {
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-5 py-4">
      <div className="min-w-0 grow basis-64">
        <h3 className="flex flex-wrap items-center gap-1.5">
          <VersionName version={version.version} className="font-medium" />
          <Badges version={version} isCanary={isCanary} />
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
