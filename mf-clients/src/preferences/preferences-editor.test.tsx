import { NO_PREFERENCES } from '@portal/contract/no-preferences'
import type { Preferences } from '@portal/contract/preferences'
import { serve } from '@portal/kit/testing/serve'
import { signInBookkeeper } from '@portal/kit/testing/sign-in'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { act, useEffect, useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { client, resetScreen, show } from '../testing/show.tsx'
import { PreferencesDialog } from './preferences-dialog.tsx'
import { PreferencesEditor } from './preferences-editor.tsx'
import { confirmedPreferences, type Instructions, NO_INSTRUCTIONS } from './suggestion.ts'

beforeEach(() => signInBookkeeper())
afterEach(resetScreen)

const user = userEvent.setup()
const ABOUT = { dueDate: '2026-12-11', clientId: null }
const UNDERSTOOD: Preferences = {
  ...NO_PREFERENCES,
  quiet: [{ from: '2026-11-28', until: '2026-12-06' }],
  tone: { before: 'gentle', after: 'gentle' },
  hold: { ask_on: null, why: 'Not understood: prefers texts' },
}
const suggestion = (change: object = {}) => ({
  preferences: UNDERSTOOD,
  not_understood: ['prefers texts'],
  next: { at: '2026-12-08T14:00:00.000Z', time_zone: 'America/New_York', held: null },
  ...change,
})

/** Shows the editor, and returns the preferences that submitting would confirm. */
async function open(answer: object = suggestion()) {
  const sent = serve({ 'POST /api/follow-ups/suggestions': answer })
  let last: Instructions = NO_INSTRUCTIONS
  function Editor() {
    const [value, setValue] = useState(NO_INSTRUCTIONS)
    last = value
    return (
      <PreferencesEditor
        who="this client"
        value={value}
        about={ABOUT}
        onChange={(change) => setValue((now) => ({ ...now, ...change }))}
      />
    )
  }
  show(<Editor />)
  await screen.findByLabelText('Notes')
  return { sent, confirmed: () => confirmedPreferences(last, ABOUT) }
}
const write = (notes: string) => fireEvent.change(screen.getByLabelText('Notes'), { target: { value: notes } })

test('shows what is understood, what is not, and the first message, and confirms it', async () => {
  const { sent, confirmed } = await open()
  expect(screen.queryByText(/First message/)).toBeNull()
  write('Away 11/28 - 12/6, go easy; prefers texts')
  expect(confirmed()).toBeUndefined()
  expect(await screen.findByText('Quiet Nov 28 – Dec 6')).toBeDefined()
  expect(screen.getByText('Gentle')).toBeDefined()
  expect(screen.getByText('Not understood: prefers texts')).toBeDefined()
  expect(screen.getByText('First message: Tue, Dec 8, 9:00 AM in New York.')).toBeDefined()
  await waitFor(() => expect(confirmed()).toEqual(UNDERSTOOD))
  expect(sent).toHaveLength(1)
  expect(sent[0]?.body).toMatchObject({ due_date: '2026-12-11', client_id: null, preferences: null })
})

test('removes and changes preferences, and reads the notes again on request', async () => {
  const { confirmed } = await open()
  write('Away; prefers texts')
  await user.click(await screen.findByRole('button', { name: 'Remove: On hold until I release it' }))
  expect(confirmed()).toEqual({ ...UNDERSTOOD, hold: null })
  await user.click(screen.getByRole('button', { name: 'Change: Quiet Nov 28 – Dec 6' }))
  fireEvent.change(await screen.findByLabelText('Until'), { target: { value: '2026-12-09' } })
  await user.click(screen.getByRole('button', { name: 'Change' }))
  expect(confirmed()?.quiet).toEqual([{ from: '2026-11-28', until: '2026-12-09' }])
  await user.click(screen.getByRole('button', { name: 'Read the notes again' }))
  await waitFor(() => expect(confirmed()).toEqual(UNDERSTOOD))
})

test('adds a preference without notes, and says what is wrong with it', async () => {
  const { confirmed } = await open(suggestion({ preferences: NO_PREFERENCES, not_understood: [] }))
  await user.click(screen.getByRole('button', { name: 'Add a preference' }))
  await user.selectOptions(await screen.findByLabelText('Preference'), 'max')
  await user.click(screen.getByRole('button', { name: 'Add' }))
  expect(screen.getByRole('alert').textContent).toBe('Please enter a number up to 50.')
  fireEvent.change(screen.getByLabelText('Maximum number of reminders'), { target: { value: '2' } })
  await user.click(screen.getByRole('button', { name: 'Add' }))
  expect(screen.getByText('At most 2 reminders')).toBeDefined()
  expect(confirmed()).toEqual({ ...NO_PREFERENCES, max: 2 })
})

test('keeps a preference that was not added before submitting, unless it is discarded', async () => {
  const { confirmed } = await open(suggestion({ preferences: NO_PREFERENCES, not_understood: [] }))
  await user.click(screen.getByRole('button', { name: 'Add a preference' }))
  fireEvent.change(await screen.findByLabelText('From'), { target: { value: '2026-12-01' } })
  fireEvent.change(screen.getByLabelText('Until'), { target: { value: '2026-12-05' } })
  expect(confirmed()?.quiet).toEqual([{ from: '2026-12-01', until: '2026-12-05' }])
  await user.selectOptions(screen.getByLabelText('Preference'), 'never')
  expect(confirmed()).toEqual({ ...NO_PREFERENCES, never: true })
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  expect(confirmed()).toBeUndefined()
})

test('adds and changes other dates for some documents', async () => {
  const { confirmed } = await open(suggestion({ preferences: NO_PREFERENCES, not_understood: [] }))
  await user.click(screen.getByRole('button', { name: 'Add a preference' }))
  await user.selectOptions(await screen.findByLabelText('Preference'), 'parts')
  await user.type(screen.getByLabelText('Documents'), 'W-2')
  await user.click(screen.getByRole('button', { name: 'Add' }))
  expect(screen.getByRole('alert').textContent).toBe('Please choose a date.')
  fireEvent.change(screen.getByLabelText('Due'), { target: { value: '2026-12-20' } })
  await user.click(screen.getByRole('button', { name: 'Add' }))
  expect(confirmed()?.parts).toEqual([{ what: ['W-2'], due: '2026-12-20', not_before: null }])
  await user.click(screen.getByRole('button', { name: /^Change: .*W-2/ }))
  fireEvent.change(await screen.findByLabelText('Not before'), { target: { value: '2026-12-10' } })
  await user.click(screen.getByRole('button', { name: 'Change' }))
  expect(confirmed()?.parts).toEqual([{ what: ['W-2'], due: '2026-12-20', not_before: '2026-12-10' }])
})

test('keeps the other dates when one of several is changed', async () => {
  const { confirmed } = await open(suggestion({ preferences: NO_PREFERENCES, not_understood: [] }))
  await user.click(screen.getByRole('button', { name: 'Add a preference' }))
  await user.selectOptions(await screen.findByLabelText('Preference'), 'only_on')
  fireEvent.change(screen.getByLabelText('Date'), { target: { value: '2026-12-14' } })
  fireEvent.change(screen.getByLabelText('Date'), { target: { value: '2026-12-08' } })
  await user.click(screen.getByRole('button', { name: 'Add' }))
  expect(confirmed()?.only_on).toEqual(['2026-12-08', '2026-12-14'])
  await user.click(screen.getByRole('button', { name: 'Change: Only on Dec 8 and Dec 14' }))
  fireEvent.change(await screen.findByLabelText('Date 1'), { target: { value: '2026-12-09' } })
  await user.click(screen.getByRole('button', { name: 'Change' }))
  expect(confirmed()?.only_on).toEqual(['2026-12-09', '2026-12-14'])
})

test('says when notes change nothing, and confirms nothing when they cannot be read', async () => {
  const first = await open(suggestion({ preferences: NO_PREFERENCES, not_understood: [], next: null }))
  write('New client')
  expect(await screen.findByText('Nothing in these notes changes the reminders.')).toBeDefined()
  await waitFor(() => expect(first.confirmed()).toEqual(NO_PREFERENCES))
  resetScreen()
  signInBookkeeper()
  const second = await open([500, { code: 'internal', title: 'Error', status: 500 }])
  write('Call first')
  expect(await screen.findByText(/The agent will ask you before it sends anything/)).toBeDefined()
  expect(second.confirmed()).toBeUndefined()
})

const PATH = `PUT /api/follow-ups/clients/${client().id}/workforms/${client().id}/preferences`

/** Shows the dialog for an assignment with these stored notes and preferences. */
const dialog = (notes: string | null, preferences: Preferences | null, isConfirmed = true) => (
  <PreferencesDialog
    client={client()}
    workform={{ id: client().id, name: 'Payroll', dueDate: '2026-12-11' }}
    notes={notes}
    preferences={preferences}
    isConfirmed={isConfirmed}
    onClose={() => undefined}
  />
)

/** Shows the dialog, and returns a function that changes what is stored, as another tab does. */
function openStored(first: Preferences | null): (next: Preferences) => void {
  let change: (next: Preferences) => void = () => undefined
  function Client() {
    const [stored, setStored] = useState(first)
    useEffect(() => {
      change = setStored
    }, [])
    return dialog(null, stored)
  }
  show(<Client />)
  return (next) => act(() => change(next))
}
const savedIn = async (sent: { route: string; body?: unknown }[]) => {
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Preferences saved')
  return sent.find((s) => s.route === PATH)?.body
}

test('saves notes and preferences of an assignment', async () => {
  const sent = serve({ 'POST /api/follow-ups/suggestions': suggestion(), [PATH]: { ok: true } })
  show(dialog('Away', null))
  expect(await screen.findByText('Gentle')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Preferences saved')).toBeDefined()
  const before = { notes: 'Away', preferences: null }
  expect(sent.find((s) => s.route === PATH)?.body).toEqual({ notes: 'Away', preferences: UNDERSTOOD, before })
})

test('reads notes again when they change after assigning, and keeps what was confirmed before', async () => {
  const stored = { ...NO_PREFERENCES, every: 7 }
  const sent = serve({ 'POST /api/follow-ups/suggestions': suggestion(), [PATH]: { ok: true } })
  show(dialog('Weekly', stored))
  expect(await screen.findByText('Once a week')).toBeDefined()
  write('Weekly. Away 11/28 - 12/6, go easy; prefers texts')
  expect(await screen.findByText('On hold until I release it')).toBeDefined()
  expect(screen.getByText('Once a week')).toBeDefined()
  expect(screen.getByText('Not understood: prefers texts')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Preferences saved')).toBeDefined()
  expect(sent.find((s) => s.route === PATH)?.body).toMatchObject({ preferences: { ...UNDERSTOOD, every: 7 } })
  expect(sent.filter((s) => s.method === 'POST').at(-1)?.body).toMatchObject({ workform_id: client().id })
})

const HELD: Preferences = { ...NO_PREFERENCES, hold: { ask_on: null, why: 'You asked to wait.' } }
const GENTLE: Preferences = { ...NO_PREFERENCES, tone: { before: 'gentle', after: 'gentle' } }
const gentle = suggestion({ preferences: GENTLE, not_understood: [] })

test('keeps a hold that was added elsewhere while a preference was removed here', async () => {
  const sent = serve({ 'POST /api/follow-ups/suggestions': gentle, [PATH]: { ok: true } })
  const changeElsewhere = openStored({ ...NO_PREFERENCES, every: 7 })
  await user.click(await screen.findByRole('button', { name: 'Remove: Once a week' }))
  const theirs = { ...HELD, every: 7 }
  changeElsewhere(theirs)
  expect(await screen.findByText(/These preferences were changed elsewhere/)).toBeDefined()
  const before = { notes: null, preferences: theirs }
  expect(await savedIn(sent)).toEqual({ notes: null, preferences: theirs, before })
})

test('keeps a hold that was added elsewhere while notes were typed here', async () => {
  const sent = serve({ 'POST /api/follow-ups/suggestions': gentle, [PATH]: { ok: true } })
  const changeElsewhere = openStored(null)
  await screen.findByLabelText('Notes')
  write('Be gentle')
  expect(await screen.findByText('Gentle')).toBeDefined()
  changeElsewhere(HELD)
  expect(await screen.findByText('On hold until I release it')).toBeDefined()
  expect(await savedIn(sent)).toMatchObject({ preferences: { ...GENTLE, hold: HELD.hold } })
})

test('keeps what applies already when notes are confirmed that were saved before they were read', async () => {
  const sent = serve({ 'POST /api/follow-ups/suggestions': gentle, [PATH]: { ok: true } })
  show(dialog('Be gentle', HELD, false))
  expect(await screen.findByText('Gentle')).toBeDefined()
  expect(await savedIn(sent)).toMatchObject({ preferences: { ...GENTLE, hold: HELD.hold } })
})

test('saves only what the notes say after they were read again', async () => {
  const sent = serve({ 'POST /api/follow-ups/suggestions': gentle, [PATH]: { ok: true } })
  show(dialog('Weekly', { ...NO_PREFERENCES, every: 7 }))
  await screen.findByText('Once a week')
  write('Be gentle')
  expect(await screen.findByText('What applied before the notes changed is kept.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Read the notes again' }))
  await waitFor(() => expect(screen.queryByText('Once a week')).toBeNull())
  expect(await savedIn(sent)).toMatchObject({ preferences: GENTLE })
})
