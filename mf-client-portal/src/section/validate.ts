import {
  acceptsNonAnswer,
  answerProblem,
  isAnswered,
  missingRequired,
  takesFiles,
  type WorkformField,
} from '@portal/contract/fields'
import type { PortalSectionDetail } from '@portal/contract/client-portal'
import { type DraftAnswers, type SectionContent, splitContent } from '../draft/draft-answers.ts'

/** A problem with a field's answer. */
export interface FieldProblem {
  field: WorkformField
  message: string
  missing: boolean
}

/**
 * Returns the content of a section: what the client has written, and the files on the server. A field with files has no
 * non-answer, because they may have been uploaded on another device.
 */
export function contentOf(detail: PortalSectionDetail, written: DraftAnswers): SectionContent {
  const { answers, non_answers } = splitContent(written)
  const files = detail.fields.filter(takesFiles).map(({ id }) => [id, detail.answers[id] ?? null] as const)
  const all = { ...answers, ...Object.fromEntries(files) }
  const settled = detail.fields.filter((field) => !acceptsNonAnswer(field) || isAnswered(all[field.id]))
  const without = new Set(settled.map(({ id }) => id))
  return {
    answers: all,
    non_answers: Object.fromEntries(Object.entries(non_answers).filter(([id]) => !without.has(id))),
  }
}

/** Returns what prevents a section from being submitted, in the order of the form. */
export function problemsOf(fields: readonly WorkformField[], { answers, non_answers }: SectionContent): FieldProblem[] {
  const missing = new Set(missingRequired(fields, answers, non_answers))
  return fields.flatMap((field): FieldProblem[] => {
    if (missing.has(field)) return [{ field, message: 'This field is required.', missing: true }]
    const message = answerProblem(field, answers[field.id])
    return message ? [{ field, message, missing: false }] : []
  })
}

/** Counts the required fields that are filled in. */
export function requiredCount(
  fields: readonly WorkformField[],
  { answers, non_answers }: SectionContent,
): { filled: number; total: number } {
  const total = fields.filter((f) => f.required).length
  return { filled: total - missingRequired(fields, answers, non_answers).length, total }
}
