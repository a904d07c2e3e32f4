import { describeSwitch } from '@portal/contract/publishing-texts'
import { afterEach, expect, it, vi } from 'vitest'
import { localTime } from '../../command/local-time.ts'
import { type Entry, layOut } from './entries.ts'
import { timeOf } from './history.ts'

afterEach(() => vi.unstubAllGlobals())

it('reads a time of day as the last one, and refuses what is not a time', () => {
  const now = new Date(2026, 10, 23, 3, 0)
  expect(timeOf('02:15', now)).toEqual(new Date(2026, 10, 23, 2, 15, 59, 999))
  expect(timeOf('03:00', now)).toEqual(new Date(2026, 10, 23, 3, 0, 59, 999))
  expect(timeOf('14:03', now)).toEqual(new Date(2026, 10, 22, 14, 3, 59, 999))
  expect(timeOf('2026-11-20T14:03:00Z', now).toISOString()).toBe('2026-11-20T14:03:00.000Z')
  for (const text of ['noon', '25:99', '24:00', '14:60']) expect(() => timeOf(text, now)).toThrow('--at takes a time')
})

it('writes times as short as possible', () => {
  const now = new Date(2026, 10, 23, 15, 0)
  expect(localTime(new Date(2026, 10, 23, 0, 3), now)).toBe('00:03')
  expect(localTime(new Date(2026, 10, 22, 23, 59), now)).toBe('Sun 22 Nov 23:59')
  expect(localTime(new Date(2025, 10, 3, 14, 3).toISOString(), now)).toBe('Mon 3 Nov 2025 14:03')
})

const RULE = 'Two firms with failures, and none on the live version: see the ticket before you publish this again.'
const BY = 'by ada (repo:acme/portal:environment:production)'
const entry = (given: Partial<Entry>): Entry => ({
  mark: '14:03',
  message: 'Show the totals of each quarter below the table of the answers',
  title: (message) => describeSwitch({ kind: 'gradually', from: null, to: '1.0.0', message }),
  notes: [RULE],
  by: BY,
  details: ['Ana Lima of the team for reports and totals', 'main'],
  version: '1.1.0-7faaf4e802',
  ...given,
})

it('cuts nothing when the output does not go to a terminal', () => {
  vi.stubGlobal('process', { stdout: {} })
  expect(layOut([entry({})])).toHaveLength(3)
  expect(layOut([entry({})]).join('\n')).not.toContain('…')
})

it.each([60, 80, 120])(
  'cuts messages and authors to %i columns, but neither reasons, publishers nor versions',
  (columns) => {
    vi.stubGlobal('process', { stdout: { columns } })
    const lines = layOut([entry({}), entry({ mark: 'Sun 22 Nov 23:59', notes: [] })])
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns)
    const [title = '', ...rest] = lines.slice(
      0,
      lines.findIndex((line) => line.startsWith('Sun')),
    )
    expect(title).toMatch(columns === 120 ? /^ {11}14:03 {2}Published “Show.*answers” gradually$/ : /…” gradually$/)
    const text = rest.join(' ').replaceAll(/ +/g, ' ')
    expect(text).toContain(RULE)
    expect(text).toContain(BY)
    expect(text).toContain('Ana Lima')
    expect(text).toMatch(/ · 1\.1\.0-7faaf4e802$/)
  },
)
