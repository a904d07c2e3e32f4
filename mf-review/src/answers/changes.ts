import type { AnswerMark, AttemptFile, Flag, SectionAttempt } from '@portal/contract/answer-review'
import { type Answer, type FileAnswer, isAnswered, takesFiles, type WorkformField } from '@portal/contract/fields'
import type { NonAnswer } from '@portal/contract/non-answers'
import type { ReviewSection } from '@portal/contract/review'
import { filesOf } from '@portal/kit/features/answers/field-input'

/** What a client entered for a question: an answer, files, or a non-answer. */
export interface FieldContent {
  answer: Answer | undefined
  nonAnswer: NonAnswer | undefined
  files: readonly (FileAnswer & { is_kept?: boolean })[]
}

/** The files of an answer in comparison with those of an earlier submission. */
export interface FileChanges {
  kept: readonly FileAnswer[]
  removed: readonly AttemptFile[]
  /** `isSameContent`: the file was in the earlier submission too, and was uploaded again. */
  added: readonly (FileAnswer & { isSameContent: boolean })[]
}

/** A question in a review. */
export interface ReviewedAnswer {
  field: WorkformField
  now: FieldContent
  /** What the client entered the last time; undefined in the first review, and for a new question. */
  before: FieldContent | undefined
  isChanged: boolean
  files: FileChanges | undefined
  /** How the bookkeeper flagged the answer the last time. */
  lastFlag: Flag | undefined
  /** The bookkeeper has seen the answer in an earlier submission, and it is still the same. */
  isSeen: boolean
}

type Content = Pick<ReviewSection, 'fields' | 'answers' | 'non_answers'>

/**
 * Returns the submission that the bookkeeper has seen before the current one. The content of one that the client took
 * back unseen is not kept.
 * @param attempts the submissions, newest first, the current one included
 */
export function lastSeen(attempts: readonly SectionAttempt[]): SectionAttempt | undefined {
  const hasContent = ({ answers, non_answers }: SectionAttempt): boolean =>
    Object.keys(answers).length + Object.keys(non_answers).length > 0
  return attempts.slice(1).find((attempt) => attempt.outcome !== 'recalled' || hasContent(attempt))
}

const attemptFiles = ({ files }: SectionAttempt, fieldId: string): AttemptFile[] =>
  files.filter((file) => file.field_id === fieldId)

/** Returns what an earlier submission has for a field. */
export function contentIn(attempt: SectionAttempt, field: WorkformField): FieldContent {
  return {
    answer: takesFiles(field) ? undefined : attempt.answers[field.id],
    nonAnswer: attempt.non_answers[field.id],
    files: takesFiles(field) ? attemptFiles(attempt, field.id) : [],
  }
}

const currentContent = ({ answers, non_answers }: Content, field: WorkformField): FieldContent => ({
  answer: answers[field.id],
  nonAnswer: non_answers[field.id],
  files: takesFiles(field) ? filesOf(answers[field.id]) : [],
})

/** Returns a text that is equal for equal answers. Files are compared separately. */
function keyOf({ answer, nonAnswer, files }: FieldContent): string {
  if (files.length > 0) return ''
  if (nonAnswer) return JSON.stringify(['none', nonAnswer.reason, nonAnswer.note])
  if (!isAnswered(answer)) return ''
  return JSON.stringify(Array.isArray(answer) ? answer.map(String).toSorted() : String(answer))
}

/** Returns which files were kept, removed and added. */
export function fileChanges(
  before: readonly AttemptFile[],
  now: readonly FileAnswer[],
  current: readonly AttemptFile[],
): FileChanges {
  const had = new Set(before.map((file) => file.id))
  const has = new Set(now.map((file) => file.id))
  const contents = new Set(before.map((file) => file.sha256))
  const hashOf = (id: string): string => current.find((file) => file.id === id)?.sha256 ?? ''
  return {
    kept: now.filter((file) => had.has(file.id)),
    removed: before.filter((file) => !has.has(file.id)),
    added: now
      .filter((file) => !had.has(file.id))
      .map((file) => ({ ...file, isSameContent: contents.has(hashOf(file.id)) })),
  }
}

/**
 * Returns the questions of a section with what has changed since the last review, in the order of the form.
 * @param base the submission to compare with; undefined in the first review
 * @param current the submission under review
 */
export function reviewedAnswers(
  section: Content,
  base: SectionAttempt | undefined,
  current: SectionAttempt | undefined,
): ReviewedAnswer[] {
  return section.fields.map((field) => {
    const now = currentContent(section, field)
    if (!base?.fields.some((known) => known.id === field.id))
      return { field, now, before: undefined, isChanged: false, files: undefined, lastFlag: undefined, isSeen: false }
    const before = contentIn(base, field)
    const files = takesFiles(field)
      ? fileChanges(attemptFiles(base, field.id), now.files, current?.files ?? [])
      : undefined
    const isChanged = files?.removed.length || files?.added.length ? true : keyOf(before) !== keyOf(now)
    const lastFlag = base.flags.find((flagged) => flagged.field_id === field.id)?.flag
    return { field, now, before, isChanged, files, lastFlag, isSeen: !isChanged && !lastFlag }
  })
}

/** Returns the verdict on an answer: of this review, or an earlier one that still holds because nothing has changed. */
export function verdictOf(
  mark: AnswerMark | undefined,
  version: number,
  isSeen: boolean,
): AnswerMark['verdict'] | undefined {
  if (mark?.version === version) return mark.verdict
  return mark?.verdict === 'accepted' && isSeen ? 'accepted' : undefined
}

/** Returns whether the answer to a field is text that is compared word by word. */
export const showsWords = ({ type }: Pick<WorkformField, 'type'>): boolean =>
  type === 'short-text' || type === 'long-text' || type === 'email'
