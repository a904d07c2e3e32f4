import { expect, it } from 'vitest'
import { describeSwitch } from './describe-switch.ts'

it('says what a switch did, also when no version was live before', () => {
  const texts = [
    describeSwitch({ kind: 'rollback', from: '1.1.0', to: '1.0.0' }),
    describeSwitch({ kind: 'rollback', from: null, to: '1.0.0' }),
    describeSwitch({ kind: 'publish', from: null, to: '1.0.0' }),
    describeSwitch({ kind: 'canary', from: '1.0.0', to: '1.1.0' }),
  ]
  expect(texts).toEqual(['Rolled back from 1.1.0 to 1.0.0', 'Restored 1.0.0', 'Published 1.0.0', 'Made 1.1.0 a canary'])
})
