import type { AnswerMark, AnswerMarks, MarkAnswer } from '@portal/contract/answer-review'
import type { ReviewSection } from '@portal/contract/review'
import { api, call, isTemporary, retryDelay, toastProblem } from '@portal/sdk'
import { useMutation, useMutationState } from '@tanstack/react-query'
import { useCallback } from 'react'
import { isOutdated } from '../section/decide.ts'
import { applyMarks } from '../submissions/cache.ts'

/** A mark to store; null clears it. */
export type NewMark = MarkAnswer['mark']

const RETRIES = 4

const toMark = (mark: NonNullable<NewMark>, version: number): AnswerMark => ({
  verdict: mark.verdict,
  flag: mark.verdict === 'flagged' ? mark.flag : null,
  version,
})

/** Returns the marks with changes that have not been stored yet. */
function withUnsaved(marks: AnswerMarks, unsaved: readonly MarkAnswer[]): AnswerMarks {
  if (unsaved.length === 0) return marks
  const next = { ...marks }
  for (const { field_id, mark, version } of unsaved) {
    if (mark) next[field_id] = toMark(mark, version)
    else delete next[field_id]
  }
  return next
}

/**
 * Returns the marks of a section and a function that changes one. Changes are shown at once and stored in order.
 * @param onOutdated called when the section has changed, so that a mark was refused
 */
export function useMarks(section: ReviewSection, onOutdated: () => void) {
  const { assignment_id: id, version } = section
  const mutationKey = ['answer-mark', id]
  const unsaved = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: (mutation) => mutation.state.variables as MarkAnswer,
  })
  const { mutateAsync } = useMutation({
    mutationKey,
    scope: { id: `answer-marks ${id}` },
    mutationFn: (json: MarkAnswer) => call(api.sections[':id'].marks.$put({ param: { id }, json })),
    retry: (failures, error) => failures < RETRIES && isTemporary(error),
    retryDelay,
    // Runs before the mutation stops being pending, so that the earlier mark does not flash up.
    onSuccess: ({ marks }) => applyMarks(id, version, marks),
    onError: (error) => {
      toastProblem(error, isOutdated(error) ? undefined : 'The mark was not saved')
      if (isOutdated(error)) onOutdated()
    },
  })
  const mark = useCallback(
    (field_id: string, next: NewMark, onStored: () => void): void => {
      // A failure has been reported above.
      mutateAsync({ version, field_id, mark: next }).then(onStored, () => undefined)
    },
    [mutateAsync, version],
  )
  return { marks: withUnsaved(section.marks, unsaved), mark }
}
