import { expect, it } from 'vitest'
import { liveSwitches } from './live-switches.ts'
import type { SwitchKind } from './remotes.ts'

/** Returns switches, newest first, from their kinds and the versions that they led to. */
const history = (...switches: [kind: SwitchKind, to: string | null][]) => switches.map(([kind, to]) => ({ kind, to }))

it('returns the switches that changed the live version', () => {
  const changes = history(
    ['remove', null],
    ['unpin', '1.3.0'],
    ['pin', '1.0.0'],
    ['rollback', '1.0.0'],
    ['promote', '1.2.0'],
    ['worker', '1.1.0'],
    ['publish', '1.0.0'],
  )
  expect(liveSwitches(changes)).toEqual(changes.filter(({ kind }) => kind !== 'pin'))
})

it('leaves out switches after which the same version was live, such as the rollback of a canary', () => {
  const changes = history(
    ['unpin', '1.0.0'],
    ['pin', '1.0.0'],
    ['rollback', '1.0.0'],
    ['canary', '1.1.0'],
    ['stage', '2.0.0'],
    ['publish', '1.0.0'],
  )
  expect(liveSwitches(changes)).toEqual([{ kind: 'publish', to: '1.0.0' }])
})
