import type { ClientDetail } from '@portal/contract/clients'
import { countOf } from '@portal/kit/ui/count'

export type AssignedWorkform = ClientDetail['workforms'][number]

/** Returns sentences that say what is lost when the workform is removed from the client. */
export function describeLoss({ sections }: Pick<AssignedWorkform, 'sections'>): string[] {
  const waiting = sections.filter((s) => s.status === 'pending_review' || s.status === 'submitted').length
  const approved = sections.filter((s) => s.status === 'approved').length
  return [
    `${countOf(sections.length, 'section')} will be removed from the client's portal, with all unsubmitted drafts.`,
    ...(waiting > 0 ? [`The answers and files of ${countOf(waiting, 'submitted section')} will be deleted.`] : []),
    ...(approved > 0 ? [`The answers and files of ${countOf(approved, 'approved section')} will be deleted.`] : []),
  ]
}
