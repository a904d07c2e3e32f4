import { describeSwitch } from '@portal/contract/publishing-texts'
import { Card } from '@portal/kit/ui/card'
import { QueryView } from '@portal/kit/ui/query-view'
import { EmptyState, SkeletonRows } from '@portal/kit/ui/states'
import { dateAndTime } from '@portal/kit/ui/time'
import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { Ago } from './ago.tsx'
import { LongList } from './long-list.tsx'
import { type Switch, switchesQuery } from './queries.ts'

/** Returns the author and the versions of a change, below the message of its commit. */
const versionsOf = ({ author, from, to }: Switch): string =>
  [author && `Author ${author}`, `${from ?? 'none'} → ${to ?? 'none'}`].filter(Boolean).join(' · ')

function SwitchRow({ change }: { change: Switch }) {
  return (
    <li className="px-5 py-3.5 text-sm">
      <p className="wrap-anywhere font-medium">{describeSwitch(change)}</p>
      {change.message ? <p className="wrap-anywhere mt-0.5 text-base-content/70">{versionsOf(change)}</p> : null}
      {change.reason ? <p className="wrap-anywhere mt-0.5">{change.reason}</p> : null}
      <p className="wrap-anywhere mt-0.5 text-base-content/70">
        {change.actor} · <Ago at={change.at} />, {dateAndTime(change.at)}
      </p>
    </li>
  )
}

/** Lists who changed which version is live, when and why, newest first. */
export function HistoryCard({ name }: { name: string }) {
  return (
    <Card title="History" description="Who changed which version people get, and why." padded={false}>
      <QueryView
        query={useQuery(switchesQuery(name))}
        failure="Failed to load the history"
        loading={<SkeletonRows rows={3} label="Loading the history" />}
      >
        {({ items }) =>
          items.length > 0 ? (
            <LongList items={items} noun="changes">
              {(change) => <SwitchRow key={`${change.at} ${change.kind} ${change.to}`} change={change} />}
            </LongList>
          ) : (
            <EmptyState icon={<History />} title="Nothing has changed yet" />
          )
        }
      </QueryView>
    </Card>
  )
}
