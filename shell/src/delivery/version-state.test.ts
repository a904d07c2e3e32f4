import { expect, it } from 'vitest'
import type { Version } from './queries.ts'
import { actionsFor, previousVersion } from './version-state.ts'

const at = (hour: number): string => `2026-11-23T${String(hour).padStart(2, '0')}:00:00.000Z`
const version = (name: string, more: Partial<Version> = {}): Version => ({
  version: name,
  contract: '2.1.0',
  sdk: '1.2.0',
  created_at: at(1),
  live: false,
  refused: null,
  pinned: false,
  staged: false,
  live_at: null,
  withdrawn_at: null,
  must_leave_at: null,
  actor: null,
  commit: null,
  branch: null,
  message: null,
  size: 0,
  ...more,
})
const live = version('3.0.0', { live: true, live_at: at(3) })
const earlier = version('2.0.0', { live_at: at(2) })
const situation = { live, hasCanary: false, tabs: 0, scope: 'publish' } as const

it('finds the last version before the live one that is in service and compatible', () => {
  const withdrawn = version('2.5.0', { live_at: at(2), withdrawn_at: at(2) })
  const refused = version('2.6.0', { live_at: at(2), refused: 'The build requires contract 1.0.0.' })
  const oldest = version('1.0.0', { live_at: at(1) })
  expect(previousVersion([live, withdrawn, refused, oldest, earlier])?.version).toBe('2.0.0')
  expect(previousVersion([live, withdrawn, version('4.0.0', { live_at: at(4) })])).toBeUndefined()
})

it('offers a rollback to earlier versions, and publishing or a canary for others', () => {
  expect(actionsFor(live, situation)).toEqual([])
  expect(actionsFor(earlier, situation)).toEqual(['preview', 'roll back'])
  expect(actionsFor(version('4.0.0'), situation)).toEqual(['preview', 'canary', 'publish'])
  expect(actionsFor(version('4.0.0'), { ...situation, hasCanary: true })).toEqual(['preview', 'publish'])
  expect(actionsFor(version('4.0.0'), { ...situation, live: undefined })).toEqual(['preview', 'publish'])
})

it('offers to reload tabs once, and nothing else for incompatible versions', () => {
  const refused = version('9.0.0', { refused: 'The build requires contract 9.0.0.' })
  expect(actionsFor(refused, { ...situation, tabs: 2 })).toEqual(['leave'])
  expect(actionsFor({ ...refused, must_leave_at: at(3) }, { ...situation, tabs: 2 })).toEqual([])
})

it('offers only previews when the session allows no more', () => {
  expect(actionsFor(earlier, { ...situation, tabs: 2, scope: 'preview' })).toEqual(['preview'])
})
