import { type Answers, type Handler, problem, serve } from '@portal/kit/testing/serve'
import { uuid } from '@portal/kit/testing/uuid'
import { signInBookkeeper } from '@portal/kit/testing/sign-in'
import { queryClient } from '@portal/sdk'
import { cleanup, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { toast } from 'sonner'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  client,
  FIELDS,
  inDays,
  provideBuilder,
  resetScreen,
  show,
  template,
  watchFormProblem,
} from '../testing/show.tsx'
import { changeClient, RESTORE_OFFER } from '../queries/change-client.ts'
import { CreationFlow } from './flow.tsx'

beforeEach(() => {
  signInBookkeeper()
  provideBuilder()
})
afterEach(resetScreen)

const user = userEvent.setup()
const createdWorkform = (name: string, is_template = false) =>
  [201, { ...template({ id: uuid(11), name, is_template }), fields: FIELDS, user_id: uuid(1), version: 1 }] as const
const BASE: Answers = {
  'GET /api/workforms/templates/search': [200, { items: [template(), template({ id: uuid(12), name: 'Year end' })] }],
  [`GET /api/clients/${uuid(20)}/folder`]: [200, { state: 'ready' }],
  'POST /api/clients/import/check': [200, { taken: [] }],
}

function open(answers: Answers = {}) {
  const sent = serve({ ...BASE, ...answers })
  const onClose = vi.fn()
  show(<CreationFlow onClose={onClose} />)
  return { sent, onClose }
}
const click = (name: string) => user.click(screen.getByRole('button', { name }))
const next = () => click('Complete & Next')

/** The response to a successful creation. */
const created = (ids = [uuid(10)]) => {
  const assignment = { ok: true, reason: null }
  return {
    ...client({ status: 'new' }),
    assignment,
    assignments: ids.map((workform_id) => ({ workform_id, ...assignment })),
  }
}

const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

async function fillDetails() {
  fill(await screen.findByLabelText(/^Full Name/), 'Jane Miller')
  fill(screen.getByLabelText(/^Email/), 'jane@bluebird.example')
  fill(screen.getByLabelText(/^Phone/), '555 0100')
  await next()
}
async function chooseTemplate() {
  await user.click(await screen.findByRole('combobox', { name: /Workform template/ }))
  await user.click(await screen.findByRole('option', { name: /Tax onboarding/ }))
}
async function chooseDate(day: string) {
  fill(await screen.findByLabelText(/^Due Date/), day)
}
const delivered = () =>
  within(screen.getByRole('complementary', { name: 'Progress' })).queryAllByText('Delivered').length

test('refuses to complete the first step when name, email or phone is blank', async () => {
  open()
  fill(await screen.findByLabelText(/^Full Name/), '   ')
  await next()
  expect(await screen.findByText('Incomplete Step')).toBeDefined()
  expect(screen.getByText('Please fill in all required fields before proceeding')).toBeDefined()
  expect(document.activeElement).toBe(screen.getByLabelText(/^Full Name/))
  expect(delivered()).toBe(0)
  const takenBack = watchFormProblem()
  await fillDetails()
  await takenBack()
  expect(screen.getByRole('button', { name: /Client Details/ }).getAttribute('aria-expanded')).toBe('false')
  expect(screen.getByRole('button', { name: /Select Workform or Create New/ }).getAttribute('aria-expanded')).toBe(
    'true',
  )
  expect(delivered()).toBe(1)
})

test('shows Next Step when a completed step is opened again', async () => {
  open()
  await fillDetails()
  await click('Back')
  expect(screen.getByRole('button', { name: 'Next Step' })).toBeDefined()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Back' }).disabled).toBe(true)
})

test('refuses to complete the second step when no workform is selected', async () => {
  open()
  await fillDetails()
  await next()
  expect(await screen.findByText('Please select a workform or create a new one before proceeding')).toBeDefined()
  await chooseTemplate()
  await next()
  expect(await screen.findByLabelText(/^Due Date/)).toBeDefined()
  expect(delivered()).toBe(2)
})

test('shows name, description and field count in the dropdown, which works by keyboard', async () => {
  open()
  await fillDetails()
  const select = await screen.findByRole<HTMLInputElement>('combobox', { name: /Workform template/ })
  select.focus()
  await user.keyboard('{ArrowDown}')
  const options = await screen.findAllByRole('option')
  expect(options.map((o) => o.textContent)).toEqual([
    'Tax onboardingWhat we need for your return2 fields',
    'Year endWhat we need for your return2 fields',
  ])
  await user.keyboard('{ArrowDown}{Enter}')
  expect(screen.queryByRole('option')).toBeNull()
  expect(select.value).toBe('Year end')
})

test('completes the step when Enter is pressed in a field', async () => {
  open()
  fill(await screen.findByLabelText(/^Full Name/), 'Jane Miller')
  fill(screen.getByLabelText(/^Email/), 'jane@bluebird.example')
  await user.type(screen.getByLabelText(/^Phone/), '{Enter}')
  expect(await screen.findByText('Please fill in all required fields before proceeding')).toBeDefined()
  await user.type(screen.getByLabelText(/^Phone/), '555 0100{Enter}')
  expect(screen.getByRole('button', { name: /Select Workform/ }).getAttribute('aria-expanded')).toBe('true')
})

test('finds a template by typing, and closes only the list on Escape', async () => {
  const all = ['Tax onboarding', 'Payroll', 'Year end'].map((name, i) => template({ id: uuid(12 + i), name }))
  const { onClose } = open({
    'GET /api/workforms/templates/search': ({ query }) => [
      200,
      { items: all.filter((t) => t.name.toLowerCase().includes(query['q'] ?? '')), next: null },
    ],
  })
  await fillDetails()
  const select = await screen.findByRole<HTMLInputElement>('combobox', { name: /Workform template/ })
  await user.click(select)
  await user.keyboard('roll')
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
  await user.keyboard('{Enter}')
  expect(select.value).toBe('Payroll')
  await user.keyboard('{ArrowDown}{Escape}')
  expect(screen.queryByRole('option')).toBeNull()
  expect(select.value).toBe('Payroll')
  expect(onClose).not.toHaveBeenCalled()
  // A browser closes the dialog on the next Escape, which is not prevented.
  const escape = createEvent.keyDown(select, { key: 'Escape' })
  fireEvent(select, escape)
  expect(escape.defaultPrevented).toBe(false)
})

test('requires a new workform to be submitted, and then opens step 3 with it selected', async () => {
  const { sent } = open({ 'POST /api/workforms': () => createdWorkform('Payroll template', true) })
  await fillDetails()
  await user.click(screen.getByRole('radio', { name: 'Create new workform' }))
  expect(await screen.findByText('no reupload')).toBeDefined()
  await next()
  expect(await screen.findByText('Please submit your created workform before proceeding')).toBeDefined()
  fill(screen.getByLabelText('Form name'), 'Payroll template')
  await click('Submit Workform')
  expect(
    await screen.findByText('Workform "Payroll template" created successfully and saved as template'),
  ).toBeDefined()
  expect(screen.getByRole('button', { name: /Set Deadlines & Instructions/ }).getAttribute('aria-expanded')).toBe(
    'true',
  )
  expect(sent.find((s) => s.route === 'POST /api/workforms')?.body).toMatchObject({
    name: 'Payroll template',
    is_template: true,
  })
  await click('Back')
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: /Workform template/ }).value).toBe('Payroll template')
})

test('requires a customization to be submitted', async () => {
  open({
    [`GET /api/workforms/${uuid(10)}`]: [200, { ...template(), fields: FIELDS, user_id: uuid(1), version: 1 }],
    'POST /api/workforms': () => createdWorkform('Tax onboarding for Jane'),
  })
  await fillDetails()
  await chooseTemplate()
  await click('Customize Form')
  expect(await screen.findByLabelText('Form name')).toHaveProperty('value', 'Tax onboarding')
  await next()
  expect(await screen.findByText('Please save your workform customization before proceeding')).toBeDefined()
  fill(screen.getByLabelText('Form name'), 'Tax onboarding for Jane')
  await click('Submit Customization')
  expect(await screen.findByText('Customized workform "Tax onboarding for Jane" created successfully')).toBeDefined()
  expect(await screen.findByLabelText(/^Due Date/)).toBeDefined()
})

test('keeps the builder open when the workform cannot be created', async () => {
  open({ 'POST /api/workforms': problem(503, 'busy', 'Busy', 'The portal is busy.') })
  await fillDetails()
  await user.click(screen.getByRole('radio', { name: 'Create new workform' }))
  fill(await screen.findByLabelText('Form name'), 'Payroll')
  await click('Submit Workform')
  expect(await screen.findByText('Failed to create workform')).toBeDefined()
  expect(screen.getByDisplayValue('Payroll')).toBeDefined()
})

test('refuses to complete the third step when the due date has passed', async () => {
  open()
  await fillDetails()
  await chooseTemplate()
  await next()
  await chooseDate(inDays(-1))
  await next()
  expect(await screen.findByText('Please fill in all required fields before proceeding')).toBeDefined()
  await chooseDate(inDays(0))
  await next()
  expect(await screen.findByText('Next steps after confirmation')).toBeDefined()
  expect(delivered()).toBe(4)
})

test('refuses to confirm when a step is incomplete', async () => {
  const { sent } = open()
  await user.click(await screen.findByRole('button', { name: /Review & Confirm/ }))
  await click('Confirm & Send')
  expect(await screen.findByText('Please complete all required steps.')).toBeDefined()
  expect(screen.getByRole('button', { name: /Client Details/ }).getAttribute('aria-expanded')).toBe('true')
  expect(sent.some((s) => s.route === 'POST /api/clients')).toBe(false)
})

async function complete() {
  await fillDetails()
  await chooseTemplate()
  await next()
  await chooseDate(inDays(7))
  fill(screen.getByLabelText('Notes'), 'Be gentle')
  await next()
}

test('creates client and assignment in one request and shows the outcome in one alert', async () => {
  const { sent, onClose } = open({ 'POST /api/clients': [201, created()] })
  await complete()
  // The agent has not read these notes, so that nothing can be confirmed.
  expect(screen.getByText('The agent asks you before it sends anything.')).toBeDefined()
  await click('Confirm & Send')
  expect(
    await screen.findByText('Client created successfully with folder structure and workform assignment'),
  ).toBeDefined()
  const alert = screen.getByRole('alertdialog', { name: 'Client Created' })
  expect(within(alert).getByText('Workform assigned successfully!')).toBeDefined()
  const post = sent.find((s) => s.route === 'POST /api/clients')
  expect(post?.body).toEqual({
    name: 'Jane Miller',
    email: 'jane@bluebird.example',
    phone: '555 0100',
    assignment: { workform_id: uuid(10), due_date: inDays(7), notes: 'Be gentle' },
  })
  expect(post?.key).toBeTruthy()
  await click('OK')
  expect(onClose).toHaveBeenCalled()
})

test('shows progress and sends nothing twice while the client is being created', async () => {
  const answer = Promise.withResolvers<readonly [number, unknown]>()
  const { sent } = open({ 'POST /api/clients': () => answer.promise })
  await complete()
  await click('Confirm & Send')
  await click('Creating Client...')
  answer.resolve([201, created()])
  await screen.findByText('Workform assigned successfully!')
  expect(sent.filter((s) => s.route === 'POST /api/clients').length).toBe(1)
})

const ARCHIVED = problem(409, 'client_archived', 'Client Is Archived', 'Restore the client instead.')
/** Answers the list of active and the list of archived clients. */
const listing =
  (active: object[], archived: object[]): Handler =>
  ({ query }) => [200, { items: query['show'] === 'archived' ? archived : active, next: null }]

test('restores an archived client with the same email, and then closes without a question', async () => {
  const result = { client_id: client().id, ok: true, changed: true, reason: null, status: 'active' }
  const { sent, onClose } = open({
    'POST /api/clients': ARCHIVED,
    'GET /api/clients': listing([], [client()]),
    'POST /api/clients/changes': { results: [result] },
  })
  await complete()
  await click('Confirm & Send')
  expect(await screen.findByText('Client Is Archived')).toBeDefined()
  await click('Restore')
  expect(await screen.findByText('Client restored')).toBeDefined()
  const changes = sent.filter((s) => s.route === 'POST /api/clients/changes')
  expect(changes.map((s) => s.body)).toEqual([{ ids: [client().id], change: { kind: 'restore' } }])
  const email = screen.getByLabelText(/^Email/)
  expect(screen.getByText('The client with this email is in your list again.')).toBeDefined()
  fill(email, 'jane@bluebird.example.uk')
  await click('Close')
  await click('Keep editing')
  expect(onClose).not.toHaveBeenCalled()
  fill(email, 'jane@bluebird.example')
  await click('Close')
  expect(onClose).toHaveBeenCalledOnce()
  cleanup()
  open()
  expect((await screen.findByLabelText<HTMLInputElement>(/^Full Name/)).value).toBe('')
})

test('says when another tab has restored the archived client', async () => {
  const { sent, onClose } = open({ 'POST /api/clients': ARCHIVED, 'GET /api/clients': listing([client()], []) })
  await complete()
  await click('Confirm & Send')
  await click('Restore')
  expect(await screen.findByText('Client already restored')).toBeDefined()
  expect(screen.queryByText('You can create the client now.')).toBeNull()
  expect(sent.some((s) => s.route === 'POST /api/clients/changes')).toBe(false)
  expect(screen.getByLabelText(/^Email/).getAttribute('aria-invalid')).toBe('true')
  await click('Close')
  expect(onClose).toHaveBeenCalledOnce()
})

test('says when the archived client has been deleted', async () => {
  const { sent } = open({ 'POST /api/clients': ARCHIVED, 'GET /api/clients': listing([], []) })
  await complete()
  await click('Confirm & Send')
  await click('Restore')
  expect(await screen.findByText('No archived client has this email')).toBeDefined()
  expect(sent.some((s) => s.route === 'POST /api/clients/changes')).toBe(false)
  expect(screen.getByLabelText(/^Email/).getAttribute('aria-invalid')).not.toBe('true')
})

test('shows an error when the archived client is deleted while it is restored', async () => {
  const reason = 'This client was not found.'
  const result = { client_id: client().id, ok: false, changed: false, reason, status: null }
  open({
    'POST /api/clients': ARCHIVED,
    'GET /api/clients': listing([], [client()]),
    'POST /api/clients/changes': { results: [result] },
  })
  await complete()
  await click('Confirm & Send')
  await click('Restore')
  expect(await screen.findByText('Failed to restore client')).toBeDefined()
  expect(screen.getByText(reason)).toBeDefined()
  expect(screen.queryByText('Client restored')).toBeNull()
})

const CHECK = 'POST /api/clients/import/check'
const TAKEN = { taken: [{ email: 'jane@bluebird.example', reason: 'You already have a client with this email.' }] }
const address = () => screen.getByLabelText<HTMLInputElement>(/^Email/)
const isOpen = (step: RegExp) => screen.getByRole('button', { name: step }).getAttribute('aria-expanded') === 'true'

test('reports an address that is taken beside its field, before the next step opens', async () => {
  const { sent } = open({ [CHECK]: ({ body }) => (JSON.stringify(body).includes('uk') ? { taken: [] } : TAKEN) })
  await fillDetails()
  expect(await screen.findByText('You already have a client with this email.')).toBeDefined()
  await waitFor(() => expect(document.activeElement).toBe(address()))
  expect(address().getAttribute('aria-invalid')).toBe('true')
  expect([isOpen(/Client Details/), delivered()]).toEqual([true, 0])
  fill(address(), 'jane@bluebird.example.uk')
  expect(screen.queryByText('You already have a client with this email.')).toBeNull()
  await next()
  await waitFor(() => expect(isOpen(/Select Workform/)).toBe(true))
  expect(delivered()).toBe(1)
  expect(sent.filter((s) => s.route === CHECK).map((s) => s.body)).toEqual([
    { emails: ['jane@bluebird.example'] },
    { emails: ['jane@bluebird.example.uk'] },
  ])
})

test('offers to restore an archived client when the contact step is completed', async () => {
  const result = { client_id: client().id, ok: true, changed: true, reason: null, status: 'active' }
  open({
    [CHECK]: TAKEN,
    'GET /api/clients': listing([], [client({ email: 'jane@bluebird.example' })]),
    'POST /api/clients/changes': { results: [result] },
  })
  await fillDetails()
  expect(await screen.findByText('Client Is Archived')).toBeDefined()
  await click('Restore')
  expect(await screen.findByText('The client with this email is in your list again.')).toBeDefined()
})

test('offers to restore an archived client once, and no longer after a restore elsewhere', async () => {
  const result = { client_id: client().id, ok: true, changed: true, reason: null, status: 'active' }
  const archived = client({ email: 'jane@bluebird.example' })
  const { sent } = open({
    [CHECK]: TAKEN,
    'GET /api/clients': listing([], [archived]),
    'POST /api/clients/changes': { results: [result] },
  })
  await fillDetails()
  await screen.findByText('Client Is Archived')
  await next()
  await waitFor(() => expect(sent.filter((s) => s.route === CHECK)).toHaveLength(2))
  expect(screen.getAllByRole('button', { name: 'Restore' })).toHaveLength(1)
  // Not only when its time is over.
  const takenBack = vi.spyOn(toast, 'dismiss')
  await changeClient(queryClient, archived.id, { kind: 'restore' })
  await waitFor(() => expect(takenBack).toHaveBeenCalledWith(RESTORE_OFFER))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull())
})

test('opens the next step when the address cannot be checked', async () => {
  open({ [CHECK]: problem(429, 'too_many_requests') })
  await fillDetails()
  await waitFor(() => expect(isOpen(/Select Workform/)).toBe(true))
})

test('returns to the address when it is refused at the end, and what depends on it is not delivered', async () => {
  open({ 'POST /api/clients': problem(409, 'client_email_taken', 'Email Already Used', 'Taken.') })
  await complete()
  expect(delivered()).toBe(4)
  await click('Confirm & Send')
  expect(await screen.findByText('Taken.', { selector: 'dialog *' })).toBeDefined()
  await waitFor(() => expect(document.activeElement).toBe(address()))
  // The workform and the due date are still chosen.
  expect(delivered()).toBe(2)
  expect(isOpen(/Client Details/)).toBe(true)
})

/** Answers for a workform that is made in the flow. */
const MADE: Answers = {
  'POST /api/workforms': () => createdWorkform('Payroll'),
  [`DELETE /api/workforms/${uuid(11)}`]: { ok: true },
}
async function makeWorkform() {
  await user.click(await screen.findByRole('radio', { name: 'Create new workform' }))
  fill(await screen.findByLabelText('Form name'), 'Payroll')
  await click('Submit Workform')
  await screen.findByLabelText(/^Due Date/)
}
const deletions = (sent: ReturnType<typeof serve>) =>
  sent.filter((s) => s.method === 'DELETE').map((s) => [s.path, s.query])
/** Deleted unless somebody needs it. */
const DELETED = [[`/api/workforms/${uuid(11)}`, { unused: 'true' }]]

test('deletes the workform that was made in the flow when the client is discarded', async () => {
  const { sent } = open(MADE)
  await fillDetails()
  await makeWorkform()
  await click('Close')
  expect(screen.getByText(/The workform that you made for this client will be deleted, too./)).toBeDefined()
  expect(deletions(sent)).toEqual([])
  await click('Discard')
  await waitFor(() => expect(deletions(sent)).toEqual(DELETED))
})

test('says nothing when the workform that was made is kept because somebody needs it', async () => {
  const { sent, onClose } = open({ ...MADE, [`DELETE /api/workforms/${uuid(11)}`]: problem(409, 'stale') })
  await fillDetails()
  await makeWorkform()
  await click('Close')
  await click('Discard')
  await waitFor(() => expect(deletions(sent)).toEqual(DELETED))
  expect(onClose).toHaveBeenCalledOnce()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('keeps the workform that was made when it was saved as a template', async () => {
  const { sent } = open({ ...MADE, 'POST /api/workforms': () => createdWorkform('Payroll', true) })
  await fillDetails()
  await makeWorkform()
  await click('Close')
  expect(screen.queryByText(/will be deleted, too/)).toBeNull()
  await click('Discard')
  expect(deletions(sent)).toEqual([])
})

test('keeps the workform that was made when nothing says that it would be deleted', async () => {
  open(MADE)
  await fillDetails()
  await makeWorkform()
  cleanup()
  const again = open({
    ...MADE,
    'POST /api/clients': ARCHIVED,
    'GET /api/clients': listing([client()], []),
  })
  await screen.findByText('Your unfinished client was restored.')
  await chooseDate(inDays(7))
  await next()
  await click('Confirm & Send')
  await click('Restore')
  await screen.findByText('Client already restored')
  await click('Close')
  expect(again.onClose).toHaveBeenCalledOnce()
  cleanup()
  open(MADE)
  await fillDetails()
  await makeWorkform()
  cleanup()
  const restored = open(MADE)
  await user.click(await screen.findByRole('button', { name: 'Start over' }))
  await click('Close')
  expect(restored.onClose).toHaveBeenCalledOnce()
  expect([...deletions(again.sent), ...deletions(restored.sent)]).toEqual([])
})

test('assigns the workform that was made once when the address is corrected after a refusal', async () => {
  let isTaken = true
  const { sent } = open({
    ...MADE,
    'POST /api/clients': () => (isTaken ? problem(409, 'client_email_taken') : [201, created([uuid(11)])]),
  })
  await fillDetails()
  await makeWorkform()
  await chooseDate(inDays(7))
  await next()
  await click('Confirm & Send')
  await waitFor(() => expect(document.activeElement).toBe(address()))
  isTaken = false
  fill(address(), 'jane@bluebird.example.uk')
  await next()
  await waitFor(() => expect(isOpen(/Select Workform/)).toBe(true))
  await user.click(screen.getByRole('button', { name: /Review & Confirm/ }))
  await click('Confirm & Send')
  await screen.findByText('Workform assigned successfully!')
  const posts = (route: string) => sent.filter((s) => s.route === route)
  expect(posts('POST /api/workforms')).toHaveLength(1)
  expect(posts('POST /api/clients').at(-1)?.body).toMatchObject({ assignment: { workform_id: uuid(11) } })
  expect(deletions(sent)).toEqual([])
})

test('deletes the workform that was made when another one is assigned in the end', async () => {
  const { sent } = open({ ...MADE, 'POST /api/clients': [201, created()] })
  await fillDetails()
  await makeWorkform()
  await click('Back')
  await chooseTemplate()
  await click('Next Step')
  await chooseDate(inDays(7))
  await next()
  await click('Confirm & Send')
  await screen.findByText('Workform assigned successfully!')
  await waitFor(() => expect(deletions(sent)).toEqual(DELETED))
})

test('keeps the workform that was made when the client may have been created', async () => {
  const { sent } = open({
    ...MADE,
    'POST /api/clients': () => {
      throw new TypeError('Failed to fetch')
    },
  })
  await fillDetails()
  await makeWorkform()
  await chooseDate(inDays(7))
  await next()
  await click('Confirm & Send')
  await screen.findByText('Failed to create client')
  await click('Close')
  await click('Discard')
  expect(deletions(sent)).toEqual([])
})

test('opens the step with the error when the email is refused, and keeps the key for the same request', async () => {
  const { sent, onClose } = open({
    'POST /api/clients': problem(
      409,
      'client_email_taken',
      'Email Already Used',
      'You already have a client with this email.',
    ),
  })
  await complete()
  await click('Confirm & Send')
  expect(await screen.findByText('Failed to create client')).toBeDefined()
  const email = screen.getByLabelText(/^Email/)
  await waitFor(() => expect(email.getAttribute('aria-invalid')).toBe('true'))
  await user.click(screen.getByRole('button', { name: /Review & Confirm/ }))
  await click('Confirm & Send')
  const posts = () => sent.filter((s) => s.route === 'POST /api/clients')
  await waitFor(() => expect(posts().length).toBe(2))
  expect(posts()[0]?.key).toBe(posts()[1]?.key)
  await waitFor(() =>
    expect(screen.getByRole('button', { name: /Client Details/ }).getAttribute('aria-expanded')).toBe('true'),
  )
  fill(email, 'jane@bluebird.example.uk')
  expect(email.getAttribute('aria-invalid')).toBeNull()
  await user.click(screen.getByRole('button', { name: /Review & Confirm/ }))
  await click('Confirm & Send')
  await waitFor(() => expect(posts().length).toBe(3))
  expect(posts()[2]?.key).not.toBe(posts()[0]?.key)
  expect(onClose).not.toHaveBeenCalled()
})

test('asks before closing when there is unsaved work', async () => {
  const { onClose } = open()
  await screen.findByLabelText(/^Full Name/)
  await click('Close')
  expect(onClose).toHaveBeenCalledTimes(1)
  fill(screen.getByLabelText(/^Full Name/), 'J')
  await click('Close')
  expect(onClose).toHaveBeenCalledTimes(1)
  await click('Keep editing')
  expect(screen.getByDisplayValue('J')).toBeDefined()
  await click('Close')
  await click('Discard')
  expect(onClose).toHaveBeenCalledTimes(2)
})

test('restores the draft after a reload', async () => {
  open()
  await fillDetails()
  await chooseTemplate()
  await next()
  await chooseDate(inDays(7))
  cleanup()
  queryClient.clear()
  const { sent } = open({ 'POST /api/clients': [201, created()] })
  expect(await screen.findByText('Your unfinished client was restored.')).toBeDefined()
  expect(screen.getByRole('button', { name: /Set Deadlines & Instructions/ }).getAttribute('aria-expanded')).toBe(
    'true',
  )
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /Set Deadlines & Instructions/ }))
  expect(delivered()).toBe(2)
  await next()
  await click('Confirm & Send')
  await screen.findByText('Workform assigned successfully!')
  expect(sent.find((s) => s.route === 'POST /api/clients')?.body).toMatchObject({
    name: 'Jane Miller',
    assignment: { due_date: inDays(7) },
  })
  cleanup()
  open()
  expect((await screen.findByLabelText<HTMLInputElement>(/^Full Name/)).value).toBe('')
})

test('drops a past due date and invalid values when a draft is restored', async () => {
  open()
  await fillDetails()
  const key = Object.keys(localStorage).find((k) => k.endsWith('.new-client')) ?? ''
  const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as { values: object }
  cleanup()
  const values = { ...kept.values, dueDate: inDays(-1), notes: 7, selected: 'x', open: 9, done: 'all' }
  localStorage.setItem(key, JSON.stringify({ ...kept, values }))
  open()
  expect((await screen.findByLabelText<HTMLInputElement>(/^Full Name/)).value).toBe('Jane Miller')
  expect(screen.getByLabelText<HTMLInputElement>(/^Due Date/).value).toBe('')
  expect(delivered()).toBe(0)
  await click('Start over')
  expect(screen.getByLabelText<HTMLInputElement>(/^Full Name/).value).toBe('')
  expect(localStorage.getItem(key)).toBeNull()
})

test('restores nothing when the client was discarded', async () => {
  open()
  fill(await screen.findByLabelText(/^Full Name/), 'Jane')
  await click('Close')
  await click('Discard')
  cleanup()
  open()
  expect((await screen.findByLabelText<HTMLInputElement>(/^Full Name/)).value).toBe('')
})

test('repeats a failed request with the same key, even after a reload', async () => {
  const first = open({ 'POST /api/clients': problem(503, 'busy', 'Busy', 'The portal is busy.') })
  await complete()
  await click('Confirm & Send')
  await screen.findByText('Failed to create client')
  cleanup()
  const second = open({ 'POST /api/clients': [201, created()] })
  await user.click(await screen.findByRole('button', { name: 'Confirm & Send' }))
  await screen.findByText('Workform assigned successfully!')
  const keys = [...first.sent, ...second.sent].filter((s) => s.route === 'POST /api/clients').map((s) => s.key)
  expect(new Set(keys).size).toBe(1)
})

test('reopens the dialog to ask whether to discard when the browser has closed it', async () => {
  const { onClose } = open()
  fill(await screen.findByLabelText(/^Full Name/), 'J')
  const dialog = screen.getByRole<HTMLDialogElement>('dialog', { name: 'Client Creation Flow' })
  dialog.close()
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(dialog.open).toBe(true)
  expect(onClose).not.toHaveBeenCalled()
})

test('assigns several workforms, each with its own due date and default', async () => {
  const items = [template({ due_days: 14 }), template({ id: uuid(12), name: 'Year end' })]
  const { sent } = open({
    'GET /api/workforms/templates/search': [200, { items, next: null }],
    'POST /api/clients': [201, created([uuid(10), uuid(12)])],
  })
  await fillDetails()
  await chooseTemplate()
  await click('Add another workform')
  const second = screen.getByRole('combobox', { name: 'Workform template 2' })
  await user.click(second)
  await user.click(await screen.findByRole('option', { name: /Tax onboarding/ }))
  expect(await screen.findByText('"Tax onboarding" is already chosen')).toBeDefined()
  await user.click(second)
  await user.click(await screen.findByRole('option', { name: /Year end/ }))
  await next()
  expect((await screen.findByLabelText<HTMLInputElement>(/^Due date of "Tax onboarding"/)).value).toBe(inDays(14))
  await next()
  expect(await screen.findByText('Please fill in all required fields before proceeding')).toBeDefined()
  fill(screen.getByLabelText(/^Due date of "Year end"/), inDays(3))
  fill(screen.getByLabelText('Personal line'), 'Call 555 0100 200')
  expect(screen.getByText('The personal line cannot contain a phone number.')).toBeDefined()
  fill(screen.getByLabelText('Personal line'), 'Welcome!')
  await next()
  await click('Confirm & Send')
  expect(await screen.findByText('Workform assigned successfully! (Year end)')).toBeDefined()
  expect(sent.find((s) => s.route === 'POST /api/clients')?.body).toMatchObject({
    assignments: [
      { workform_id: uuid(10), due_date: inDays(14) },
      { workform_id: uuid(12), due_date: inDays(3) },
    ],
    personal_line: 'Welcome!',
  })
})

test('shows the invitation as the server renders it', async () => {
  const mail = {
    from: 'Torres Bookkeeping <portal@x.example>',
    subject: 'Maya invites you',
    text: '',
    html: '<p>Hi</p>',
  }
  const { sent } = open({ 'POST /api/clients/invitation-preview': [200, mail] })
  await fillDetails()
  await chooseTemplate()
  await next()
  await chooseDate(inDays(7))
  await next()
  await click('Preview the invitation')
  const frame = await screen.findByTitle<HTMLIFrameElement>('Text of the invitation')
  expect([frame.getAttribute('sandbox'), frame.getAttribute('srcdoc')]).toEqual(['', '<p>Hi</p>'])
  expect(screen.getByText('Maya invites you')).toBeDefined()
  const previews = sent.filter((s) => s.route === 'POST /api/clients/invitation-preview')
  expect(previews.map((s) => s.body)).toEqual([
    { name: 'Jane Miller', assignments: [{ workform_id: uuid(10), due_date: inDays(7) }] },
  ])
})
