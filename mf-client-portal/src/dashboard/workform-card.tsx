import { localeDate, relativeDue, todayHere } from '@portal/contract/dates'
import type { PortalWorkform } from '@portal/contract/client-portal'
import { Badge } from '@portal/kit/ui/badge'
import { Collapsible } from '@portal/kit/ui/collapsible'
import { countOf } from '@portal/kit/ui/count'
import { Progress, progressOf } from '@portal/kit/ui/progress'
import { useState } from 'react'
import { SubmitAllPanel } from '../submit-all/submit-all-panel.tsx'
import { CommitmentPanel } from './commitment.tsx'
import type { SectionNavigation } from './section-navigation.ts'
import { neighborsOf, nextAfter, nextSection } from './section-order.ts'
import { SectionCard } from './section-card.tsx'
import { SectionButton } from './sent-panel.tsx'

export interface WorkformCardProps {
  workform: PortalWorkform
  /** All workforms of the client. */
  items: readonly PortalWorkform[]
  /** Why nothing is left to fill in. */
  done: string | undefined
  navigation: SectionNavigation
  /** Whether it is the workform to continue with. */
  first: boolean
}

/** Returns whether the card is open: as the client toggled it, and whenever one of its sections is opened. */
function useFold({ sections }: PortalWorkform, opened: string | undefined): [boolean, (open: boolean) => void] {
  const inside = sections.some((s) => s.assignment_id === opened) ? opened : undefined
  const [open, setOpen] = useState(inside !== undefined)
  const [seen, setSeen] = useState(inside)
  if (seen !== inside) {
    setSeen(inside)
    if (inside) setOpen(true)
  }
  return [open, setOpen]
}

/** Renders an assigned workform: due date, progress, what comes next, and its sections. */
export function WorkformCard({ workform, items, done, navigation, first }: WorkformCardProps) {
  const [open, setOpen] = useFold(workform, navigation.opened)
  const progress = progressOf(workform.sections)
  const finished = progress.done === progress.total
  const next = nextSection(workform)
  return (
    <div className="rounded-box border border-base-300 bg-base-100">
      <Collapsible
        level={2}
        // On a phone the form gets the full width.
        className="border-0 max-sm:[&>div]:p-3 max-sm:[&>summary]:px-4"
        open={open}
        onToggle={setOpen}
        title={workform.name}
        subtitle={
          <>
            {workform.description ? (
              <span className={open ? 'block' : 'line-clamp-2'}>{workform.description}</span>
            ) : null}
            <span className="mt-2 flex max-w-sm items-center gap-3">
              <Progress label={`Progress of ${workform.name}`} value={progress.percent} />
              <span className="shrink-0 text-xs tabular-nums">{progress.percent}% done</span>
            </span>
          </>
        }
        aside={<Badges workform={workform} finished={finished} />}
      >
        {finished && progress.total > 0 ? (
          <p className="mb-4 text-base-content/70 text-sm">Thank you. There is nothing left for you to do here.</p>
        ) : null}
        <div className="grid grid-cols-1 gap-3">
          {workform.sections.map((section) => (
            <SectionCard
              key={section.assignment_id}
              section={section}
              navigation={navigation}
              neighbors={neighborsOf(workform, section.assignment_id)}
              next={nextAfter(items, workform, section.assignment_id)}
              done={done}
            />
          ))}
        </div>
        <SubmitAllPanel workform={workform} shown={open} />
      </Collapsible>
      {next && !open ? (
        <div className="grid grid-cols-1 px-4 pb-4 sm:px-5">
          <SectionButton label="Continue" section={next} primary={first} onOpen={navigation.open} />
        </div>
      ) : null}
      <CommitmentPanel
        workform={workform}
        asking={navigation.promising === workform.workform_id}
        onAsk={() => navigation.promise(workform.workform_id)}
        onClose={() => navigation.promise(undefined)}
      />
    </div>
  )
}

/** Counts the sections that the bookkeeper sent back, so that a closed card shows them too, and shows the due date. */
function Badges({ workform: { sections, due_date }, finished }: Pick<WorkformCardProps, 'workform'> & DueProps) {
  const rejected = sections.filter(({ status }) => status === 'rejected').length
  return (
    <>
      {rejected > 0 ? <Badge tone="red">{countOf(rejected, 'section')} rejected</Badge> : null}
      {due_date ? <Due date={due_date} finished={finished} /> : null}
    </>
  )
}

interface DueProps {
  finished: boolean
}

/** Renders the due date; how close it is only while something is left to do. */
function Due({ date, finished }: DueProps & { date: string }) {
  const today = todayHere()
  const near = relativeDue(date, today)
  return (
    <span className="flex flex-wrap items-center gap-2">
      <span className="text-base-content/80 text-sm tabular-nums">Due: {localeDate(date)}</span>
      {finished ? null : (
        <Badge tone={date < today ? 'red' : near === 'today' || near === 'tomorrow' ? 'yellow' : 'gray'}>{near}</Badge>
      )}
    </span>
  )
}
