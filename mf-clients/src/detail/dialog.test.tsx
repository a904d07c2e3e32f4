import type { AgentAssignment, ClientFollowUps } from '@portal/contract/agent'
import type { ClientNotes } from '@portal/contract/client-record'
import { REMINDER_REFUSALS } from '@portal/contract/reminder-texts'
import type { Reminder } from '@portal/contract/reminders'
import { type Answers, problem, serve } from '@portal/kit/testing/serve'
import { uuid } from '@portal/kit/testing/uuid'
import { signInBookkeeper } from '@portal/kit/testing/sign-in'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { client, resetScreen, show } from '../testing/show.tsx'
import { useState } from 'react'
import { ClientDialog } from './dialog.tsx'
import type { ClientTab } from './tabs.ts'
import { describeLoss } from './describe-loss.ts'

beforeEach(signInBookkeeper)
afterEach(resetScreen)

const user = userEvent.setup()
const tax = {
  workform_id: uuid(10),
  workform_name: 'Tax onboarding',
  assigned_at: '2026-01-06T10:00:00.000Z',
  due_date: '2026-03-05',
  status: 'in_progress' as const,
  is_archived: false,
  commitments: [],
  sections: [
    { name: 'Business', status: 'approved' as const, days: { client: 3, bookkeeper: 1 } },
    { name: 'Accounts', status: 'pending_review' as const, days: { client: 3, bookkeeper: 1 } },
    { name: 'Payroll', status: 'pending' as const, days: { client: 3, bookkeeper: 1 } },
  ],
}
const jane = client({ workforms: [tax] })
/** The result of a change that was made. */
const CHANGED = { client_id: jane.id, ok: true, changed: true, reason: null, status: jane.status }
/** The result of a change after the client was deleted in another tab. */
const GONE = { ...CHANGED, ok: false, changed: false, reason: 'This client was not found.', status: null }

/** The dialog with its tab, which the address keeps. */
function Opened({ onClose, tab: first }: { onClose: () => void; tab?: ClientTab | undefined }) {
  const [tab, setTab] = useState(first)
  return <ClientDialog id={jane.id} tab={tab} onTab={setTab} onClose={onClose} />
}

function open(detail = jane, answers: Answers = {}, tab?: ClientTab) {
  const sent = serve({ [`GET /api/clients/${jane.id}`]: [200, detail], ...answers })
  const onClose = vi.fn()
  show(<Opened onClose={onClose} tab={tab} />)
  return { sent, onClose }
}

test.each([
  ['remind', 'Remind Now'],
  ['assign', 'Assign Workform to Jane Miller'],
] as const)('opens the dialog of the action %s from the address, and ends it there', async (action, title) => {
  serve({ [`GET /api/clients/${jane.id}`]: [200, jane] })
  const onActionEnd = vi.fn()
  show(<ClientDialog id={jane.id} onTab={vi.fn()} action={action} onActionEnd={onActionEnd} onClose={vi.fn()} />)
  const dialog = await screen.findByRole('dialog', { name: title })
  await user.click(within(dialog).getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
  expect(onActionEnd).toHaveBeenCalledOnce()
})

test('shows the client and the assigned workforms', async () => {
  open()
  const dialog = await screen.findByRole('dialog', { name: 'Jane Miller' })
  // The dialog opens before its content has loaded.
  await within(dialog).findByText('Client Information')
  for (const text of ['jane@bluebird.example', '555 0100', 'Bluebird Bakery', 'Jan 5, 2026', 'active']) {
    expect(within(dialog).getByText(text)).toBeDefined()
  }
  expect(within(dialog).getByText(/^Assigned Jan 6, 2026/).textContent).toMatch(
    /^Assigned Jan 6, 2026 · Due: Mar 5, \d+ days late$/,
  )
  expect(within(dialog).getByText('in progress')).toBeDefined()
  expect(within(dialog).getByText('2 of 3 sections · 67%')).toBeDefined()
  expect(within(dialog).queryByText('Resend invitation')).toBeNull()
})

test('links a workform to its submission', async () => {
  open()
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Tax onboarding' })
  expect(new URL(link.href).pathname).toBe('/form-submissions')
  expect(Object.fromEntries(new URL(link.href).searchParams)).toEqual({ workform: uuid(10), client: jane.id })
})

test('lists what will be lost when an assignment is removed', async () => {
  const { sent } = open(jane, { [`DELETE /api/clients/${jane.id}/workforms/${uuid(10)}`]: [200, { ok: true }] })
  await user.click(await screen.findByRole('button', { name: 'Remove Tax onboarding' }))
  for (const sentence of describeLoss(tax)) expect(await screen.findByText(sentence)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('"Tax onboarding" removed from Jane Miller')).toBeDefined()
  await waitFor(() => expect(sent.filter((s) => s.method === 'GET').length).toBeGreaterThan(1))
})

test('resends the invitation when the client has not signed up', async () => {
  const { sent } = open(client({ password_set: false }), {
    [`POST /api/clients/${jane.id}/invitation`]: [200, { ok: true }],
  })
  await user.click(await screen.findByRole('button', { name: 'Resend invitation' }))
  expect(await screen.findByText('Invitation sent')).toBeDefined()
  expect(sent.find((s) => s.method === 'POST')?.key).toBeTruthy()
})

test('shows an error when the client no longer exists', async () => {
  open(jane, {
    [`GET /api/clients/${jane.id}`]: problem(
      404,
      'not_found',
      'Not found',
      'This does not exist, or you do not have access to it.',
    ),
  })
  expect(await screen.findByText('Failed to load client information')).toBeDefined()
  expect(screen.getByText('This client cannot be shown')).toBeDefined()
})

test('closes the details when the client is deleted', async () => {
  const { onClose } = open(jane, { [`DELETE /api/clients/${jane.id}`]: [200, { ok: true }] })
  await user.click(await screen.findByRole('button', { name: 'Delete client' }))
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
})

test('offers no invitation, assignment or follow-ups when the person has declined', async () => {
  const { sent } = open(client({ password_set: false, declined: true }))
  expect(await screen.findByText(/This person has declined to become your client/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Resend invitation' })).toBeNull()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Assign Workform' }).disabled).toBe(true)
  expect(
    await screen.findByText('Nothing is planned, because this person has declined to become your client.'),
  ).toBeDefined()
  expect(screen.queryByLabelText(/Follow up on this client/)).toBeNull()
  expect(sent.map((s) => s.path).filter((path) => path.includes('follow-ups'))).toEqual([])
})

const plan = {
  mode: 'on',
  resumes: null,
  time_zone: 'UTC',
  inactive: false,
  signed_up: true,
  held_since: null,
  promise: null,
  held: null,
  notes: null,
  preferences: null,
  assignments: [],
  upcoming: [],
  past: [],
} satisfies ClientFollowUps
const ASSIGNMENT: AgentAssignment = {
  workform_id: tax.workform_id,
  workform_name: tax.workform_name,
  due_date: tax.due_date,
  paused: false,
  waits_for: 'client',
  sent: 0,
  escalated: false,
  wishes: { tone: 'neutral', quiet: [], cadence: 'normal', first: null },
  notes: null,
  preferences: null,
  suggestion: null,
}
const showPlan = (change: Partial<ClientFollowUps>) =>
  open(jane, { [`GET /api/follow-ups/clients/${jane.id}`]: { ...plan, ...change } })

test('says that a client never signed up and gets new invitations', async () => {
  showPlan({ signed_up: false })
  expect(await screen.findByText(/^Never signed up: the agent sends new invitations by email/)).toBeDefined()
})

test('says that reminders are on hold, with a link to the chat', async () => {
  const monday = new Date(Date.now() - 2 * 86_400_000)
  showPlan({ held_since: monday.toISOString() })
  const day = new Intl.DateTimeFormat('en-US', { weekday: 'long' }).format(monday)
  expect(await screen.findByText(`On hold: Jane Miller wrote on ${day}.`, { exact: false })).toBeDefined()
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Read the message of Jane Miller' })
  expect(`${new URL(link.href).pathname}${new URL(link.href).search}`).toBe(`/chat?client=${jane.id}`)
})

test('says which section is not asked for until the bookkeeper answers a question', async () => {
  const open_questions = [{ section_name: 'Payroll', asked_at: '2026-03-01T10:00:00.000Z' }]
  showPlan({ assignments: [{ ...ASSIGNMENT, open_questions }] })
  const name = 'No reminders for "Payroll" until you answer the client’s question'
  expect(await screen.findByRole('link', { name })).toHaveProperty('search', `?client=${jane.id}`)
  expect(screen.getByText('Nothing is sent until you answer the client’s questions in the chat.')).toBeDefined()
})

test('offers the date of a held message with one click, and undoes it', async () => {
  const promise = { message_id: uuid(9), text: 'I’ll send it Friday', not_before: '2026-11-28' }
  const path = `/api/follow-ups/clients/${jane.id}/promise`
  const { sent } = open(jane, {
    [`GET /api/follow-ups/clients/${jane.id}`]: { ...plan, held_since: new Date().toISOString(), promise },
    [`POST ${path}`]: { previous: null, read_seq: 3 },
    [`POST ${path}/undo`]: { ok: true },
  })
  expect(await screen.findByText('I’ll send it Friday')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Don’t remind before Sat, Nov 28' }))
  const choice = { message_id: promise.message_id, not_before: promise.not_before }
  expect(await screen.findByText('No reminders to Jane Miller before Sat, Nov 28')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(sent.filter((r) => r.method === 'POST').map((r) => [r.path, r.body])).toEqual([
      [path, choice],
      [`${path}/undo`, { ...choice, previous: null, read_seq: 3 }],
    ]),
  )
})

test('adds a tag, and removes it again with Undo', async () => {
  const changes = 'POST /api/clients/changes'
  const { sent } = open(jane, { [changes]: { results: [CHANGED] } })
  await userEvent.click(await screen.findByRole('button', { name: 'Tag' }))
  await userEvent.type(await screen.findByLabelText('Tag'), 'VIP')
  await userEvent.click(screen.getByRole('button', { name: 'Add tag' }))
  expect(await screen.findByText('Tag "VIP" added')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(sent.filter((r) => r.method === 'POST').map((r) => r.body)).toEqual([
      { ids: [jane.id], change: { kind: 'tag', tag: 'VIP' } },
      { ids: [jane.id], change: { kind: 'untag', tag: 'VIP' } },
    ]),
  )
})

test('says that the client was not found, without a request, when the link is cut off', async () => {
  const sent = serve({})
  show(<ClientDialog id="0193" onTab={vi.fn()} onClose={vi.fn()} />)
  expect(await screen.findAllByText('This client was not found. Is the link complete?')).not.toEqual([])
  expect(screen.queryByText(/UUID/)).toBeNull()
  expect(sent).toEqual([])
})

test.each([
  ['waiting', /Waiting for confirmation/],
  ['refused', /refused to change their address/],
  ['expired', /did not confirm in time/],
] as const)('shows the requested address when the change is %s', async (state, text) => {
  open(client({ email_change: { email: 'jane@new.example', asked_at: '2026-11-20T10:00:00.000Z', state } }))
  expect(await screen.findByText(text)).toBeDefined()
  expect(screen.getByText('jane@new.example')).toBeDefined()
})

const reminder: Reminder = {
  subject: 'Reminder: "Tax onboarding"',
  text: 'Hi Jane, please finish it.',
  version: 'v1',
  refusal: null,
  caution: null,
  promised: null,
  last_at: '2026-11-20T10:00:00.000Z',
}
const REMINDER = `/api/follow-ups/clients/${jane.id}/reminder`

test('shows the reminder before it is sent, and sends it as edited', async () => {
  const { sent } = open(jane, { [`GET ${REMINDER}`]: reminder, [`POST ${REMINDER}`]: { ok: true } })
  await user.click(await screen.findByRole('button', { name: 'Remind now' }))
  const text = await screen.findByRole('textbox', { name: /^Text/ })
  expect(screen.getByText(/Last reminder: Nov 20, 2026/)).toBeDefined()
  await user.type(text, ' Thanks!')
  await user.click(screen.getByRole('button', { name: 'Send reminder' }))
  expect(await screen.findByText('Reminder sent')).toBeDefined()
  const post = sent.find((s) => s.method === 'POST')
  expect(post?.body).toEqual({
    subject: reminder.subject,
    text: 'Hi Jane, please finish it. Thanks!',
    version: 'v1',
    anyway: false,
  })
  expect(post?.key).toBeTruthy()
})

test('says what speaks against a reminder, and sends it anyway when the bookkeeper insists', async () => {
  const { sent } = open(jane, {
    [`GET ${REMINDER}`]: { ...reminder, caution: 'reminded_today' },
    [`POST ${REMINDER}`]: { ok: true },
  })
  await user.click(await screen.findByRole('button', { name: 'Remind now' }))
  expect(await screen.findByText(/This client has already been reminded today/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Send anyway' }))
  await waitFor(() => expect(sent.find((s) => s.method === 'POST')?.body).toMatchObject({ anyway: true }))
})

test('explains why a client cannot be reminded', async () => {
  open(jane, { [`GET ${REMINDER}`]: { ...reminder, subject: '', text: '', refusal: 'nothing_open', last_at: null } })
  await user.click(await screen.findByRole('button', { name: 'Remind now' }))
  expect(await screen.findByText(REMINDER_REFUSALS.nothing_open)).toBeDefined()
  expect(screen.getByText('This client has not been reminded yet.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Send reminder' })).toBeNull()
})

test('invites a client who never signed up instead of reminding them', async () => {
  const { sent } = open(jane, {
    [`GET ${REMINDER}`]: { ...reminder, subject: '', text: '', refusal: 'not_signed_up', last_at: null },
    [`POST /api/clients/${jane.id}/invitation`]: { ok: true },
  })
  await user.click(await screen.findByRole('button', { name: 'Remind now' }))
  await user.click(await screen.findByRole('button', { name: 'Send invitation' }))
  expect(await screen.findByText('Invitation sent')).toBeDefined()
  expect(screen.queryByRole('dialog', { name: 'Remind Now' })).toBeNull()
  expect(sent.filter((s) => s.method === 'POST').map((s) => s.path)).toEqual([`/api/clients/${jane.id}/invitation`])
})

const NOTES = `/api/clients/${jane.id}/notes`
const notes = (text: string, version: number): ClientNotes => ({
  text,
  version,
  updated_at: '2026-11-20T10:00:00.000Z',
})

test('shows notes that were saved elsewhere instead of overwriting them', async () => {
  let stored = notes('First', 1)
  const { sent } = open(
    jane,
    {
      [`GET ${NOTES}`]: () => stored,
      [`PUT ${NOTES}`]: ({ body }) => {
        const { text, version } = body as { text: string; version: number }
        if (version !== stored.version) return problem(409, 'stale')
        stored = notes(text, version + 1)
        return stored
      },
    },
    'notes',
  )
  const box = await screen.findByRole('textbox', { name: 'Private notes' })
  await user.type(box, ' and mine')
  stored = notes('First and theirs', 2)
  await user.click(screen.getByRole('button', { name: 'Save notes' }))
  expect(await screen.findByText('First and theirs')).toBeDefined()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save notes' }).disabled).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Keep my text' }))
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Private notes' }).value).toBe('First and mine')
  await user.click(screen.getByRole('button', { name: 'Save notes' }))
  expect(await screen.findByText('Notes saved')).toBeDefined()
  expect(sent.filter((s) => s.method === 'PUT').map((s) => (s.body as { version: number }).version)).toEqual([1, 2])
  expect(stored.text).toBe('First and mine')
})

test('lists files with their sections, and loads them only when the tab is opened', async () => {
  const file = {
    id: uuid(30),
    name: 'passport.pdf',
    size: 2048,
    type: 'application/pdf',
    created_at: '2026-11-20T10:00:00.000Z',
    section: { workform_id: uuid(10), workform_name: 'Tax onboarding', section_name: 'Business', status: 'approved' },
  }
  const path = `/api/clients/${jane.id}/files`
  const { sent } = open(jane, { [`GET ${path}`]: { items: [file], next: null } })
  await screen.findByText('Client Information')
  expect(sent.some((s) => s.path === path)).toBe(false)
  await user.click(screen.getByRole('tab', { name: 'Files' }))
  expect(await screen.findByText('passport.pdf')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Business · Tax onboarding' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Download: passport.pdf' })).toBeDefined()
  await user.type(screen.getByRole('searchbox'), 'pass{Enter}')
  await waitFor(() => expect(sent.at(-1)?.query).toEqual({ q: 'pass' }))
})

test('tells the history of the client in sentences', async () => {
  const entry = {
    id: uuid(40),
    number: 7,
    at: '2026-11-20T10:00:00.000Z',
    action: 'doc_approved',
    kind: 'section',
    by: 'you',
    who: null,
    client_id: jane.id,
    client_name: 'Jane Miller',
    workform_id: uuid(10),
    workform_name: 'Tax onboarding',
    section_name: 'Business',
    detail: {},
  }
  const { sent } = open(jane, { 'GET /api/audit': { items: [entry], next: null } }, 'history')
  expect(await screen.findByText('approved "Business" of "Tax onboarding" from Jane Miller')).toBeDefined()
  expect(sent.find((s) => s.path === '/api/audit')?.query).toEqual({ client: jane.id })
})

test('archives an assignment, offers to undo it, and collapses archived ones', async () => {
  const payroll = { ...tax, workform_id: uuid(11), workform_name: 'Payroll', is_archived: true }
  const path = (id: string) => `PUT /api/clients/${jane.id}/workforms/${id}/archived`
  const { sent } = open(client({ workforms: [tax, payroll] }), {
    [path(uuid(10))]: [200, { ok: true }],
    [path(uuid(11))]: [200, { ok: true }],
  })
  const bodies = () => sent.filter((s) => s.method === 'PUT').map((s) => s.body)
  await user.click(await screen.findByRole('button', { name: 'Archive Tax onboarding' }))
  expect(await screen.findByText('"Tax onboarding" archived')).toBeDefined()
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Undone')).toBeDefined()
  expect(bodies()).toEqual([{ archived: true }, { archived: false }])
  await user.click(screen.getByText('Archived (1)'))
  await user.click(screen.getByRole('button', { name: 'Restore Payroll' }))
  expect(await screen.findByText('"Payroll" restored')).toBeDefined()
  expect(bodies()[2]).toEqual({ archived: false })
  expect(screen.queryByRole('button', { name: 'Change due date of Payroll' })).toBeNull()
})

test('archives the client, and shows an archived one with the offer to restore', async () => {
  const { sent } = open(jane, { 'POST /api/clients/changes': { results: [CHANGED] } })
  await user.click(await screen.findByRole('button', { name: 'Archive' }))
  expect(await screen.findByText('Jane Miller archived')).toBeDefined()
  const posts = () => sent.filter((s) => s.method === 'POST')
  expect(posts().map((s) => s.body)).toEqual([{ ids: [jane.id], change: { kind: 'archive' } }])
  expect(posts()[0]?.key).toBeTruthy()
})

test('shows an error when the client was deleted before Archive or before Undo', async () => {
  let result: object = GONE
  const { sent } = open(jane, { 'POST /api/clients/changes': () => [200, { results: [result] }] })
  const loads = () => sent.filter((s) => s.route === `GET /api/clients/${jane.id}`).length
  await user.click(await screen.findByRole('button', { name: 'Archive' }))
  expect(await screen.findByText('Failed to archive client')).toBeDefined()
  expect(screen.getByText('This client was not found.')).toBeDefined()
  expect(screen.queryByText('Jane Miller archived')).toBeNull()
  await waitFor(() => expect(loads()).toBe(2))
  result = CHANGED
  await user.click(screen.getByRole('button', { name: 'Archive' }))
  await screen.findByText('Jane Miller archived')
  result = GONE
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Failed to undo')).toBeDefined()
  expect(screen.queryByText('Undone')).toBeNull()
})

test('offers only to restore, write to or delete an archived client', async () => {
  const { sent } = open(client({ archived_at: '2026-02-01T10:00:00.000Z', password_set: false, workforms: [tax] }), {
    'POST /api/clients/changes': { results: [CHANGED] },
  })
  expect(await screen.findByText('Archived on Feb 1, 2026')).toBeDefined()
  for (const name of ['Remind now', 'Resend invitation', 'Archive Tax onboarding'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Assign Workform' }).disabled).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Restore' }))
  expect(await screen.findByText('Jane Miller restored')).toBeDefined()
  expect(sent.find((s) => s.method === 'POST')?.body).toEqual({ ids: [jane.id], change: { kind: 'restore' } })
})
