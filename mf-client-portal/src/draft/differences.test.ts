import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { DraftAnswers } from './draft-answers.ts'
import { applyChanges, fingerprint, mergeAnswers, sameAnswer, sameAnswers } from './differences.ts'

const answer = fc.oneof(
  fc.constant(null),
  fc.constant(''),
  fc.string({ maxLength: 3 }),
  fc.boolean(),
  fc.array(fc.string({ maxLength: 2 }), { maxLength: 2 }),
  fc.record({
    reason: fc.constantFrom('dont_have' as const, 'not_applicable' as const),
    note: fc.string({ maxLength: 2 }),
  }),
)
const answers: fc.Arbitrary<DraftAnswers> = fc.dictionary(fc.constantFrom('a', 'b', 'c'), answer)

it('keeps the changes of both sides when two drafts are merged', () => {
  fc.assert(
    fc.property(answers, answers, answers, (base, mine, theirs) => {
      const merged = mergeAnswers(base, mine, theirs)
      for (const id of new Set([base, mine, theirs].flatMap((a) => Object.keys(a)))) {
        const [was, here, there] = [base[id], mine[id], theirs[id]]
        const both = !sameAnswer(here, was) && !sameAnswer(there, was) && !sameAnswer(here, there)
        expect(merged.disputed.includes(id)).toBe(both)
        expect(sameAnswer(merged.answers[id], sameAnswer(here, was) ? there : here)).toBe(true)
      }
    }),
  )
})

it('changes nothing else when it applies a change', () => {
  fc.assert(
    fc.property(answers, answers, (before, after) => {
      expect(sameAnswers(applyChanges(before, after, before), after)).toBe(true)
    }),
  )
})

it('has equal fingerprints exactly when answers are equal', () => {
  fc.assert(
    fc.property(answers, answers, (a, b) => {
      expect(fingerprint(a) === fingerprint(b)).toBe(sameAnswers(a, b))
    }),
  )
  expect(fingerprint({ a: 'x', b: '' })).toBe(fingerprint({ b: null, a: 'x' }))
})
