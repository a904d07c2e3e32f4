import { type Answer, type Answers, isAnswered, type WorkformField } from '@portal/contract/fields'

/** Whether two answers say the same; one that is empty says the same as none. */
export function sameAnswer(a: Answer | undefined, b: Answer | undefined): boolean {
  return JSON.stringify(said(a)) === JSON.stringify(said(b))
}

function said(answer: Answer | undefined): unknown {
  if (!isAnswered(answer) || answer === undefined) return null
  // A file is known by its id, whatever else is told about it.
  return Array.isArray(answer) ? answer.map((a) => (typeof a === 'string' ? a : a.id)) : answer
}

/** Whether two sets of answers say the same about every field of either. */
export function sameAnswers(a: Answers, b: Answers): boolean {
  return [...Object.keys(a), ...Object.keys(b)].every((id) => sameAnswer(a[id], b[id]))
}

/** The fields that two sets of answers disagree on, in the order of the form. */
export function differing(fields: readonly WorkformField[], a: Answers, b: Answers): WorkformField[] {
  return fields.filter((f) => !sameAnswer(a[f.id], b[f.id]))
}
