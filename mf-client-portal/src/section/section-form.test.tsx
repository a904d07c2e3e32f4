import type { Answers, FileAnswer, WorkformField } from '@portal/contract/fields'
import { resetScreen } from '@portal/kit/testing/reset-screen'
import { problem, type SentRequest, serve } from '@portal/kit/testing/serve'
import { toasts } from '@portal/kit/testing/toaster'
import { queryClient } from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sectionQuery } from '../dashboard/queries.ts'
import { onDraftSaved } from '../draft/registry.ts'
import { detail, SECTION_ID, show, signInClient } from '../testing/fixtures.tsx'
import { SectionForm } from './section-form.tsx'

vi.mock('@portal/sdk/toaster', () => import('@portal/kit/testing/toaster'))

const file: FileAnswer = { id: 'file-1', name: 'statement.pdf', path: 'p', size: 3000, type: 'application/pdf' }
const filled: Answers = { name: 'Bluebird Bakery', bank: [file] }

beforeEach(signInClient)
afterEach(resetScreen)

/** The form as the dashboard mounts it, with data from its query. */
function Fed({ onSubmitted = () => undefined }: { onSubmitted?: () => void }) {
  const { data } = useQuery({ ...sectionQuery(SECTION_ID), staleTime: 60_000 })
  return data ? <SectionForm detail={data} onSubmitted={onSubmitted} /> : null
}

/** Serves a section and accepts drafts and submissions. */
function portal(start = detail(), answer?: (sent: SentRequest) => [number, unknown] | undefined) {
  const state = { detail: start }
  queryClient.setQueryData(sectionQuery(SECTION_ID).queryKey, start)
  const sent = serve((request) => {
    const own = answer?.(request)
    if (own) return own
    if (request.path.endsWith('/draft')) {
      const { answers, base_version } = request.body as { answers: Answers; base_version: number }
      if (base_version !== state.detail.draft_version) return problem(409, 'stale')
      state.detail = {
        ...state.detail,
        answers: { ...state.detail.answers, ...answers },
        draft_version: base_version + 1,
      }
      return [200, { draft_version: base_version + 1, saved_at: '2026-03-01T10:00:00.000Z' }]
    }
    if (request.path.endsWith('/submit'))
      return [200, { assignment_id: SECTION_ID, status: 'pending_review', version: 4 }]
    return [200, state.detail]
  })
  return { state, sent, of: (end: string) => sent.filter((s) => s.path.endsWith(end)) }
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

it('marks and lists missing required fields, and focuses the first one', async () => {
  portal()
  show(<Fed />)
  expect(screen.queryByText('This field is required.')).toBeNull()
  await press('Submit Section')
  const [title, words] = ['Missing required fields', 'Please fill in all required fields before submitting.']
  await waitFor(() => expect(toasts.error).toHaveBeenCalledWith(title, words))
  expect(await screen.findByText('2 fields need your attention')).toBeDefined()
  expect(screen.getAllByText('This field is required.')).toHaveLength(2)
  expect(document.activeElement).toBe(screen.getByLabelText(/Company name/))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('shows beside the button that an answer is invalid, and then focuses it', async () => {
  portal(detail({ answers: { ...filled, mail: 'jane@' }, draft_version: 7 }))
  show(<Fed />)
  fireEvent.click(screen.getByRole('button', { name: 'Submit Section' }))
  expect(screen.getByText('Nothing required is left. Answers to correct: 1').className).toContain('text-error')
  expect(await screen.findByText('Please enter a valid email address.')).toBeDefined()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Billing email')))
  await userEvent.type(screen.getByLabelText('Billing email'), 'x.example')
  expect((await screen.findByText('Nothing required is left')).className).not.toContain('text-error')
})

it('removes an error when it is fixed, and focuses its field from the summary', async () => {
  portal()
  show(<Fed />)
  await press('Submit Section')
  await screen.findByText('2 fields need your attention')
  await userEvent.type(screen.getByLabelText(/Company name/), 'Bluebird')
  expect(await screen.findByText('One field needs your attention')).toBeDefined()
  await press('Bank statement')
  expect(document.activeElement?.textContent).toContain('Choose files')
})

it('shows an invalid answer when the field loses focus, not before', async () => {
  portal()
  show(<Fed />)
  await userEvent.type(screen.getByLabelText('Billing email'), 'jane@')
  expect(screen.queryByText('Please enter a valid email address.')).toBeNull()
  await userEvent.tab()
  expect(await screen.findByText('Please enter a valid email address.')).toBeDefined()
})

it('updates the count of required fields and saves the draft while typing', async () => {
  const { of } = portal()
  show(<Fed />)
  expect(screen.getByText('2 of 2 required left')).toBeDefined()
  await userEvent.type(screen.getByLabelText(/Company name/), 'Bluebird')
  expect(await screen.findByText('1 of 2 required left')).toBeDefined()
  await waitFor(() => expect(screen.getByText('Saved')).toBeDefined())
  expect(of('/draft').at(-1)).toMatchObject({ method: 'PUT', body: { answers: { name: 'Bluebird' } } })
})

it('counts the answers when none is required', async () => {
  portal(detail({ fields: detail().fields.map((field) => ({ ...field, required: false })) }))
  show(<Fed />)
  const all = detail().fields.length
  expect(screen.getByText(`0 of ${all} answered`)).toBeDefined()
  await userEvent.type(screen.getByLabelText(/Company name/), 'Bluebird')
  expect(await screen.findByText(`1 of ${all} answered`)).toBeDefined()
})

it('says why answers are only on this device, and are not submitted, when the firm has no storage left', async () => {
  const full = problem(429, 'storage_limit', 'Storage is full', 'There is no storage left for this.')
  portal(detail({ answers: filled, draft_version: 7 }), ({ method }) => (method === 'GET' ? undefined : full))
  show(<Fed />)
  await userEvent.type(screen.getByLabelText(/Company name/), ' & Sons')
  expect(await screen.findByText(/^Not saved online: there is no storage left/)).toBeDefined()
  await press('Submit Section')
  await press('Submit')
  await waitFor(() =>
    expect(toasts.error).toHaveBeenCalledWith('Submission failed', 'There is no storage left for this.'),
  )
  expect(screen.getByLabelText<HTMLInputElement>(/Company name/).value).toBe('Bluebird Bakery & Sons')
})

it('shows and submits the latest input', async () => {
  portal(detail({ answers: { ...filled, name: '' }, draft_version: 7 }))
  show(<Fed />)
  const name = screen.getByLabelText(/Company name/)
  fireEvent.change(name, { target: { value: 'Bluebird' } })
  expect(name).toHaveProperty('value', 'Bluebird')
  expect(screen.getByText('Nothing required is left')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Submit Section' }))
  expect(within(await screen.findByRole('dialog')).getByText('Bluebird')).toBeDefined()
})

it('shows what will be sent, and sends it once with the version that was seen', async () => {
  const { of } = portal(detail({ answers: filled, draft_version: 7 }))
  const onSubmitted = vi.fn()
  show(<Fed onSubmitted={onSubmitted} />)
  await press('Submit Section')
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText('Bluebird Bakery')).toBeDefined()
  expect(dialog.getByText('statement.pdf')).toBeDefined()
  expect(dialog.getByText('Left empty').nextElementSibling?.textContent).toBe('Billing email')
  const submit = dialog.getByRole('button', { name: 'Submit' })
  await userEvent.dblClick(submit)
  await waitFor(() => expect(toasts.success).toHaveBeenCalledWith('Section submitted', expect.anything()))
  expect(of('/submit')).toHaveLength(1)
  expect(of('/submit')[0]?.body).toEqual({ answers: filled, non_answers: {}, version: 3 })
  expect(of('/submit')[0]?.key).toBeTruthy()
  expect(onSubmitted).toHaveBeenCalledOnce()
  expect(localStorage.length).toBe(1)
})

it('refuses to submit when a file waits for confirmation', async () => {
  const { of } = portal(detail({ answers: filled }))
  show(<Fed />)
  // A one-pixel picture causes a warning.
  const tiny = new File(['GIF89a\u0001\0\u0001\0'], 'tiny.gif')
  fireEvent.change(screen.getByLabelText('Upload files for Bank statement'), { target: { files: [tiny] } })
  await screen.findByRole('button', { name: 'Send anyway: tiny.gif' })
  await press('Submit Section')
  expect(toasts.error).toHaveBeenCalledWith('Not all files are sent', expect.stringContaining('tiny.gif'))
  expect(screen.queryByRole('dialog')).toBeNull()
  await press('Cancel tiny.gif')
  await press('Submit Section')
  expect(await screen.findByRole('dialog')).toBeDefined()
  await waitFor(() => expect(toasts.takenBack).toHaveBeenCalledWith('Not all files are sent'))
  expect(of('/submit')).toEqual([])
})

it('says that a file waits for the connection, and does not call it missing', async () => {
  const { of } = portal(detail({ answers: { ...filled, bank: [] } }), ({ path }) => {
    if (path.endsWith('/files')) throw new TypeError('Failed to fetch')
    return undefined
  })
  show(<Fed />)
  const pdf = new File(['%PDF-1.7\n%%EOF'], 'october.pdf')
  fireEvent.change(screen.getByLabelText('Upload files for Bank statement'), { target: { files: [pdf] } })
  await screen.findByText(/^Waiting for the connection/)
  expect(toasts.error).not.toHaveBeenCalled()
  await press('Submit Section')
  expect(toasts.info).toHaveBeenCalledWith('Waiting for the connection', expect.stringContaining('october.pdf'))
  expect(screen.queryByText('This field is required.')).toBeNull()
  expect(toasts.error).not.toHaveBeenCalled()
  await press('Cancel october.pdf')
  await press('Submit Section')
  expect(toasts.error).toHaveBeenCalledWith('Missing required fields', expect.anything())
  expect(of('/submit')).toEqual([])
})

it('saves the latest input before submitting', async () => {
  const { sent } = portal(detail({ answers: { ...filled, name: '' }, draft_version: 1 }))
  show(<Fed />)
  await userEvent.type(screen.getByLabelText(/Company name/), 'Bluebird')
  await press('Submit Section')
  await press('Submit')
  await waitFor(() => expect(toasts.success).toHaveBeenCalled())
  const writes = sent.filter((s) => s.method !== 'GET').map((s) => s.path.split('/').at(-1))
  expect(writes.at(-2)).toBe('draft')
  expect(writes.at(-1)).toBe('submit')
})

it('keeps everything when submitting fails', async () => {
  portal(detail({ answers: filled, draft_version: 7 }), ({ path }) =>
    path.endsWith('/submit') ? problem(503, 'busy', 'Busy', 'The portal is busy.') : undefined,
  )
  show(<Fed />)
  await press('Submit Section')
  await press('Submit')
  await waitFor(() => expect(toasts.error).toHaveBeenCalledWith('Submission failed', 'Please try again later.'))
  expect(screen.getByLabelText(/Company name/)).toHaveProperty('value', 'Bluebird Bakery')
})

it('says what the portal refused, until it is submitted again', async () => {
  const { of } = portal(detail({ answers: filled, draft_version: 7 }), ({ path }) =>
    path.endsWith('/submit') ? problem(422, 'missing_required', 'Missing required fields', 'Company name') : undefined,
  )
  show(<Fed />)
  await press('Submit Section')
  await press('Submit')
  await waitFor(() => expect(toasts.error).toHaveBeenCalledWith('Missing required fields', 'Company name'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(of('/submit')).toHaveLength(1)
  await press('Submit Section')
  await waitFor(() => expect(toasts.takenBack).toHaveBeenLastCalledWith('Missing required fields'))
})

it('refetches a section and says so when it has changed in the meantime', async () => {
  const { sent } = portal(detail({ answers: filled, draft_version: 7 }), ({ path }) =>
    path.endsWith('/submit') ? problem(409, 'stale', 'Changed in the meantime', 'Please look again.') : undefined,
  )
  show(<Fed />)
  await press('Submit Section')
  await press('Submit')
  await waitFor(() => expect(toasts.error).toHaveBeenCalled())
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ method: 'GET', path: `/api/portal/sections/${SECTION_ID}` }))
})

it('shows both answers when two devices disagree, and saves the chosen one', async () => {
  const { state, of } = portal(detail({ answers: { name: 'Start' }, draft_version: 1 }))
  show(<Fed />)
  state.detail = { ...state.detail, answers: { name: 'From the phone', mail: 'phone@x.example' }, draft_version: 2 }
  const name = screen.getByLabelText(/Company name/)
  await userEvent.clear(name)
  await userEvent.type(name, 'From the laptop')
  expect(await screen.findByText('This section was also changed somewhere else')).toBeDefined()
  const disputed = within(screen.getByRole('group', { name: 'Company name' }))
  expect(disputed.getByText('From the laptop')).toBeDefined()
  expect(disputed.getByText('From the phone')).toBeDefined()
  expect(disputed.getByRole('radio', { name: /Your version/ })).toHaveProperty('checked', true)
  // Only the other device has an email address: no conflict.
  expect(screen.queryByRole('group', { name: 'Billing email' })).toBeNull()
  await userEvent.click(disputed.getByRole('radio', { name: /The other version/ }))
  await press('Keep chosen answers')
  expect(await screen.findByLabelText(/Company name/)).toHaveProperty('value', 'From the phone')
  expect(screen.getByLabelText('Billing email')).toHaveProperty('value', 'phone@x.example')
  expect(of('/draft').every((s) => (s.body as { base_version: number }).base_version === 1)).toBe(true)
})

it('merges without asking when two devices change different fields', async () => {
  const { state, of } = portal(detail({ answers: { name: 'Start' }, draft_version: 1 }))
  show(<Fed />)
  state.detail = { ...state.detail, answers: { name: 'Start', mail: 'phone@x.example' }, draft_version: 2 }
  await userEvent.type(screen.getByLabelText(/Company name/), '!')
  await waitFor(() =>
    expect(of('/draft').at(-1)?.body).toEqual({
      answers: { name: 'Start!', mail: 'phone@x.example' },
      non_answers: {},
      base_version: 2,
    }),
  )
  expect(screen.getByLabelText('Billing email')).toHaveProperty('value', 'phone@x.example')
  expect(screen.queryByText('This section was also changed somewhere else')).toBeNull()
})

it('shows new answers when another device saves them', async () => {
  const { state, sent } = portal(detail({ answers: { name: 'Start' }, draft_version: 1 }))
  show(<Fed />)
  state.detail = { ...state.detail, answers: { name: 'From the phone' }, draft_version: 2 }
  onDraftSaved(SECTION_ID, 1)
  expect(sent.filter((s) => s.method === 'GET')).toEqual([])
  onDraftSaved(SECTION_ID, 2)
  expect(await screen.findByDisplayValue('From the phone')).toBeDefined()
  expect(await screen.findByText('Updated with newer answers')).toBeDefined()
})

it('refuses to submit when there is a conflict', async () => {
  const { state, of } = portal(detail({ answers: filled, draft_version: 1 }))
  show(<Fed />)
  await userEvent.type(screen.getByLabelText(/Company name/), '!')
  await press('Submit Section')
  state.detail = { ...state.detail, answers: { ...filled, name: 'Phone' }, draft_version: 9 }
  await press('Submit')
  expect(await screen.findByText('This section was also changed somewhere else')).toBeDefined()
  expect(of('/submit')).toEqual([])
})

it('lists the fields to fill in again when the section was rejected', () => {
  portal(detail({ status: 'rejected' }))
  show(<Fed />)
  expect(screen.getByText('Please send again: Company name, Bank statement.')).toBeDefined()
})

it('focuses the first unanswered field when a section is opened', async () => {
  portal(detail({ answers: { name: 'Bluebird' }, draft_version: 1 }))
  function Framed() {
    const frame = useRef<HTMLDivElement>(null)
    const { data } = useQuery({ ...sectionQuery(SECTION_ID), staleTime: 60_000 })
    return (
      <div ref={frame}>{data ? <SectionForm detail={data} card={frame} onSubmitted={() => undefined} /> : null}</div>
    )
  }
  show(<Framed />)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Billing email')))
})

it('shows the help at the label, also when there is an error', async () => {
  const help = 'As it is on your certificate.'
  portal(
    detail({
      fields: [{ id: 'name', name: 'Company name', type: 'short-text', required: true, section: 'S', helpText: help }],
    }),
  )
  show(<Fed />)
  await press('Submit Section')
  const field = screen.getByLabelText(/Company name/)
  await screen.findByText('This field is required.')
  expect(screen.getByText(help).compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  const described = (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
  expect(described).toEqual([help, 'This field is required.'])
})

const kind = (options: string[]): WorkformField => ({
  id: 'kind',
  name: 'Entity type',
  type: 'dropdown',
  options,
  required: true,
  section: 'Business details',
})
const uses = (options: string[]): WorkformField => ({
  ...kind(options),
  id: 'uses',
  name: 'Accounts',
  type: 'checkbox',
})

/** Returns the answers that the notice lists. */
const replaced = () =>
  within(
    screen.getAllByRole('alert').find((alert) => alert.textContent?.includes('changed this section')) ?? document.body,
  )
    .getAllByRole('definition')
    .map(({ previousElementSibling: name, textContent }) => `${name?.textContent}: ${textContent}`)

it('shows the answers that an edit replaces, and lets the client choose again', async () => {
  const [name, mail, bank] = detail().fields
  if (!name || !mail || !bank) throw new Error('fields are missing')
  const { state, of } = portal(
    detail({
      fields: [name, mail, bank, kind(['LLC', 'Other']), uses(['Savings', 'Checking'])],
      answers: { bank: [file] },
    }),
  )
  show(<Fed />)
  await userEvent.type(screen.getByLabelText(/Company name/), 'Bluebird')
  await userEvent.type(screen.getByLabelText(/Billing email/), 'jane@bluebird.example')
  await userEvent.selectOptions(screen.getByLabelText(/Entity type/), 'LLC')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Savings' }))
  await waitFor(() => expect(of('/draft').at(-1)?.body).toMatchObject({ answers: { uses: ['Savings'] } }))
  await screen.findByText('Saved')
  expect(screen.queryByRole('alert')).toBeNull()

  // The bookkeeper renames both options, and removes the email and the file.
  state.detail = {
    ...state.detail,
    version: 4,
    fields: [{ ...name, name: 'Legal name' }, kind(['LLC or LLP', 'Other']), uses(['Savings account', 'Checking'])],
    answers: { name: 'Bluebird', kind: 'LLC', uses: ['Savings'] },
  }
  await act(() => queryClient.invalidateQueries({ queryKey: sectionQuery(SECTION_ID).queryKey }))
  await screen.findByText('Your bookkeeper has changed this section')
  expect(replaced()).toEqual([
    'Billing email: jane@bluebird.example',
    'Bank statement: statement.pdf',
    'Entity type: LLC',
    'Accounts: Savings',
  ])
  expect(toasts.info.mock.calls.map(([title]) => title)).toContain('This section was changed')

  await userEvent.selectOptions(screen.getByLabelText(/Entity type/), 'LLC or LLP')
  await waitFor(() => expect(of('/draft').at(-1)?.body).toMatchObject({ answers: { kind: 'LLC or LLP' } }))
  expect(replaced()).toHaveLength(4)
  await press('Dismiss')
  expect(screen.queryByText('Your bookkeeper has changed this section')).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>(/Legal name/).value).toBe('Bluebird')
})

it('shows what was replaced while the client was away, as far as the draft has it', async () => {
  portal(detail({ fields: [kind(['LLC or LLP'])], answers: { kind: 'LLC' }, draft_version: 2 }))
  show(<Fed />)
  await screen.findByText('Your bookkeeper has changed this section')
  expect(replaced()).toEqual(['Entity type: LLC'])
  expect(screen.getByText(/Answers to correct: 1/)).toBeDefined()
})

it('shows no notice when an edit keeps every answer', async () => {
  const { state } = portal(detail({ fields: [kind(['LLC', 'Other'])], answers: { kind: 'LLC' }, draft_version: 2 }))
  show(<Fed />)
  state.detail = {
    ...state.detail,
    version: 4,
    fields: [{ ...kind(['Other', 'LLC', 'LLP']), name: 'Kind of entity' }, ...detail().fields],
  }
  await act(() => queryClient.invalidateQueries({ queryKey: sectionQuery(SECTION_ID).queryKey }))
  await screen.findByLabelText(/Kind of entity/)
  expect(screen.queryByText('Your bookkeeper has changed this section')).toBeNull()
})
