import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { can, clientView, isLocked, next, passesFilter, SECTION_FILTERS, SECTION_MACHINE, type SectionEvent } from './section-machine.ts'
import { type Role, SECTION_STATUSES, type SectionStatus } from './statuses.ts'

const EVENTS = Object.keys(SECTION_MACHINE) as SectionEvent[]
const status = fc.constantFrom(...SECTION_STATUSES)
const event = fc.constantFrom(...EVENTS)
const role = fc.constantFrom<Role>('bookkeeper', 'client')

/** Where a story of events leads; those that are not allowed change nothing. */
const live = (events: readonly SectionEvent[]): SectionStatus[] =>
  events.reduce<SectionStatus[]>((states, e) => [...states, next(e, states.at(-1) ?? 'pending') ?? states.at(-1) ?? 'pending'], ['pending'])

describe('the section machine', () => {
  it('follows the specification row by row', () => {
    const table = Object.fromEntries(EVENTS.map((e) => [e, SECTION_STATUSES.map((s) => next(e, s) ?? '-').join(' ')]))
    // from:                 pending         pending_review submitted approved rejected
    expect(table).toEqual({
      submit: 'pending_review - - - pending_review',
      approve: 'approved approved approved - -',
      reject: 'rejected rejected rejected - -',
      undo: '- - - submitted -',
    })
  })

  it('lets only clients submit and only bookkeepers decide', () => {
    expect(Object.fromEntries(EVENTS.map((e) => [e, SECTION_MACHINE[e].by]))).toEqual({
      submit: 'client',
      approve: 'bookkeeper',
      reject: 'bookkeeper',
      undo: 'bookkeeper',
    })
  })

  it('never leaves the known statuses, and moves exactly where an event is allowed', () => {
    fc.assert(
      fc.property(status, event, (s, e) => {
        const after = next(e, s)
        expect(after !== undefined).toBe(can(e, s))
        if (after) expect(SECTION_STATUSES).toContain(after)
      }),
    )
  })

  it('never gets stuck: whatever has happened, somebody can do something, and it can always become approved', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        const now = live(events).at(-1) ?? 'pending'
        expect(EVENTS.some((e) => can(e, now))).toBe(true)
        expect([...live([...events, 'submit', 'approve'])].at(-1)).toBe('approved')
      }),
    )
  })

  it('lets a client change a section only while it is pending or rejected', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        for (const s of live(events)) expect(isLocked(s)).toBe(s !== 'pending' && s !== 'rejected')
      }),
    )
  })

  it('approves nothing but by an approval, and unlocks nothing but by a rejection', () => {
    fc.assert(
      fc.property(fc.array(event, { minLength: 1, maxLength: 30 }), (events) => {
        const states = live(events)
        for (const [i, e] of events.entries()) {
          const [before, after] = [states[i] ?? 'pending', states[i + 1] ?? 'pending']
          if (after === 'approved' && before !== 'approved') expect(e).toBe('approve')
          if (isLocked(before) && !isLocked(after)) expect(e).toBe('reject')
          if (before === 'approved' && after !== 'approved') expect(e).toBe('undo')
        }
      }),
    )
  })

  it('has no event that may be repeated', () => {
    fc.assert(fc.property(status, event, (s, e) => !can(e, s) || !can(e, next(e, s) ?? s)))
  })

  it('leaves rows that say the same: approved means approved, rejected means not submitted', () => {
    for (const e of EVENTS) {
      const { to, assignment } = SECTION_MACHINE[e]
      expect(assignment.core === 'approved').toBe(to === 'approved')
      expect(assignment.status === 'approved').toBe(to === 'approved')
      expect(assignment.submit === 'not_submitted').toBe(to === 'rejected')
      expect(assignment.status === 'rejected').toBe(to === 'rejected')
    }
  })

  it('shows a client four statuses, the same lock in each', () => {
    fc.assert(
      fc.property(status, (s) => {
        expect(['pending', 'pending_review', 'approved', 'rejected']).toContain(clientView(s))
        expect(isLocked(clientView(s))).toBe(isLocked(s))
        expect(clientView(clientView(s))).toBe(clientView(s))
      }),
    )
  })
})

describe('the filters', () => {
  const cards = fc.array(status, { maxLength: 6 })

  it('let every card pass "all", whoever asks', () => {
    fc.assert(fc.property(role, cards, (r, card) => passesFilter(r, 'all', card)))
  })

  it('judge a card by what it holds, in any order', () => {
    fc.assert(
      fc.property(role, fc.constantFrom(...SECTION_FILTERS), cards, (r, filter, card) => {
        expect(passesFilter(r, filter, card.toReversed())).toBe(passesFilter(r, filter, card))
        expect(passesFilter(r, filter, [...card, ...card])).toBe(passesFilter(r, filter, card))
      }),
    )
  })

  it('show a card as approved only when nothing else of it is left', () => {
    fc.assert(
      fc.property(role, cards, (r, card) => {
        const approved = passesFilter(r, 'approved', card)
        expect(approved).toBe(card.length > 0 && card.every((s) => s === 'approved'))
        if (approved) expect(passesFilter(r, 'pending', card) || passesFilter(r, 'rejected', card)).toBe(false)
      }),
    )
  })

  it('show every rejected card as pending too', () => {
    fc.assert(fc.property(role, cards, (r, card) => !passesFilter(r, 'rejected', card) || passesFilter(r, 'pending', card)))
  })

  it('follow the words of the specification', () => {
    expect(passesFilter('bookkeeper', 'pending', ['approved', 'rejected'])).toBe(true)
    expect(passesFilter('bookkeeper', 'pending', ['approved', 'pending'])).toBe(true)
    expect(passesFilter('client', 'pending', ['approved', 'pending_review'])).toBe(true)
    expect(passesFilter('client', 'pending', ['approved'])).toBe(false)
    expect(passesFilter('client', 'rejected', ['approved', 'pending'])).toBe(false)
    for (const filter of ['pending', 'approved', 'rejected'] as const) expect(passesFilter('bookkeeper', filter, [])).toBe(false)
  })
})
