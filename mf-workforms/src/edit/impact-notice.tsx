import type { Workform } from '@portal/contract/workforms'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { type BuilderState, fieldsOf } from '../builder/state.ts'
import { countOf, namesOf } from '../queries/impact.ts'
import { type Impact, impactQuery } from '../queries/workforms.ts'
import { type Differences, differencesBetween, linesOf } from './differences.ts'
import { NOTICE } from './stale-notice.tsx'

/** What happens to sections as a whole, and how many clients have each. */
function sectionLines({ sections }: Differences, impact: Impact): string[] {
  const gone = sections.removed.flatMap((name) => {
    const clients = impact.open_sections.find((s) => s.name === name)?.clients ?? 0
    return clients > 0
      ? [`“${name}” is withdrawn from ${countOf(clients, 'client')}, with their drafts and files.`]
      : []
  })
  const fresh = sections.added.map(
    (name) => `“${name}” is a new section for ${countOf(impact.active_assignments, 'client')}, who will be told.`,
  )
  return [...gone, ...fresh]
}

/** Says what saving would change, for whom. Silent while nothing is changed, or nobody has the workform. */
export function ImpactNotice({ base, state }: { base: Workform; state: BuilderState }) {
  const { data: impact } = useQuery(impactQuery(base.id))
  // A moment later is early enough: comparing a long workform must not hold up what is typed.
  const sections = useDeferredValue(state.sections)
  const differences = differencesBetween(base.fields, fieldsOf({ sections }))
  const lines = linesOf(differences)
  if (!impact || lines.length === 0) return null
  const { active_assignments: open, locked_sections: locked } = impact
  if (open === 0 && locked === 0) return null
  return (
    // In the footer, so that it is in sight before the button below is pressed.
    <div role="status" className={`${NOTICE} max-h-[30dvh] overflow-y-auto text-xs sm:text-sm`}>
      {open > 0 ? (
        <>
          <p className="font-medium">Saving changes the open sections of {countOf(open, 'active assignment')}:</p>
          <p className="line-clamp-2 wrap-anywhere sm:line-clamp-3">{lines.join('; ')}</p>
          {sectionLines(differences, impact).map((line) => (
            <p key={line} className="wrap-anywhere">
              {line}
            </p>
          ))}
          {impact.names.length > 0 ? <p className="wrap-anywhere">This is for {namesOf(impact.names, open)}.</p> : null}
        </>
      ) : (
        <p className="font-medium">No open section changes.</p>
      )}
      {open > 0 && differences.removed.length > 0 ? (
        <p>Answers to removed fields are no longer shown in sections that are still open.</p>
      ) : null}
      {locked > 0 ? (
        <p>
          {countOf(locked, 'section')} already submitted or approved {locked === 1 ? 'keeps' : 'keep'} the fields as
          they were answered.
        </p>
      ) : null}
    </div>
  )
}
