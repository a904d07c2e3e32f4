import { INCOMPLETE_DATE, INVALID_DATE } from '@portal/contract/dates'
import { NO_PREFERENCES } from '@portal/contract/no-preferences'
import { expect, it } from 'vitest'
import { applyForm, type EditableKind, initialForm } from './preference-form.ts'

it.each([
  ['quiet', { from: '2026-12-01', until: INCOMPLETE_DATE }],
  ['hold', { day: INCOMPLETE_DATE }],
  ['parts', { text: 'Receipts', from: '2026-12-01', until: INCOMPLETE_DATE }],
  ['only_on', { days: ['2026-12-01', INCOMPLETE_DATE] }],
] as const)('refuses %s with an optional date that is typed in part', (kind: EditableKind, change) => {
  const form = {
    ...initialForm(NO_PREFERENCES, NO_PREFERENCES, kind),
    ...change,
    days: [...(('days' in change && change.days) || [])],
  }
  expect(applyForm(kind, form, NO_PREFERENCES)).toEqual({ problem: INVALID_DATE })
})
