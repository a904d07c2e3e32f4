import { expect, it } from 'vitest'
import { describeSwitch } from './publishing-texts.ts'

const text = (kind: Parameters<typeof describeSwitch>[0]['kind'], from: string | null, to: string | null) =>
  describeSwitch({ kind, from, to, message: null })

it('says what a switch did, by the message of the commit if there is one', () => {
  expect(text('rollback', '1.1.0', '1.0.0')).toBe('Rolled back 1.1.0 to 1.0.0')
  expect(text('rollback', '1.1.0', '1.1.0')).toBe('Held at 1.1.0')
  expect(text('rollback', '1.1.0', null)).toBe('Removed 1.1.0')
  expect(text('rollback', null, '1.0.0')).toBe('Restored 1.0.0')
  expect(text('publish', null, '1.0.0')).toBe('Published 1.0.0')
  expect(text('publish', '1.0.0', '1.0.0')).toBe('Ended the hold at 1.0.0')
  expect(text('stop', '1.1.0', '1.0.0')).toBe('Stopped 1.1.0')
  const message = 'Fix totals'
  expect(describeSwitch({ kind: 'gradually', from: '1.0.0', to: '1.1.0', message })).toBe(
    'Published “Fix totals” gradually',
  )
  expect(describeSwitch({ kind: 'rollback', from: '1.1.0', to: '1.0.0', message })).toBe(
    'Rolled back “Fix totals” to 1.0.0',
  )
})
