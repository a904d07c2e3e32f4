import type { PortalSection, PortalSectionDetail, PortalWorkform } from '@portal/contract/client-portal'
import { useQueries } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { sectionQuery } from '../dashboard/queries.ts'
import { subscribeToDrafts, writtenAnswers } from '../draft/registry.ts'
import { contentOf } from '../section/validate.ts'
import { fixedIn } from './fixed-in.ts'

/** A section with answers to fix. */
export interface SectionToFix {
  section: PortalSection
  workform: string
  /** Ids of the fields that the client has changed since. */
  fixed: readonly string[]
}

const fixedIds = (detail: PortalSectionDetail | undefined): string[] =>
  detail ? fixedIn(detail, contentOf(detail, writtenAnswers(detail))).map(({ field_id }) => field_id) : []

/** Returns the sections that were sent back, with what is fixed already, also while their forms are closed. */
export function useSectionsToFix(items: readonly PortalWorkform[]): SectionToFix[] {
  const toFix = items.flatMap(({ name, sections }) =>
    sections.filter(({ to_fix }) => to_fix.length > 0).map((section) => ({ section, workform: name })),
  )
  const results = useQueries({ queries: toFix.map(({ section }) => sectionQuery(section.assignment_id)) })
  // A text, so that it only changes with its content.
  const fixed = useSyncExternalStore(subscribeToDrafts, () => JSON.stringify(results.map(({ data }) => fixedIds(data))))
  const ids = JSON.parse(fixed) as string[][]
  return toFix.map((section, i) => ({ ...section, fixed: ids[i] ?? [] }))
}
