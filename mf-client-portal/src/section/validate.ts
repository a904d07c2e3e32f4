import {
  type Answers,
  answerProblem,
  isAnswered,
  missingRequired,
  takesFiles,
  type WorkformField,
} from '@portal/contract/fields'
import type { PortalSectionDetail } from '@portal/contract/client-portal'

/** A problem with a field's answer. */
export interface FieldProblem {
  field: WorkformField
  message: string
  missing: boolean
}

/** Returns all answers of a section: the written ones, and the files on the server. */
export function allAnswers(detail: PortalSectionDetail, written: Answers): Answers {
  const files = detail.fields.filter(takesFiles).map(({ id }) => [id, detail.answers[id] ?? null] as const)
  return { ...written, ...Object.fromEntries(files) }
}

/** Returns what prevents a section from being submitted, in the order of the form. */
export function problemsOf(fields: readonly WorkformField[], answers: Answers): FieldProblem[] {
  const missing = new Set(missingRequired(fields, answers))
  return fields.flatMap((field): FieldProblem[] => {
    if (missing.has(field)) return [{ field, message: 'This field is required.', missing: true }]
    const message = answerProblem(field, answers[field.id])
    return message ? [{ field, message, missing: false }] : []
  })
}

/** Counts the required fields that are filled in. */
export function requiredCount(fields: readonly WorkformField[], answers: Answers): { filled: number; total: number } {
  const required = fields.filter((f) => f.required)
  return { filled: required.filter((f) => isAnswered(answers[f.id])).length, total: required.length }
}
