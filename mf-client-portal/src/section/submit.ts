import type { Answers } from '@portal/contract/fields'
import type { PortalSectionDetail } from '@portal/contract/portal'
import {
  api,
  call,
  idempotent,
  invalidateSoon,
  isApiError,
  queryClient,
  toastError,
  toastProblem,
  toastSuccess,
} from '@portal/sdk'
import { showNews } from '../dashboard/live.ts'
import { sectionQuery, workformsQuery } from '../dashboard/queries.ts'
import type { DraftKeeper } from '../draft/draft-keeper.ts'
import { letGo } from '../draft/registry.ts'

/** What is submitted: the answers as they were shown, and the section they were given on. */
export interface Submission {
  detail: PortalSectionDetail
  answers: Answers
  keeper: DraftKeeper
  /** Makes a repeat harmless. */
  key: string
}

/** Thrown where another device has saved meanwhile: the person has to choose first. */
export class DraftConflict extends Error {}

/** Submits a section and says so. */
export async function submitSection(submission: Submission): Promise<void> {
  await sendSection(submission)
  toastSuccess('Section submitted', `${submission.detail.name} was sent to your bookkeeper for review.`)
}

/** Submits a section for review. What was typed last is saved first: should this fail, it is there. */
export async function sendSection({ detail, answers, keeper, key }: Submission): Promise<void> {
  await keeper.flush()
  if (keeper.state().mark === 'conflict') throw new DraftConflict()
  const id = detail.assignment_id
  const sent = await call(
    api.portal.sections[':id'].submit.$post(
      { param: { id }, json: { answers, version: detail.version } },
      idempotent(key),
    ),
  )
  letGo(id)
  showNews(sent)
  // Its form is gone with the new status; opened again one day, it begins anew.
  queryClient.removeQueries({ queryKey: sectionQuery(id).queryKey })
  invalidateSoon(workformsQuery.queryKey)
}

/** Says why a section was not submitted, and shows what is new. */
export function submissionFailed(error: unknown, id: string): void {
  if (isApiError(error, 'stale') || isApiError(error, 'section_locked') || isApiError(error, 'not_found')) {
    toastProblem(error)
    void queryClient.invalidateQueries({ queryKey: sectionQuery(id).queryKey })
    invalidateSoon(workformsQuery.queryKey)
  } else if (isApiError(error, 'missing_required') || isApiError(error, 'invalid_input')) {
    toastError(error.title, error.detail)
    void queryClient.invalidateQueries({ queryKey: sectionQuery(id).queryKey })
  } else if (!(error instanceof DraftConflict)) {
    toastProblem(error, 'Submission failed', { message: 'Please try again later.' })
  }
}
