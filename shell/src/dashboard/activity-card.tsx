import { dateAndTime, timeAgo } from '@portal/kit/ui/time'
import { Link } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { activityLink, activityText, type AnyActivity } from '@portal/kit/features/audit/activity-text'
import { ListCard } from './list-card.tsx'

/** Lists the latest activity. On a narrow screen, where it is below the other lists, it appears with them. */
export function ActivityCard({ activity }: { activity: readonly AnyActivity[] | undefined }) {
  return (
    <ListCard
      title="Recent activity"
      items={activity}
      keyOf={(entry) => entry.id}
      loading={{ rows: 5, label: 'Loading recent activity', height: 'h-20.75' }}
      empty={{
        icon: <History />,
        title: 'No activity yet',
        description: 'Actions by you and your clients appear here.',
      }}
      className={activity ? undefined : 'max-lg:hidden'}
    >
      {(entry) => <Entry entry={entry} />}
    </ListCard>
  )
}

function Entry({ entry }: { entry: AnyActivity }) {
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
