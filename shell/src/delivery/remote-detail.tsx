import type { RemoteState } from '@portal/contract/delivery'
import { byWhom, describeSwitch } from '@portal/contract/publishing-texts'
import { Card, Fact } from '@portal/kit/ui/card'
import { formatCount } from '@portal/kit/ui/count'
import { Notice } from '@portal/kit/ui/notice'
import { PageHeader } from '@portal/kit/ui/page'
import { dateAndTime } from '@portal/kit/ui/time'
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { Ago } from './ago.tsx'
import { CanaryCard } from './canary/canary-card.tsx'
import { HealthBadge } from './health/health-badge.tsx'
import { HealthCard } from './health/health-card.tsx'
import { HistoryCard } from './history-card.tsx'
import { RemoteActions } from './remote-actions.tsx'
import { StateBadges } from './remote-list.tsx'
import { VersionsCard } from './versions-card.tsx'

function Summary({ state }: { state: RemoteState }) {
  const { tabs, routes, last_switch: last, health } = state
  return (
    <Card>
      <dl className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <Fact term="Live version">
          <span className="flex flex-wrap items-center gap-1.5">
            <StateBadges state={state} />
          </span>
        </Fact>
        <Fact term="Last 24 hours">
          <HealthBadge of="24 hours" outcomes={health.live} />
        </Fact>
        <Fact term="Open tabs">{tabs === null ? 'Unknown at the moment' : formatCount(tabs)}</Fact>
        <Fact term="Pages">{routes.length > 0 ? routes.join(', ') : 'None'}</Fact>
      </dl>
      {last ? (
        <p className="wrap-anywhere mt-5 border-base-300 border-t pt-4 text-sm">
          {describeSwitch(last)} <Ago at={last.at} />, {byWhom({ by: last.actor, reason: last.reason })}
        </p>
      ) : null}
    </Card>
  )
}

function HeldNotice({ held }: { held: NonNullable<RemoteState['held']> }) {
  return (
    <Notice tone="warning" className="wrap-anywhere">
      <p className="font-medium">
        Held since {dateAndTime(held.at)} {byWhom(held)}
      </p>
      <p className="mt-1">Deployments and CI jobs leave this remote alone until somebody publishes.</p>
    </Notice>
  )
}

/**
 * Shows one remote: its state, health, versions and history, and what can be done.
 * @param isOnly whether it is the only one that the person sees
 */
export function RemoteDetail({ state, isOnly }: { state: RemoteState; isOnly: boolean }) {
  return (
    <>
      <div>
        {isOnly ? null : (
          <Link
            to="/remotes"
            search={{}}
            className="mb-3 inline-flex items-center gap-1.5 rounded-sm font-medium text-primary hover:underline"
          >
            <ArrowLeft className="size-4" aria-hidden />
            All remotes
          </Link>
        )}
        <PageHeader
          title={state.label ?? state.name}
          subtitle={state.label === null ? '' : state.name}
          actions={<RemoteActions state={state} />}
        />
      </div>
      {state.refused ? <Notice tone="error">The portal does not load the live version. {state.refused}</Notice> : null}
      {state.held ? <HeldNotice held={state.held} /> : null}
      <Summary state={state} />
      {state.canary ? <CanaryCard name={state.name} percent={state.canary.percent} /> : null}
      <HealthCard state={state} />
      <VersionsCard state={state} />
      <HistoryCard name={state.name} />
    </>
  )
}
