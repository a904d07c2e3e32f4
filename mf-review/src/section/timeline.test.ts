import type { HistoryEntry, RecallEntry } from '@portal/contract/review'
import { expect, it } from 'vitest'
import { attempt } from '../testing/fixtures.tsx'
import { timelineOf } from './timeline.ts'

const by = { name: 'Maya', role: 'bookkeeper' as const }
const entry = (id: string, event: HistoryEntry['event'], at: string, change: Partial<HistoryEntry> = {}) => ({
  id,
  event,
  at,
  by,
  text: null,
  answers: [],
  files: [],
  flags: [],
  ...change,
})
const recall = (id: string, event: RecallEntry['event'], at: string, role: 'bookkeeper' | 'client') => ({
  id,
  event,
  at,
  by: { name: 'X', role },
})

it('orders decisions, submissions and requests by time, newest first', () => {
  const flag = { reason: 'incomplete' as const, note: null }
  const first = attempt({ number: 1, submitted_at: '2026-03-01T10:00:00.000Z' })
  const second = attempt({ number: 2, submitted_at: '2026-03-03T10:00:00.000Z' })
  const entries = timelineOf(
    {
      items: [
        entry('d', 'submitted', '2026-03-03T10:00:00.120Z'),
        entry('c', 'rejected', '2026-03-02T10:00:00.000Z', { flags: [{ field_id: 'f', question: 'Q', flag }] }),
        entry('a', 'submitted', '2026-03-01T10:00:00.120Z'),
      ],
      recalls: [
        recall('f', 'recalled', '2026-03-05T10:00:00.000Z', 'bookkeeper'),
        recall('e', 'requested', '2026-03-04T10:00:00.000Z', 'client'),
      ],
    },
    [second, first],
  )
  expect(entries.map(({ title, attempt: shown }) => [title, shown?.number])).toEqual([
    ['Returned to the client', undefined],
    ['Asked to change it', undefined],
    ['Submitted', 2],
    ['Sent back', undefined],
    ['Submitted', 1],
  ])
})

it('lists submissions that the audit log no longer returns', () => {
  expect(timelineOf({ items: [], recalls: [] }, [attempt()])).toMatchObject([{ title: 'Submitted', by: undefined }])
})
