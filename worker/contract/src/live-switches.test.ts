import { expect, it } from 'vitest'
import { liveSwitches } from './live-switches.ts'
import type { SwitchKind } from './publishing.ts'

/** Returns switches, newest first, from their kinds and the versions that they led to. */
const history = (...switches: [kind: SwitchKind, to: string | null][]) => switches.map(([kind, to]) => ({ kind, to }))

it('returns the switches that changed the live version', () => {
  const changes = history(
    ['rollback', null],
    ['publish', '1.3.0'],
    ['rollback', '1.0.0'],
    ['publish', '1.2.0'],
    ['deploy', '1.1.0'],
    ['wait', '1.1.0'],
    ['publish', '1.0.0'],
  )
  expect(liveSwitches(changes).map(({ to }) => to)).toEqual([null, '1.3.0', '1.0.0', '1.2.0', '1.1.0', '1.0.0'])
})

it('skips the rollback of a canary, a stopped canary and a hold, after which the live version is the same', () => {
  const changes = history(
    ['rollback', '1.0.0'],
    ['stop', '1.0.0'],
    ['gradually', '1.1.0'],
    ['rollback', '1.0.0'],
    ['gradually', '1.1.0'],
    ['publish', '1.0.0'],
  )
  expect(liveSwitches(changes)).toEqual([{ kind: 'publish', to: '1.0.0' }])
})
