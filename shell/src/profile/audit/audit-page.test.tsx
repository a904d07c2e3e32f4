import type { AuditEntry } from '@portal/contract/audit'
import { type Answers, serve } from '@portal/kit/testing/serve'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { closeShell, openShell } from '../../testing.tsx'
import { auditText } from '@portal/kit/features/audit/audit-text'

let shell: Awaited<ReturnType<typeof openShell>> | undefined
afterEach(closeShell)

const entry = (change: Partial<AuditEntry> = {}): AuditEntry =>
  ({
    id: 'a1',
    number: 7,
    at: '2026-11-01T10:00:00Z',
    action: 'client.status_changed',
    by: 'you',
    who: 'Maya Torres',
    detail: { from: 'new', to: 'active' },
    client_id: 'c1',
    client_name: 'Jane Miller',
    workform_id: null,
    workform_name: null,
    section_name: null,
    ...change,
  }) as AuditEntry

async function open(answers: Answers = {}) {
  const sent = serve({ 'GET /api/audit': () => ({ items: [entry()], next: null }), ...answers })
  shell = await openShell('/profile/audit', 'bookkeeper')
  await screen.findByRole('heading', { level: 1, name: 'Audit log' })
  return sent
}

it('shows each entry as a sentence with its details', async () => {
  await open()
  const item = (await screen.findByText(/changed the status/)).closest('li')
  expect(item?.textContent).toContain('You changed the status of Jane Miller from new to active')
  expect(item?.textContent).toContain('No. 7')
  expect(item?.querySelector('dl')?.textContent).toBe('fromnewtoactive')
})

it('filters by kind in the address when a kind is selected', async () => {
  const sent = await open()
  await userEvent.selectOptions(await screen.findByLabelText('Kind'), 'Workforms')
  await waitFor(() => expect(sent.at(-1)?.query).toEqual({ kind: 'workform' }))
  expect(shell?.path()).toBe('/profile/audit?kind=workform')
})

it('verifies the log portion by portion, and reports that all entries are intact', async () => {
  const portions = [
    { checked: 500, next: { after: 500, hash: 'h' }, broken: null, last: null },
    { checked: 20, next: null, broken: null, last: { number: 520, hash: 'abc123' } },
  ]
  const sent = await open({ 'POST /api/audit/verify': () => portions.shift() ?? {} })
  await userEvent.click(await screen.findByRole('button', { name: 'Verify' }))
  expect(await screen.findByText('All 520 entries are intact')).toBeDefined()
  expect(screen.getByText(/abc123/)).toBeDefined()
  expect(sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { after: 0, hash: '' },
    { after: 500, hash: 'h' },
  ])
})

it('names the first broken entry when the log was changed', async () => {
  const broken = {
    number: 42,
    action: 'client.deleted',
    at: '2026-11-01T10:00:00Z',
    reason: 'Its content was changed.',
  }
  await open({ 'POST /api/audit/verify': () => ({ checked: 41, next: null, broken, last: null }) })
  await userEvent.click(await screen.findByRole('button', { name: 'Verify' }))
  expect(await screen.findByText('Entry No. 42 is not intact')).toBeDefined()
  expect(screen.getByText('Its content was changed.')).toBeDefined()
  expect(screen.getByText(/41 entries before it are intact/)).toBeDefined()
})

it.each([
  [entry({ action: 'agent.mode_changed', detail: { mode: 'paused' } }), 'You paused follow-ups to Jane Miller'],
  [
    entry({ by: 'client', who: null, action: 'file.uploaded', detail: { name: 'a.pdf' } }),
    'Jane Miller uploaded the file "a.pdf"',
  ],
  [
    entry({ action: 'doc_rejected', section_name: 'Tax', detail: { questions: ['Passport', 'Email'] } }),
    'You sent back "Passport", "Email" in "Tax" of a workform to Jane Miller',
  ],
  [
    entry({ by: 'client', who: null, action: 'section.recalled', section_name: 'Tax', workform_name: 'Payroll' }),
    'Jane Miller took back "Tax" of "Payroll"',
  ],
  [
    entry({ action: 'section.recall_declined', section_name: 'Tax' }),
    `You declined Jane Miller's request to change "Tax"`,
  ],
  [entry({ action: 'session.revoked', detail: { reason: 'sign_out' } }), 'You signed out'],
  [entry({ action: 'session.revoked', detail: { reason: 'ended_by_owner' } }), 'You signed out a device'],
  [
    entry({ action: 'session.revoked', detail: { reason: 'password_reset' } }),
    'You signed out a device by resetting your password',
  ],
  [entry({ action: 'account.password_changed' }), 'You changed your password'],
  [entry({ by: 'client', who: null, action: 'account.password_changed' }), 'Jane Miller changed their password'],
  [entry({ action: 'mail.opened_again' }), 'You made a change: mail opened again'],
])('describes an action as "%s"', (one, text) => {
  expect(Object.values(auditText(one)).join(' ')).toBe(text)
})
