import type { RemoteState } from '@portal/contract/delivery'
import { describeSwitch } from '@portal/contract/publishing-texts'
import { Badge } from '@portal/kit/ui/badge'
import { countOf } from '@portal/kit/ui/count'
import { PageHeader } from '@portal/kit/ui/page'
import { EmptyState } from '@portal/kit/ui/states'
import { Link } from '@tanstack/react-router'
import { Boxes, ChevronRight } from 'lucide-react'
import { failuresIn } from './health/rates.ts'
import { HealthBadge } from './health/health-badge.tsx'
import { Ago } from './ago.tsx'
import { VersionName } from './version-name.tsx'

/** Renders the badges of a remote: which version people get, and whether that is as usual. */
export function StateBadges({ state: { live, refused, held, canary, health } }: { state: RemoteState }) {
  return (
    <>
      {live === null ? <Badge tone="gray">Not live</Badge> : <VersionName version={live} />}
      {refused ? <Badge tone="red">Not loaded</Badge> : null}
      {held ? <Badge tone="yellow">Held</Badge> : null}
      {canary ? (
        <Badge tone={health.canary && failuresIn(health.canary) > 0 ? 'yellow' : 'blue'}>
          {canary.version} for {canary.percent > 0 ? `${canary.percent}% of people` : 'some people'}
        </Badge>
      ) : null}
    </>
  )
}

function RemoteRow({ state }: { state: RemoteState }) {
  const { name, label, tabs, last_switch: last } = state
  return (
    <li className="relative flex items-center gap-4 px-5 py-4 hover:bg-base-200/60">
      <div className="min-w-0 flex-1">
        <h2 className="flex flex-wrap items-baseline gap-x-2 font-semibold">
          <Link to="/remotes" search={{ name }} className="rounded-sm after:absolute after:inset-0">
            {label ?? name}
          </Link>
          {label === null ? null : <span className="font-normal text-base-content/70 text-sm">{name}</span>}
        </h2>
        <div className="mt-2 flex flex-wrap items-center gap-1.5">
          <StateBadges state={state} />
          <HealthBadge of="24 hours" outcomes={state.health.live} />
        </div>
        <p className="mt-2 text-base-content/70 text-sm">
          {tabs === null ? null : `${countOf(tabs, 'open tab')} · `}
          {last ? (
            <>
              {describeSwitch(last)} <Ago at={last.at} />
            </>
          ) : (
            'Never published'
          )}
        </p>
      </div>
      <ChevronRight className="size-5 shrink-0 text-base-content/50" aria-hidden />
    </li>
  )
}

interface RemoteListProps {
  states: readonly RemoteState[]
  /** The remote in the address, which is not among them. */
  wanted: string | null
  /** The address of a person who sees only the remotes of their teams; null for an operator. */
  teamOf: string | null
}

/** Lists the remotes that the signed-in person may see. */
export function RemoteList({ states, wanted, teamOf }: RemoteListProps) {
  return (
    <>
      <PageHeader subtitle="Which version people get, how well it works, and what has changed" />
      {wanted === null ? null : (
        <p role="status" className="text-base-content/70 text-sm">
          There is no remote {wanted} here.
        </p>
      )}
      <section aria-label="Remotes" className="rounded-box border border-base-300 bg-base-100">
        {states.length > 0 ? (
          <ul className="divide-y divide-base-300">
            {states.map((state) => (
              <RemoteRow key={state.name} state={state} />
            ))}
          </ul>
        ) : (
          <EmptyState
            icon={<Boxes />}
            title="No remotes"
            description={
              teamOf === null
                ? 'A remote appears here once its team has published a version.'
                : `${teamOf} is not in the team of a published remote. An operator can add you.`
            }
          />
        )}
      </section>
    </>
  )
}
