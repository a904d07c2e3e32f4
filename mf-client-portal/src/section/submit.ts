import type { PortalSectionDetail } from '@portal/contract/client-portal'
import { toastFormProblem } from '@portal/kit/ui/form-problem'
import { api, call, idempotent, invalidateSoon, isApiError, queryClient, toastProblem, toastSuccess } from '@portal/sdk'
import { showUpdate } from '../dashboard/live.ts'
import { sectionQuery, workformsQuery } from '../dashboard/queries.ts'
import type { SectionContent } from '../draft/draft-answers.ts'
import type { DraftKeeper } from '../draft/draft-keeper.ts'
import { closeDraft } from '../draft/registry.ts'
import { isSectionClosed } from './is-section-closed.ts'

/** A section to submit, with its content as shown. */
export interface Submission {
  detail: PortalSectionDetail
  content: SectionContent
  keeper: DraftKeeper
  /** Idempotency key. */
  key: string
}

/** Thrown if another device has changed the draft: the client must choose first. */
export class DraftConflict extends Error {}

/** Submits a section and shows a toast. */
export async function submitSection(submission: Submission): Promise<void> {
  await sendSection(submission)
  toastSuccess('Section submitted', `${submission.detail.name} was sent to your bookkeeper for review.`)
}

/** Submits a section for review. Saves the draft first, in case submitting fails. */
export async function sendSection({ detail, content, keeper, key }: Submission): Promise<void> {
  await keeper.flush()
  if (keeper.state().status === 'conflict') throw new DraftConflict()
  const id = detail.assignment_id
  const sent = await call(
    api.portal.sections[':id'].submit.$post(
      { param: { id }, json: { ...content, version: detail.version } },
      idempotent(key),
    ),
  )
  closeDraft(id)
  showUpdate(sent)
  // If the section is reopened, its form must start fresh.
  queryClient.removeQueries({ queryKey: sectionQuery(id).queryKey })
  invalidateSoon(workformsQuery.queryKey)
}

/** Shows why a section was not submitted, and refetches what changed. */
export function submissionFailed(error: unknown, id: string): void {
  if (isApiError(error, 'stale') || isSectionClosed(error)) {
    toastProblem(error)
    void queryClient.invalidateQueries({ queryKey: sectionQuery(id).queryKey })
    invalidateSoon(workformsQuery.queryKey)
  } else if (isApiError(error, 'missing_required') || isApiError(error, 'invalid_input')) {
    toastFormProblem(error.title, error.detail)
    void queryClient.invalidateQueries({ queryKey: sectionQuery(id).queryKey })
  } else if (!(error instanceof DraftConflict)) {
    toastProblem(error, 'Submission failed', { message: 'Please try again later.' })
  }
}
