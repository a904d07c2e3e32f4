import type { AuditEntry } from '@portal/contract/audit'
import { expect, it } from 'vitest'
import { auditText } from './audit-text.tsx'

const ENTRY: AuditEntry = {
  id: '1',
  number: 1,
  at: '2026-11-29T12:00:00.000Z',
  kind: 'account',
  by: 'you',
  who: null,
  action: 'session.revoked',
  detail: {},
  client_id: null,
  client_name: null,
  workform_id: null,
  workform_name: null,
  section_name: null,
}
const sentenceOf = (action: string, detail: AuditEntry['detail'] = {}): string => {
  const { who, what } = auditText({ ...ENTRY, action, detail })
  return `${who} ${what}`
}

it('says why a session ended', () => {
  expect(sentenceOf('session.revoked', { reason: 'sign_out' })).toBe('You signed out')
  expect(sentenceOf('session.revoked', { reason: 'ended_by_owner' })).toBe('You signed out a device')
  expect(sentenceOf('session.revoked', { reason: 'password_reset' })).toBe(
    'You signed out a device by resetting your password',
  )
})

it('speaks of your own things when the entry is yours', () => {
  expect(sentenceOf('account.password_changed')).toBe('You changed your password')
  const { what } = auditText({ ...ENTRY, action: 'account.password_changed', by: 'client', who: 'Priya Raman' })
  expect(what).toBe('changed their password')
})

it('is a sentence when the action is unknown, as after a newer release', () => {
  expect(sentenceOf('mail.opened_again')).toBe('You made a change: mail opened again')
})
