import { type Answers, answerProblem, isAnswered, missingRequired, type WorkformField } from '@portal/contract/fields'

/** What is wrong with one field's answer. */
export interface FieldProblem {
  field: WorkformField
  message: string
  missing: boolean
}

/** All that keeps a section from being submitted, in the order of the form. */
export function problemsOf(fields: readonly WorkformField[], answers: Answers): FieldProblem[] {
  const missing = new Set(missingRequired(fields, answers))
  return fields.flatMap((field): FieldProblem[] => {
    if (missing.has(field)) return [{ field, message: 'This field is required.', missing: true }]
    const message = answerProblem(field, answers[field.id])
    return message ? [{ field, message, missing: false }] : []
  })
}

/** How many of the required fields are filled in. */
export function requiredCount(fields: readonly WorkformField[], answers: Answers): { filled: number; total: number } {
  const required = fields.filter((f) => f.required)
  return { filled: required.filter((f) => isAnswered(answers[f.id])).length, total: required.length }
}
