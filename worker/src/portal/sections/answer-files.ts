import type { Answer, Answers, FileAnswer } from '@portal/contract/fields'

const isFile = (item: string | FileAnswer): item is FileAnswer => typeof item !== 'string'

/** Returns the files of an answer. */
export const filesOfAnswer = (answer: Answer | undefined): FileAnswer[] =>
  Array.isArray(answer) ? answer.filter(isFile) : []

/** Returns the files of all answers. */
export const filesOfAnswers = (answers: Answers): FileAnswer[] => Object.values(answers).flatMap(filesOfAnswer)
