import type { Workform } from '@portal/contract/workforms'
import { Button } from '@portal/kit/button'
import { useQuery } from '@tanstack/react-query'
import { type BuilderState, fieldsOf } from '../builder/state.ts'
import { countOf } from '../queries/impact.ts'
import { impactQuery } from '../queries/workforms.ts'
import { differencesBetween, linesOf } from './differences.ts'

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="mt-1.5 list-disc pl-5">
      {lines.map((line) => (
        <li key={line} className="break-words">
          {line}
        </li>
      ))}
    </ul>
  )
}

const NOTICE = 'rounded-field border border-warning/50 bg-warning/10 px-4 py-2.5'

/** Says what saving would change, for whom. Silent while nothing is changed, or nobody has the workform. */
export function ImpactNotice({ base, state }: { base: Workform; state: BuilderState }) {
  const { data: impact } = useQuery(impactQuery(base.id))
  const differences = differencesBetween(base.fields, fieldsOf(state))
  const lines = linesOf(differences)
  if (!impact || lines.length === 0) return null
  const { active_assignments: open, locked_sections: locked } = impact
  if (open === 0 && locked === 0) return null
  return (
    // In the footer, so that it is in sight before the button below is pressed.
    <div role="status" className={`${NOTICE} text-xs sm:text-sm`}>
      {open > 0 ? (
        <>
          <p className="font-medium">Saving changes the open sections of {countOf(open, 'active assignment')}:</p>
          <p className="line-clamp-2 break-words sm:line-clamp-3">{lines.join('; ')}</p>
        </>
      ) : (
        <p className="font-medium">No open section changes.</p>
      )}
      {open > 0 && differences.removed.length > 0 ? (
        <p>Answers to removed fields are no longer shown in sections that are still open.</p>
      ) : null}
      {locked > 0 ? (
        <p>
          {countOf(locked, 'section')} already submitted or approved {locked === 1 ? 'keeps' : 'keep'} the fields as they were answered.
        </p>
      ) : null}
    </div>
  )
}

export interface StaleNoticeProps {
  /** The workform as it is stored now. */
  current: Workform
  state: BuilderState
  /** Goes on with what is here: the next save puts it over the current version. */
  onKeep: () => void
  /** Gives up what is here. */
  onTake: () => void
}

/** Says that the workform was changed meanwhile, and lets the person decide; nothing is lost until then. */
export function StaleNotice({ current, state, onKeep, onTake }: StaleNoticeProps) {
  const lines = linesOf(differencesBetween(current.fields, fieldsOf(state)))
  return (
    <div role="alert" className={`${NOTICE} mb-5 text-sm`}>
      <p className="font-medium">This workform was changed meanwhile, in another tab or on another device.</p>
      {lines.length > 0 ? (
        <>
          <p className="mt-1">If you keep yours, it differs from the current version in this:</p>
          <Lines lines={lines} />
        </>
      ) : null}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="sm" onClick={onKeep}>
          Keep my version
        </Button>
        <Button size="sm" onClick={onTake}>
          Use the current version
        </Button>
      </div>
    </div>
  )
}
