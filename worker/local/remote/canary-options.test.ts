import { expect, it } from 'vitest'
import { canaryTargets } from './canary-options.ts'

it('reads who gets a canary', () => {
  expect(canaryTargets({})).toBeUndefined()
  expect(canaryTargets({ canary: '5%' })).toEqual({ percent: 5, firms: [], people: [] })
  expect(canaryTargets({ canary: '50', firm: ['f'] })).toEqual({ percent: 50, firms: ['f'], people: [] })
  expect(canaryTargets({ person: ['ann@example.com'] })).toEqual({ percent: 0, firms: [], people: ['ann@example.com'] })
  for (const canary of ['51%', '100%', '-5%', 'some', ''])
    expect(() => canaryTargets({ canary })).toThrow(`--canary takes a share of people up to 50%, not "${canary}".`)
})
