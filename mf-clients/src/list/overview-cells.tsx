import type { ListedClient } from '@portal/contract/clients'
import { longDay } from '@portal/kit/ui/time'
import { cx } from '@portal/kit/ui/class-names'
import { Progress } from '@portal/kit/ui/progress'
import { describeActivity, describeDue, describeTurn } from './describe.ts'

interface OverviewProps {
  client: ListedClient
  /** Today in the bookkeeper's time zone. */
  today: string
}

const QUIET = 'truncate text-base-content/70 text-xs'
const YOURS = 'font-medium text-base-content'

/** Returns how many sections the client has submitted, including those that are approved. */
const doneOf = ({ sections_done, sections_waiting }: ListedClient): number => sections_done + sections_waiting

/** Shows how many sections are done, and whose turn it is. */
export function ProgressContent({ client }: Pick<OverviewProps, 'client'>) {
  const { sections, sections_waiting } = client
  const turn = describeTurn(client)
  return (
    <>
      {sections > 0 ? (
        <div className="flex items-center gap-2">
          <Progress
            label="Submitted or approved sections"
            value={doneOf(client)}
            max={sections}
            className="min-w-8 flex-1"
          />
          <span className="shrink-0 text-xs tabular-nums">
            {doneOf(client)}/{sections}
          </span>
        </div>
      ) : null}
      <div className={cx(QUIET, sections_waiting > 0 && YOURS)} title={turn}>
        {turn}
      </div>
    </>
  )
}

/** Shows the next due date, and when the client was last active. */
export function DueContent({ client, today }: OverviewProps) {
  const activity = describeActivity(client)
  return (
    <>
      <DueText due={client.next_due} today={today} />
      <div className={QUIET} title={activity}>
        {activity}
      </div>
    </>
  )
}

/** Shows everything in one line, for narrow screens. */
export function CompactOverview({ client, today }: OverviewProps) {
  const { sections, sections_waiting, next_due } = client
  return (
    <div className="flex flex-wrap gap-x-1.5 text-base-content/70 text-xs">
      {sections > 0 ? (
        <>
          <span className="tabular-nums">
            {doneOf(client)}/{sections}
            <span className="sr-only"> sections done</span>
          </span>
          {next_due === null ? null : <DueText due={next_due} today={today} />}
        </>
      ) : null}
      <span className={cx(sections_waiting > 0 && YOURS)}>{describeTurn(client)}</span>
      <span className="sr-only">{describeActivity(client)}</span>
    </div>
  )
}

function DueText({ due, today }: { due: string | null; today: string }) {
  const described = describeDue(due, today)
  if (!due || !described) return <span className="text-base-content/70">–</span>
  return (
    <span title={longDay(due)} className={cx('whitespace-nowrap', described.isOverdue && 'font-medium text-error')}>
      {described.text}
    </span>
  )
}
