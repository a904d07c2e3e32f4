import { expect, it } from 'vitest'
import { evaluateFlags, isTargeted } from './flags.ts'

const FLAG = 'typing-indicators'
const cohort = { userId: 'ann', firmId: 'ledger', sessionId: '' }
const value = (target: string, percent: number, name = FLAG) => ({ name, target, percent })
const valueFor = (...values: ReturnType<typeof value>[]) => evaluateFlags(values, cohort)[FLAG]

it('uses the value of the person, or else of the firm, or else of everyone, or else the default', () => {
  expect(valueFor()).toBeUndefined()
  expect(valueFor(value('*', 0))).toBe(false)
  expect(valueFor(value('*', 0), value('ledger', 100))).toBe(true)
  expect(valueFor(value('ann', 0), value('*', 100), value('ledger', 100))).toBe(false)
  expect(valueFor(value('another-firm', 0))).toBeUndefined()
})

it('turns a flag on for about the given share of people, and keeps it on for them when the share grows', () => {
  const people = Array.from({ length: 2000 }, (_, i) => ({ ...cohort, userId: `person-${i}` }))
  const on = (percent: number) => people.filter((each) => evaluateFlags([value('*', percent)], each)[FLAG])
  const [few, more] = [on(10), on(30)]
  expect(few.length / people.length).toBeCloseTo(0.1, 1)
  expect(more.length / people.length).toBeCloseTo(0.3, 1)
  expect(few.filter((each) => !more.includes(each))).toEqual([])
})

it('gives visitors what everyone gets, and says whether it can differ after sign-in', () => {
  const visitor = (...values: ReturnType<typeof value>[]) => [evaluateFlags(values, undefined), isTargeted(values)]
  expect(visitor()).toEqual([{}, false])
  expect(visitor(value('*', 0))).toEqual([{ [FLAG]: false }, false])
  expect(visitor(value('*', 100))).toEqual([{ [FLAG]: true }, false])
  expect(visitor(value('*', 99))).toEqual([{ [FLAG]: false }, true])
  expect(visitor(value('', 100))).toEqual([{}, true])
})

it('serves flags that the worker does not know', () => {
  const values = [value('*', 100, 'mf-new.list'), value('ledger', 0, 'mf-new.list'), value('*', 100, 'removed')]
  expect(evaluateFlags(values, cohort)).toEqual({ 'mf-new.list': false, removed: true })
  expect(evaluateFlags(values, undefined)).toEqual({ 'mf-new.list': true, removed: true })
  expect(isTargeted([value('*', 50, 'mf-new.list')])).toBe(true)
})
