import type { PortalSectionDetail, PortalWorkform } from '@portal/contract/client-portal'
import { useQueries } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { isOpen } from '../dashboard/section-order.ts'
import { sectionQuery } from '../dashboard/queries.ts'
import { isGiven, joinContent } from '../draft/draft-answers.ts'
import { saveStatusOf, subscribeToDrafts, writtenAnswers } from '../draft/registry.ts'
import { fixedIn } from '../fixes/fixed-in.ts'
import { contentOf, problemsOf } from '../section/validate.ts'
import { uploadQueue } from '../upload/uploads.ts'

/** Returns whether a section can be submitted as it is. */
function isComplete(detail: PortalSectionDetail): boolean {
  const id = detail.assignment_id
  const uploads = uploadQueue()
    .uploads()
    .filter(({ place }) => place.assignmentId === id)
  if (uploads.some(({ state }) => state !== 'refused') || saveStatusOf(id) === 'conflict') return false
  const content = contentOf(detail, writtenAnswers(detail))
  const isFixed = fixedIn(detail, content).length === detail.to_fix.length
  return isFixed && problemsOf(detail.fields, content).length === 0
}

const hasAnswer = (detail: PortalSectionDetail): boolean =>
  Object.values(joinContent(contentOf(detail, writtenAnswers(detail)))).some(isGiven)

function subscribe(listener: () => void): () => void {
  const stops = [subscribeToDrafts(listener), uploadQueue().subscribe(listener)]
  return () => {
    for (const stop of stops) stop()
  }
}

/**
 * Returns the open sections of a workform if there are several and each is complete and has an answer: an untouched
 * optional section is no reason to submit.
 */
export function useCompleteSections({ sections }: PortalWorkform, wanted: boolean): PortalSectionDetail[] | undefined {
  const open = sections.filter(isOpen)
  const enabled = wanted && open.length > 1
  const results = useQueries({
    queries: open.map(({ assignment_id }) => ({ ...sectionQuery(assignment_id), enabled })),
  })
  const details = results.flatMap(({ data }) => data ?? [])
  const complete = useSyncExternalStore(
    subscribe,
    () => enabled && details.length === open.length && details.every(isComplete) && details.every(hasAnswer),
  )
  return complete ? details : undefined
}
