import { expect, it } from 'vitest'
import { caseVariants } from './contains-text.ts'

it.each([
  ['müller', 'Müller GmbH'],
  ['MÜLLER', 'müller gmbh'],
  ['отчёт', 'Отчёт за год'],
  ['ОТЧЁТ', 'отчёт за год'],
  ['иван петров', 'Иван Петров'],
  ['иван петров', 'ИВАН ПЕТРОВ'],
  ['добрый день', 'Добрый день'],
])('finds %s in %s', (text, value) => {
  // LIKE folds ASCII letters only.
  const fold = (s: string) => s.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  expect(caseVariants(text).some((variant) => fold(value).includes(fold(variant)))).toBe(true)
})
