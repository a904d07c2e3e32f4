import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  assignmentPhase,
  assignmentStatuses,
  can,
  statusForClient,
  eventOf,
  isLocked,
  next,
  passesFilter,
  phaseOf,
  SECTION_FILTERS,
  SECTION_MACHINE,
  type SectionEvent,
} from './section-machine.ts'
import { SECTION_STATUSES, type SectionStatus } from './statuses.ts'

const EVENTS = Object.keys(SECTION_MACHINE) as SectionEvent[]
const status = fc.constantFrom(...SECTION_STATUSES)
const event = fc.constantFrom(...EVENTS)

/** Returns the statuses after each event; events that are not allowed change nothing. */
const statusesAfter = (events: readonly SectionEvent[]): SectionStatus[] =>
  events.reduce<SectionStatus[]>(
    (states, e) => [...states, next(e, states.at(-1) ?? 'pending') ?? states.at(-1) ?? 'pending'],
    ['pending'],
  )

describe('the section machine', () => {
  it('has exactly the expected transitions', () => {
    const table = Object.fromEntries(EVENTS.map((e) => [e, SECTION_STATUSES.map((s) => next(e, s) ?? '-').join(' ')]))
    // from:                 pending         pending_review submitted approved rejected
    expect(table).toEqual({
      submit: 'pending_review - - - pending_review',
      recall: '- pending pending - -',
      approve: 'approved approved approved - -',
      reject: 'rejected rejected rejected - -',
      send_back: '- rejected rejected - -',
      undo: '- - - submitted -',
      reopen: '- - - pending -',
    })
  })

  it('lets only clients submit and recall, and only bookkeepers decide', () => {
    expect(Object.fromEntries(EVENTS.map((e) => [e, SECTION_MACHINE[e].by]))).toEqual({
      submit: 'client',
      recall: 'client',
      approve: 'bookkeeper',
      reject: 'bookkeeper',
      send_back: 'bookkeeper',
      undo: 'bookkeeper',
      reopen: 'bookkeeper',
    })
  })

  it('changes to a known status exactly when an event is allowed', () => {
    fc.assert(
      fc.property(status, event, (s, e) => {
        const after = next(e, s)
        expect(after !== undefined).toBe(can(e, s))
        if (after) expect(SECTION_STATUSES).toContain(after)
      }),
    )
  })

  it('always allows an event and can always become approved', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        const now = statusesAfter(events).at(-1) ?? 'pending'
        expect(EVENTS.some((e) => can(e, now))).toBe(true)
        expect([...statusesAfter([...events, 'submit', 'approve'])].at(-1)).toBe('approved')
      }),
    )
  })

  it('lets a client change a section only while it is pending or rejected', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        for (const s of statusesAfter(events)) expect(isLocked(s)).toBe(s !== 'pending' && s !== 'rejected')
      }),
    )
  })

  it('approves only by an approval and unlocks only when returned to the client', () => {
    fc.assert(
      fc.property(fc.array(event, { minLength: 1, maxLength: 30 }), (events) => {
        const states = statusesAfter(events)
        for (const [i, e] of events.entries()) {
          const [before, after] = [states[i] ?? 'pending', states[i + 1] ?? 'pending']
          if (after === 'approved' && before !== 'approved') expect(e).toBe('approve')
          if (isLocked(before) && !isLocked(after)) expect(['reject', 'send_back', 'recall', 'reopen']).toContain(e)
          if (before === 'approved' && after !== 'approved') expect(['undo', 'reopen']).toContain(e)
        }
      }),
    )
  })

  it('allows no event twice in a row', () => {
    fc.assert(fc.property(status, event, (s, e) => !can(e, s) || !can(e, next(e, s) ?? s)))
  })

  it('keeps the stored statuses consistent', () => {
    for (const e of EVENTS) {
      const { to, assignment } = SECTION_MACHINE[e]
      expect(assignment.core === 'approved').toBe(to === 'approved')
      expect(assignment.status === 'approved').toBe(to === 'approved')
      expect(assignment.submit === 'not_submitted').toBe(to === 'rejected' || to === 'pending')
      expect(assignment.status === 'rejected').toBe(to === 'rejected')
    }
  })

  it('restores the state before an approval when the approval is undone', () => {
    expect(eventOf('undo', { submitted_at: null })).toBe('reopen')
    expect(eventOf('undo', { submitted_at: '2026-11-22T10:00:00.000Z' })).toBe('undo')
    for (const action of ['approve', 'reject'] as const) expect(eventOf(action, { submitted_at: null })).toBe(action)
  })

  it('puts every status in a phase: open for the client, waiting for a review, or done', () => {
    expect(SECTION_STATUSES.map((s) => `${s}: ${phaseOf(s)}`)).toEqual([
      'pending: open',
      'pending_review: waiting',
      'submitted: waiting',
      'approved: done',
      'rejected: open',
    ])
    expect(assignmentStatuses('open')).toEqual(['assigned', 'in_progress', 'rejected'])
    expect(assignmentStatuses('waiting')).toEqual(['completed'])
    expect(assignmentStatuses('done')).toEqual(['approved'])
    expect(assignmentStatuses('waiting', 'done')).toEqual(['completed', 'approved'])
  })

  it('leaves section and assignment in the same phase after every event', () => {
    for (const e of EVENTS) {
      const { to, assignment } = SECTION_MACHINE[e]
      expect(assignmentPhase(assignment.status)).toBe(phaseOf(to))
    }
  })

  it('shows clients four statuses without changing what is locked', () => {
    fc.assert(
      fc.property(status, (s) => {
        expect(['pending', 'pending_review', 'approved', 'rejected']).toContain(statusForClient(s))
        expect(isLocked(statusForClient(s))).toBe(isLocked(s))
        expect(statusForClient(statusForClient(s))).toBe(statusForClient(s))
      }),
    )
  })
})

describe('passesFilter', () => {
  const cards = fc.array(status, { maxLength: 6 })

  it('accepts every submission for "all"', () => {
    fc.assert(fc.property(cards, (card) => passesFilter('all', card)))
  })

  it('ignores the order and repetition of statuses', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SECTION_FILTERS), cards, (filter, card) => {
        expect(passesFilter(filter, card.toReversed())).toBe(passesFilter(filter, card))
        expect(passesFilter(filter, [...card, ...card])).toBe(passesFilter(filter, card))
      }),
    )
  })

  it('counts a submission as approved only when all sections are approved', () => {
    fc.assert(
      fc.property(cards, (card) => {
        const approved = passesFilter('approved', card)
        expect(approved).toBe(card.length > 0 && card.every((s) => s === 'approved'))
        if (approved) expect(passesFilter('pending', card) || passesFilter('rejected', card)).toBe(false)
      }),
    )
  })

  it('counts every rejected submission as pending, too', () => {
    fc.assert(fc.property(cards, (card) => !passesFilter('rejected', card) || passesFilter('pending', card)))
  })

  it('matches pending, approved and rejected submissions', () => {
    expect(passesFilter('pending', ['approved', 'rejected'])).toBe(true)
    expect(passesFilter('pending', ['approved', 'pending'])).toBe(true)
    expect(passesFilter('pending', ['approved', 'pending_review'])).toBe(true)
    expect(passesFilter('pending', ['approved', 'submitted'])).toBe(true)
    expect(passesFilter('pending', ['approved'])).toBe(false)
    expect(passesFilter('rejected', ['approved', 'pending'])).toBe(false)
    for (const filter of ['pending', 'approved', 'rejected'] as const) expect(passesFilter(filter, [])).toBe(false)
  })
})
