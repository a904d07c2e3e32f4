import { type SentRequest, serve } from '@portal/kit/testing/serve'
import { discardUnsaved, hasUnsaved, queryClient, setSession, topLayer } from '@portal/sdk'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AssignWorkform } from '../../mf-clients/src/assign/dialog.tsx'
import { CreationFlow } from '../../mf-clients/src/create/flow.tsx'
import { ChangeDueDate } from '../../mf-clients/src/detail/assignment-dialogs.tsx'
import { Notes } from '../../mf-clients/src/detail/notes.tsx'
import { RemindDialog } from '../../mf-clients/src/detail/remind-dialog.tsx'
import { EditClient } from '../../mf-clients/src/edit/dialog.tsx'
import { EditFollowUp } from '../../mf-clients/src/follow-ups/edit-dialog.tsx'
import { MultiAssign } from '../../mf-clients/src/multi-assign/dialog.tsx'
import { client, inDays, template } from '../../mf-clients/src/testing/show.tsx'
import { ActionDialog } from '../../mf-review/src/section/action-dialog.tsx'
import { section } from '../../mf-review/src/testing/fixtures.tsx'
import { NewWorkform } from '../../mf-workforms/src/create/new-workform.tsx'
import { EditWorkform } from '../../mf-workforms/src/edit/edit-workform.tsx'
import { impact, workform } from '../../mf-workforms/src/testing/fixtures.tsx'
import { SenderCard } from './profile/firm-mail/sender-card.tsx'
import { ProfilePage } from './profile/profile-page.tsx'
import { EndpointDialog } from './profile/webhooks/endpoint-dialog.tsx'
import { sessionOf } from './testing.tsx'
import type { KEPT } from './testing/text-files.ts'

interface Form {
  show: (onClose: () => void) => ReactElement
  /** Text to type, by label. */
  typed: Record<string, string>
  /** The submit button, unless submitting takes many steps. */
  submit?: string
  /** Completes everything else that submitting requires. */
  complete?: () => Promise<void>
  /** The form is part of a page, not a dialog. */
  page?: true
}

const jane = client()
const [{ workforms: _, ...row }, nothing] = [jane, (): void => undefined]
const assigned = { workform_id: 'w1', workform_name: 'Tax', due_date: inDays(3), sections: [] } as never
const followUp = {
  client_id: 'c1',
  client_name: 'Jane',
  day: inDays(1),
  at: `${inDays(1)}T10:00:00Z`,
  time_zone: 'UTC',
  subject: 'Hi',
  text: 'Hello',
  source: 'model',
} as never
const press = (name: string | RegExp, role = 'button') =>
  act(async () => screen.getAllByRole(role, { name })[0]?.click())
const decision = (action: 'approve' | 'reject', label: string, submit: string): Form => ({
  show: (onClose) => (
    <ActionDialog
      action={action}
      seen={section()}
      client="Jane"
      onClose={onClose}
      onDone={nothing}
      onOutdated={nothing}
    />
  ),
  typed: { [label]: 'Wrong year' },
  submit,
})

const FORMS: Record<keyof typeof KEPT, Form> = {
  'Edit Client': {
    show: (onClose) => <EditClient client={row} onClose={onClose} />,
    typed: { 'Full Name*': 'Jane M', 'Email*': 'j@example.com', Company: 'Bakers', Phone: '555' },
    submit: 'Update Client',
  },
  'Change Due Date': {
    show: (onClose) => <ChangeDueDate client={jane} workform={assigned} onClose={onClose} />,
    typed: { 'Due Date*': inDays(9) },
    submit: 'Save',
  },
  'Edit Follow-up': {
    show: (onClose) => <EditFollowUp followUp={followUp} onClose={onClose} />,
    typed: { 'Subject*': 'Hello', 'Text*': 'Please send it.' },
    submit: 'Save Text',
  },
  'Remind Now': {
    show: (onClose) => <RemindDialog client={jane} onClose={onClose} />,
    typed: { 'Subject*': 'Your payroll', 'Text*': 'Please send it today.' },
    submit: 'Send reminder',
  },
  'Private notes': {
    show: () => <Notes clientId={jane.id} />,
    typed: { 'Private notes': 'Prefers calls' },
    submit: 'Save notes',
    page: true,
  },
  'Assign Workform': {
    show: (onClose) => <AssignWorkform client={jane} onClose={onClose} />,
    typed: { 'Due Date*': inDays(9), Notes: 'Two years' },
    submit: 'Assign Workform',
    complete: async () => {
      await screen.findByRole('combobox', { name: /Your workforms/ })
      await press(/Your workforms/, 'combobox')
      await screen.findByRole('option', { name: /Tax onboarding/ })
      await press(/Tax onboarding/, 'option')
    },
  },
  'Assign Workform to Multiple Clients': {
    show: (onClose) => <MultiAssign onClose={onClose} />,
    typed: { Notes: 'Two years' },
  },
  'Client Creation Flow': {
    show: (onClose) => <CreationFlow onClose={onClose} />,
    typed: { 'Full Name*': 'Jane Half' },
  },
  'Approve Section': decision('approve', 'Notes (optional)', 'Approve Section'),
  'Decline Section': decision('reject', 'Reason*', 'Decline Section'),
  'New Workform': {
    show: (onClose) => <NewWorkform onClose={onClose} />,
    typed: { 'Workform Name*': 'Payroll' },
  },
  'Edit Workform': {
    show: (onClose) => <EditWorkform id={workform().id} onClose={onClose} />,
    typed: { 'Workform Name*': 'Payroll' },
    submit: 'Update Workform',
    complete: () => press('Next'),
  },
  'Webhook address': {
    show: (onClose) => <EndpointDialog onClose={onClose} onAdded={nothing} />,
    typed: { 'Address*': 'https://hooks.example.com/x' },
    submit: 'Add Address',
  },
  Profile: {
    show: () => <ProfilePage />,
    typed: { Name: 'Maya T', Company: 'Books' },
    submit: 'Save Changes',
    page: true,
  },
  'Sender of mails': {
    show: () => <SenderCard />,
    typed: { 'Sender name': 'Books' },
    submit: 'Save sender',
    page: true,
  },
}

const list = (items: readonly unknown[]) => ({ items, next: null, more: false })
const PROFILE = {
  id: 'u1',
  email: 'maya@example.com',
  name: 'Maya Torres',
  company: null,
  time_zone: 'UTC',
  role: 'bookkeeper',
  member_since: '2026-01-05T10:00:00Z',
}
const SENDER = { sender_name: null, reply_to: null, firm_name: 'Firm', address: 'a@example.com' }
const REMINDER = { subject: 'Hello', text: 'Hi Jane', version: 'v', refusal: null, caution: null, last_at: null }
const SERVER = {
  [`GET /api/follow-ups/clients/${jane.id}/reminder`]: () => REMINDER,
  [`GET /api/clients/${jane.id}/notes`]: () => ({ text: '', version: 0, updated_at: null }),
  [`PUT /api/clients/${jane.id}/notes`]: ({ body }: SentRequest) => ({
    text: (body as { text: string }).text,
    version: 1,
    updated_at: '2026-01-05T10:00:00Z',
  }),
  [`PUT /api/workforms/${workform().id}`]: () => workform(),
  [`PATCH /api/workforms/${workform().id}`]: () => workform(),
  'GET /api/profile': () => PROFILE,
  'PATCH /api/profile': ({ body }: SentRequest) => ({ ...PROFILE, ...(body as object) }),
  'GET /api/firm-mail/sender': () => SENDER,
  'PUT /api/firm-mail/sender': ({ body }: SentRequest) => ({ ...SENDER, ...(body as object) }),
  'GET /api/workforms': () => list([template()]),
  'GET /api/workforms/templates/search': () => list([template()]),
  'GET /api/clients': () => list([row]),
  [`GET /api/workforms/${workform().id}`]: () => workform(),
  [`GET /api/workforms/${workform().id}/impact`]: () => impact(),
  'POST /api/assignments': () => ({
    results: [{ client_id: jane.id, client_name: 'Jane', ok: true, sections: 1, reason: null }],
  }),
  'POST /api/webhooks': () => ({ secret: 's' }),
}
/** Every other write succeeds. */
const server = () =>
  serve(
    new Proxy(SERVER, {
      get: (known, key) => Reflect.get(known, key) ?? (String(key).startsWith('GET') ? undefined : () => ({})),
    }),
  )

const signInAs = (id: string): void => {
  const session = sessionOf('bookkeeper')
  setSession({ ...session, user: { ...session.user, id } }, 'signed-in')
}
const kept = (): string[] => Object.keys(localStorage).filter((key) => /^portal\.(form|workform-draft)\./.test(key))

function leave(): void {
  cleanup()
  queryClient.clear()
}
beforeEach(() => {
  localStorage.clear()
  signInAs('u1')
})
afterEach(() => {
  leave()
  vi.unstubAllGlobals()
})

const field = (label: string) =>
  screen.getAllByLabelText<HTMLInputElement>((_text, element) => element?.id !== '' && labelOf(element) === label)[0]
const labelOf = (element: Element | null) => (element as HTMLInputElement | null)?.labels?.[0]?.textContent
const values = ({ typed }: Form) => Object.fromEntries(Object.keys(typed).map((label) => [label, field(label)?.value]))

async function open(form: Form) {
  const [onClose, sent] = [vi.fn(), server()]
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  render(
    <RouterContextProvider router={router}>
      <QueryClientProvider client={queryClient}>{form.show(onClose)}</QueryClientProvider>
    </RouterContextProvider>,
  )
  await waitFor(() => expect(field(Object.keys(form.typed)[0] ?? '')).toBeDefined())
  return { onClose, sent, before: values(form) }
}
async function type(form: Form) {
  const view = await open(form)
  for (const [label, value] of Object.entries(form.typed))
    fireEvent.change(field(label) as Element, { target: { value } })
  await waitFor(() => expect(hasUnsaved()).toBe(true))
  return view
}
const forms = Object.entries(FORMS)
it.each(forms.filter(([, form]) => !form.page))(
  'asks for confirmation when Escape, Close, Cancel or Back would lose the text: %s',
  async (_name, form) => {
    const { onClose, before } = await type(form)
    const esc = async () =>
      void fireEvent(screen.getAllByRole('dialog')[0] as Element, new Event('cancel', { cancelable: true }))
    // The creation flow has no Cancel button.
    const cancel = screen.queryByRole('button', { name: 'Cancel' }) ? () => press('Cancel') : esc
    for (const close of [esc, () => press('Close'), cancel, async () => topLayer()?.close()]) {
      await act(close)
      await press('Keep editing')
      expect(values(form)).toEqual(form.typed)
    }
    expect(onClose).not.toHaveBeenCalled()
    await act(cancel)
    await press('Discard')
    expect(onClose).toHaveBeenCalledTimes(1)
    leave()
    expect((await open(form)).before).toEqual(before)
  },
)

it.each(forms)(
  'restores the text for the same user when the page reloads or the session ends: %s',
  async (_name, form) => {
    const { before } = await type(form)
    await act(async () => setSession(null, 'ended'))
    leave()
    signInAs('u2')
    expect((await open(form)).before).toEqual(before)
    leave()
    signInAs('u1')
    expect((await open(form)).before).toEqual(form.typed)
    expect(screen.getAllByRole('button', { name: 'Start over' })).toHaveLength(1)
    await act(async () => discardUnsaved())
    leave()
    expect((await open(form)).before).toEqual(before)
  },
)

it.each(forms.filter(([, form]) => form.submit))(
  'submits once when pressed twice, and discards the text when it is saved: %s',
  async (_name, form) => {
    const { sent } = await type(form)
    await form.complete?.()
    const submit = screen.getAllByRole('button', { name: form.submit ?? '' }).at(-1)
    await act(async () => {
      submit?.click()
      submit?.click()
    })
    await waitFor(() => expect(kept()).toEqual([]))
    expect(sent.filter(({ method }) => method !== 'GET')).toHaveLength(1)
  },
)
