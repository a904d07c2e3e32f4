import type { Workform, WorkformImpact } from '@portal/contract/workforms'
import { countOf } from '@portal/kit/ui/count'
import { Notice } from '@portal/kit/ui/notice'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { type BuilderState, fieldsOf } from '../builder/state.ts'
import { namesOf } from './names-of.ts'
import { impactQuery } from '../queries/workforms.ts'
import { type Differences, differencesBetween, describeDifferences } from './differences.ts'

/** Returns what happens to whole sections, and to how many clients. */
function describeSections({ sections }: Differences, impact: WorkformImpact): string[] {
  const removed = sections.removed.flatMap((name) => {
    const clients = impact.open_sections.find((s) => s.name === name)?.clients ?? 0
    return clients > 0
      ? [`“${name}” will be withdrawn from ${countOf(clients, 'client')}, including drafts and files.`]
      : []
  })
  const added = sections.added.map(
    (name) =>
      `“${name}” will be a new section for ${countOf(impact.active_assignments, 'client')}, who will be notified.`,
  )
  return [...removed, ...added]
}

/** Shows what saving would change, and for which clients; nothing if no client is affected. */
export function ImpactNotice({ base, state }: { base: Workform; state: BuilderState }) {
  const { data: impact } = useQuery(impactQuery(base.id))
  // Deferred: comparing a long workform must not slow down typing.
  const sections = useDeferredValue(state.sections)
  const differences = differencesBetween(base.fields, fieldsOf({ sections }))
  const lines = describeDifferences(differences)
  if (!impact || lines.length === 0) return null
  const { active_assignments: open, locked_sections: locked } = impact
  if (open === 0 && locked === 0) return null
  return (
    // In the footer, so that it is visible before the button below is clicked.
    <Notice tone="warning" role="status" className="max-h-[30dvh] overflow-y-auto">
      {open > 0 ? (
        <>
          <p className="font-medium">Saving changes the open sections of {countOf(open, 'active assignment')}:</p>
          <p className="line-clamp-2 wrap-anywhere sm:line-clamp-3">{lines.join('; ')}</p>
          {describeSections(differences, impact).map((line) => (
            <p key={line} className="wrap-anywhere">
              {line}
            </p>
          ))}
          {impact.names.length > 0 ? (
            <p className="wrap-anywhere">Affected clients: {namesOf(impact.names, open)}.</p>
          ) : null}
        </>
      ) : (
        <p className="font-medium">No open sections change.</p>
      )}
      {open > 0 && differences.removed.length > 0 ? (
        <p>Open sections no longer show answers to removed fields.</p>
      ) : null}
      {locked > 0 ? (
        <p>
          {countOf(locked, 'section')} already submitted or approved {locked === 1 ? 'keeps' : 'keep'} the fields as
          they were answered.
        </p>
      ) : null}
    </Notice>
  )
}
