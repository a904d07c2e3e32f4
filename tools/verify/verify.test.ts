import { expect, it } from 'vitest'
import { withoutOtherRemotes } from './verify.ts'

it('ignores type errors of other remotes when one remote is verified', () => {
  const [other, own, shared] = [
    'mf-clients/src/a.ts(1,7): error TS2322: Type string\n  is not assignable to type number.',
    'mf-review/src/b.ts(2,1): error TS2304: Cannot find name.',
    'shell/kit/src/c.tsx(3,1): error TS2304: Cannot find name.',
  ]
  expect(withoutOtherRemotes([other, own, shared].join('\n'), 'mf-review')).toBe(`${own}\n${shared}`)
  expect(withoutOtherRemotes(other ?? '', 'mf-review')).toBeUndefined()
})
