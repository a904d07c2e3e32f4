import { expect, it } from 'vitest'
import type { NoteWishes } from './agent.ts'
import { describeWishes } from './describe-wishes.ts'

const wishes = (change: Partial<NoteWishes>): NoteWishes => ({
  tone: 'neutral',
  quiet: [],
  cadence: 'normal',
  first: null,
  ...change,
})
const said = (change: Partial<NoteWishes>, today = '2026-03-02'): string | null => describeWishes(wishes(change), today)

it('describes the wishes and returns null when there are none', () => {
  expect(said({})).toBeNull()
  expect(said({ quiet: [{ from: null, until: '2026-03-10' }] })).toBe('No messages until Mar 10 (from your notes)')
  expect(said({ tone: 'gentle', cadence: 'less', first: 'March statements' })).toBe(
    'Gentle tone; fewer messages; asks first for: March statements (from your notes)',
  )
  expect(said({ tone: 'firm', cadence: 'more' })).toBe('Firm tone; more messages (from your notes)')
})

it('describes periods relative to today', () => {
  const quiet = [
    { from: '2026-03-03', until: '2026-03-09' },
    { from: '2026-03-20', until: '2026-03-20' },
    { from: '2026-04-01', until: '2026-04-30' },
  ]
  expect(said({ quiet })).toBe('No messages from Mar 3 to Mar 9, on Mar 20 and from Apr 1 to Apr 30 (from your notes)')
  expect(said({ quiet }, '2026-03-05')).toContain('No messages until Mar 9, on Mar 20')
  expect(said({ quiet }, '2026-04-30')).toBe('No messages until Apr 30 (from your notes)')
  expect(said({ quiet }, '2026-05-01')).toBeNull()
})

it('names the same dates in every time zone', () => {
  const zone = process.env.TZ
  const sentences = ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC'].map((tz) => {
    process.env.TZ = tz
    return said({ quiet: [{ from: '2026-03-08', until: '2026-03-29' }] })
  })
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
  expect(new Set(sentences)).toEqual(new Set(['No messages from Mar 8 to Mar 29 (from your notes)']))
})
