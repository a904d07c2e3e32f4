import { expect, it } from 'vitest'
import type { Version } from './queries.ts'
import { actionsFor, rollbackChoices } from './version-state.ts'

const at = (hour: number): string => `2026-11-23T${String(hour).padStart(2, '0')}:00:00.000Z`
const version = (name: string, more: Partial<Version> = {}): Version => ({
  version: name,
  contract: '2.1.0',
  sdk: '1.2.0',
  created_at: at(1),
  live: false,
  refused: null,
  waits: null,
  bad: null,
  live_at: null,
  actor: null,
  author: null,
  commit: null,
  branch: null,
  message: null,
  size: 0,
  ...more,
})
const live = version('3.0.0', { live: true, live_at: at(3) })
const earlier = version('2.0.0', { live_at: at(2) })
const situation = { live, canary: undefined } as const

it('lists the earlier versions that the portal can load, the last published first', () => {
  const refused = version('2.6.0', { live_at: at(2), refused: 'The build requires contract 1.0.0.' })
  const oldest = version('1.0.0', { live_at: at(1) })
  const later = version('4.0.0', { live_at: at(4) })
  const names = (versions: Version[]) => rollbackChoices(versions).map((each) => each.version)
  expect(names([live, oldest, refused, earlier, later, version('5.0.0')])).toEqual(['2.0.0', '1.0.0'])
  // After the remote was removed, every published version can be restored.
  expect(names([oldest, later])).toEqual(['4.0.0', '1.0.0'])
})

it('offers a rollback to earlier versions, and publishing for others', () => {
  expect(actionsFor(live, situation)).toEqual([])
  expect(actionsFor(earlier, situation)).toEqual(['preview', 'roll back'])
  const bad = version('4.0.0', { live_at: at(4), bad: { by: 'Ana', at: at(5), reason: null } })
  expect(actionsFor(bad, situation)).toEqual(['preview', 'publish'])
  expect(actionsFor(version('4.0.0'), { ...situation, live: undefined })).toEqual(['preview', 'publish'])
})

it('publishes no other version while one is being published gradually, and none that the portal cannot load', () => {
  expect(actionsFor(version('4.0.0'), { ...situation, canary: '3.5.0' })).toEqual(['preview'])
  expect(actionsFor(version('9.0.0', { refused: 'The build requires contract 9.0.0.' }), situation)).toEqual([])
})
