import type { ClientDetail } from '@portal/contract/clients'

export type AssignedWorkform = ClientDetail['workforms'][number]

const DONE: ReadonlySet<string> = new Set(['pending_review', 'submitted', 'approved'])

/** Returns the share of sections that are submitted or approved; `percent` is rounded. */
export function progressOf({ sections }: Pick<AssignedWorkform, 'sections'>): {
  done: number
  total: number
  percent: number
} {
  const done = sections.filter((s) => DONE.has(s.status)).length
  return {
    done,
    total: sections.length,
    percent: sections.length === 0 ? 0 : Math.round((done / sections.length) * 100),
  }
}

const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`

/** Returns sentences that say what is lost when the workform is removed from the client. */
export function describeLoss({ sections }: Pick<AssignedWorkform, 'sections'>): string[] {
  const waiting = sections.filter((s) => s.status === 'pending_review' || s.status === 'submitted').length
  const approved = sections.filter((s) => s.status === 'approved').length
  return [
    `${count(sections.length, 'section')} will be removed from the client's portal, with all unsubmitted drafts.`,
    ...(waiting > 0 ? [`The answers and files of ${count(waiting, 'submitted section')} will be deleted.`] : []),
    ...(approved > 0 ? [`The answers and files of ${count(approved, 'approved section')} will be deleted.`] : []),
  ]
}
