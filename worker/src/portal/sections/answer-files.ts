import type { Answer, Answers, FileAnswer } from '@portal/contract/fields'

const isFile = (item: string | FileAnswer): item is FileAnswer => typeof item !== 'string'

export const filesOfAnswer = (answer: Answer | undefined): FileAnswer[] =>
  Array.isArray(answer) ? answer.filter(isFile) : []

export const filesOfAnswers = (answers: Answers): FileAnswer[] => Object.values(answers).flatMap(filesOfAnswer)
