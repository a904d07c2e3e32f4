import type { ClientDetail } from '@portal/contract/clients'

export type AssignedWorkform = ClientDetail['workforms'][number]

const DONE: ReadonlySet<string> = new Set(['pending_review', 'submitted', 'approved'])

/** How far a client is with a workform: submitted and approved sections count as done; `percent` is rounded. */
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

const count = (n: number, one: string): string => `${n} ${one}${n === 1 ? '' : 's'}`

/** What is lost when the workform is taken away from the client, in sentences. */
export function lossOf({ sections }: Pick<AssignedWorkform, 'sections'>): string[] {
  const waiting = sections.filter((s) => s.status === 'pending_review' || s.status === 'submitted').length
  const approved = sections.filter((s) => s.status === 'approved').length
  return [
    `${count(sections.length, 'section')} will disappear from the client's portal, with any draft that was not submitted yet.`,
    ...(waiting > 0 ? [`The answers and files of ${count(waiting, 'submitted section')} will be deleted.`] : []),
    ...(approved > 0 ? [`The answers and files of ${count(approved, 'approved section')} will be deleted.`] : []),
  ]
}
