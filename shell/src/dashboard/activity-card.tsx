import type { Activity } from '@portal/contract/dashboard'
import { Card } from '@portal/kit/ui/card'
import { cx } from '@portal/kit/ui/class-names'
import { EmptyState, SkeletonRows } from '@portal/kit/ui/states'
import { dateAndTime, timeAgo } from '@portal/kit/ui/time'
import { Link } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { activityLink, activityText } from './activity-text.ts'

/** Lists the latest activity. On a narrow screen it is shown together with the lists above it. */
export function ActivityCard({ activity }: { activity: readonly Activity[] | undefined }) {
  return (
    <Card title="Recent activity" padded={false} className={cx('overflow-hidden', !activity && 'max-lg:hidden')}>
      {activity === undefined ? <SkeletonRows rows={5} label="Loading recent activity" /> : null}
      {activity?.length === 0 ? (
        <EmptyState
          icon={<History />}
          title="No activity yet"
          description="Actions by you and your clients appear here."
          className="py-9"
        />
      ) : null}
      {activity && activity.length > 0 ? (
        <ol className="divide-y divide-base-300">
          {activity.map((entry) => (
            <li key={entry.id}>
              <Entry entry={entry} />
            </li>
          ))}
        </ol>
      ) : null}
    </Card>
  )
}

function Entry({ entry }: { entry: Activity }) {
  const { who, what } = activityText(entry)
  const link = activityLink(entry)
  const text = (
    <>
      <span className="wrap-anywhere min-w-0">
        <span className="font-medium">{who}</span> {what}
      </span>
      <time dateTime={entry.at} title={dateAndTime(entry.at)} className="mt-0.5 block text-base-content/70 text-xs">
        {timeAgo(entry.at)}
      </time>
    </>
  )
  if (!link) return <div className="px-5 py-3 text-sm">{text}</div>
  return (
    <Link {...link} className="block px-5 py-3 text-sm hover:bg-base-200/60">
      {text}
    </Link>
  )
}
