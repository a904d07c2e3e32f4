import { localeDate, relativeDue, todayIn } from '@portal/contract/dates'
import type { PortalWorkform } from '@portal/contract/portal'
import { Badge } from '@portal/kit/badge'
import { Collapsible } from '@portal/kit/collapsible'
import { Progress } from '@portal/kit/progress'
import { type ReactNode, useState } from 'react'
import { progressOf } from './progress.ts'
import { SectionCard } from './section-card.tsx'

/** A workform the client was assigned: when it is due, how far it is, and its sections. */
export function WorkformCard({ workform }: { workform: PortalWorkform }): ReactNode {
  const [open, setOpen] = useState(false)
  const progress = progressOf(workform.sections)
  const finished = progress.done === progress.total
  return (
    <Collapsible
      level={2}
      // On a phone every pixel of width is the form's.
      className="max-sm:[&>div]:p-3 max-sm:[&>summary]:px-4"
      open={open}
      onToggle={setOpen}
      title={workform.name}
      subtitle={
        <>
          {workform.description ? <span className={open ? 'block' : 'line-clamp-2'}>{workform.description}</span> : null}
          <span className="mt-2 flex max-w-sm items-center gap-3">
            <Progress label={`Progress of ${workform.name}`} value={progress.percent} />
            <span className="shrink-0 text-xs tabular-nums">{progress.percent}% done</span>
          </span>
        </>
      }
      aside={workform.due_date ? <Due date={workform.due_date} finished={finished} /> : null}
    >
      {finished && progress.total > 0 ? (
        <p className="mb-4 text-base-content/70 text-sm">Thank you. There is nothing left for you to do here.</p>
      ) : null}
      <div className="grid grid-cols-1 gap-3">
        {workform.sections.map((section) => (
          <SectionCard key={section.assignment_id} section={section} />
        ))}
      </div>
    </Collapsible>
  )
}

/** The due date in the reader's form; how near it is only while there is something to do. */
function Due({ date, finished }: { date: string; finished: boolean }): ReactNode {
  const today = todayIn(new Intl.DateTimeFormat().resolvedOptions().timeZone)
  const near = relativeDue(date, today)
  return (
    <>
      <span className="text-base-content/80 text-sm tabular-nums">Due: {localeDate(date)}</span>
      {finished ? null : <Badge tone={date < today ? 'red' : near === 'today' || near === 'tomorrow' ? 'yellow' : 'grey'}>{near}</Badge>}
    </>
  )
}
