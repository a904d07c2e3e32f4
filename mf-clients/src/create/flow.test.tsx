import { type Answers, problem, serve } from '@portal/kit/testing/serve'
import { uuid } from '@portal/kit/testing/uuid'
import { queryClient } from '@portal/sdk'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { toast } from 'sonner'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { client, FIELDS, inDays, provideBuilder, show, signInBookkeeper, template } from '../testing/show.tsx'
import { CreationFlow } from './flow.tsx'

beforeEach(() => {
  signInBookkeeper()
  provideBuilder()
})
afterEach(() => {
  toast.dismiss()
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const user = userEvent.setup()
const made = (name: string, is_template = false) =>
  [201, { ...template({ id: uuid(11), name, is_template }), fields: FIELDS, user_id: uuid(1), version: 1 }] as const
const BASE: Answers = {
  'GET /api/workforms/templates': [200, { items: [template(), template({ id: uuid(12), name: 'Year end' })] }],
  [`GET /api/clients/${uuid(20)}/folder`]: [200, { state: 'ready' }],
}

function open(answers: Answers = {}) {
  const sent = serve({ ...BASE, ...answers })
  const onClose = vi.fn()
  show(<CreationFlow onClose={onClose} />)
  return { sent, onClose }
}
const press = (name: string) => user.click(screen.getByRole('button', { name }))
const next = () => press('Complete & Next')

/** The answer to a creation that went well. */
const created = () => ({ ...client({ status: 'new' }), assignment: { ok: true, reason: null } })

const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

async function fillDetails() {
  fill(await screen.findByLabelText(/^Full Name/), 'Jane Miller')
  fill(screen.getByLabelText(/^Email/), 'jane@bluebird.example')
  fill(screen.getByLabelText(/^Phone/), '555 0100')
  await next()
}
async function chooseTemplate() {
  await user.click(await screen.findByRole('combobox', { name: /Workform template/ }))
  await user.click(screen.getByRole('option', { name: /Tax onboarding/ }))
}
async function chooseDate(day: string) {
  fill(await screen.findByLabelText(/^Due Date/), day)
}
const delivered = () =>
  within(screen.getByRole('complementary', { name: 'Progress' })).queryAllByText('Delivered').length

test('the first step wants name, email and phone that are not blank', async () => {
  open()
  fill(await screen.findByLabelText(/^Full Name/), '   ')
  await next()
  expect(await screen.findByText('Incomplete Step')).toBeDefined()
  expect(screen.getByText('Please fill in all required fields before proceeding')).toBeDefined()
  expect(document.activeElement).toBe(screen.getByLabelText(/^Full Name/))
  expect(delivered()).toBe(0)
  await fillDetails()
  expect(screen.getByRole('button', { name: /Client Details/ }).getAttribute('aria-expanded')).toBe('false')
  expect(screen.getByRole('button', { name: /Select Workform or Create New/ }).getAttribute('aria-expanded')).toBe(
    'true',
  )
  expect(delivered()).toBe(1)
})

test('a completed step can be gone back to, and then reads Next Step', async () => {
  open()
  await fillDetails()
  await press('Back')
  expect(screen.getByRole('button', { name: 'Next Step' })).toBeDefined()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Back' }).disabled).toBe(true)
})

test('the second step wants a workform', async () => {
  open()
  await fillDetails()
  await next()
  expect(await screen.findByText('Please select a workform or create a new one before proceeding')).toBeDefined()
  await chooseTemplate()
  await next()
  expect(await screen.findByLabelText(/^Due Date/)).toBeDefined()
  expect(delivered()).toBe(2)
})

test('the dropdown shows name, description and field count, and works by keyboard', async () => {
  open()
  await fillDetails()
  const select = await screen.findByRole('combobox', { name: /Workform template/ })
  select.focus()
  await user.keyboard('{ArrowDown}')
  const options = screen.getAllByRole('option')
  expect(options.map((o) => o.textContent)).toEqual([
    'Tax onboardingWhat we need for your return2 fields',
    'Year endWhat we need for your return2 fields',
  ])
  await user.keyboard('{ArrowDown}{Enter}')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(select.textContent).toContain('Year end')
})

test('completes the step when Enter is pressed in one of its fields', async () => {
  open()
  fill(await screen.findByLabelText(/^Full Name/), 'Jane Miller')
  fill(screen.getByLabelText(/^Email/), 'jane@bluebird.example')
  await user.type(screen.getByLabelText(/^Phone/), '{Enter}')
  expect(await screen.findByText('Please fill in all required fields before proceeding')).toBeDefined()
  await user.type(screen.getByLabelText(/^Phone/), '555 0100{Enter}')
  expect(screen.getByRole('button', { name: /Select Workform/ }).getAttribute('aria-expanded')).toBe('true')
})

test('finds a template by the letters typed one after the other, and cycles when one is repeated', async () => {
  const names = ['Tax onboarding', 'Payroll', 'Partnership', 'Year end', 'Year end closing']
  open({
    'GET /api/workforms/templates': [200, { items: names.map((name, i) => template({ id: uuid(12 + i), name })) }],
  })
  await fillDetails()
  const select = await screen.findByRole('combobox', { name: /Workform template/ })
  const pick = async (keys: string) => {
    select.focus()
    await user.keyboard(`${keys}{Enter}`)
    return select.textContent
  }
  expect(await pick('pay')).toContain('Payroll ·')
  expect(await pick('year end c')).toContain('Year end closing ·')
  expect(await pick('pp')).toContain('Partnership ·')
})

test('a workform that is still being created must be submitted first; then the flow is at step 3 with it', async () => {
  const { sent } = open({ 'POST /api/workforms': () => made('Payroll template', true) })
  await fillDetails()
  await user.click(screen.getByRole('radio', { name: 'Create new workform' }))
  expect(await screen.findByText('no reupload')).toBeDefined()
  await next()
  expect(await screen.findByText('Please submit your created workform before proceeding')).toBeDefined()
  fill(screen.getByLabelText('Form name'), 'Payroll template')
  await press('Submit Workform')
  expect(
    await screen.findByText('Workform "Payroll template" created successfully and saved as template'),
  ).toBeDefined()
  expect(screen.getByRole('button', { name: /Set Deadlines & Instructions/ }).getAttribute('aria-expanded')).toBe(
    'true',
  )
  expect(sent.find((s) => s.path === '/api/workforms' && s.method === 'POST')?.body).toMatchObject({
    name: 'Payroll template',
    is_template: true,
  })
  await press('Back')
  expect(screen.getByRole('combobox', { name: /Workform template/ }).textContent).toContain('Payroll template')
})

test('a customization must be submitted or given up first', async () => {
  open({
    [`GET /api/workforms/${uuid(10)}`]: [200, { ...template(), fields: FIELDS, user_id: uuid(1), version: 1 }],
    'POST /api/workforms': () => made('Tax onboarding for Jane'),
  })
  await fillDetails()
  await chooseTemplate()
  await press('Customize Form')
  expect(await screen.findByDisplayValue('Tax onboarding')).toBeDefined()
  await next()
  expect(await screen.findByText('Please save your workform customization before proceeding')).toBeDefined()
  fill(screen.getByLabelText('Form name'), 'Tax onboarding for Jane')
  await press('Submit Customization')
  expect(await screen.findByText('Customized workform "Tax onboarding for Jane" created successfully')).toBeDefined()
  expect(await screen.findByLabelText(/^Due Date/)).toBeDefined()
})

test('a workform that cannot be stored leaves the builder as it is', async () => {
  open({ 'POST /api/workforms': problem(503, 'busy', 'Busy', 'The portal is busy.') })
  await fillDetails()
  await user.click(screen.getByRole('radio', { name: 'Create new workform' }))
  fill(await screen.findByLabelText('Form name'), 'Payroll')
  await press('Submit Workform')
  expect(await screen.findByText('Failed to create workform')).toBeDefined()
  expect(screen.getByDisplayValue('Payroll')).toBeDefined()
})

test('the third step wants a due date that is not over', async () => {
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

test('confirming needs all steps', async () => {
  const { sent } = open()
  await user.click(await screen.findByRole('button', { name: /Review & Confirm/ }))
  await press('Confirm & Send')
  expect(await screen.findByText('Please complete all required steps.')).toBeDefined()
  expect(screen.getByRole('button', { name: /Client Details/ }).getAttribute('aria-expanded')).toBe('true')
  expect(sent.some((s) => s.method === 'POST')).toBe(false)
})

async function complete() {
  await fillDetails()
  await chooseTemplate()
  await next()
  await chooseDate(inDays(7))
  fill(screen.getByLabelText('Notes'), 'Be gentle')
  await next()
}

test('one request creates client and assignment; the outcome is told in one alert', async () => {
  const { sent, onClose } = open({ 'POST /api/clients': [201, created()] })
  await complete()
  await press('Confirm & Send')
  expect(
    await screen.findByText('Client created successfully with folder structure and workform assignment'),
  ).toBeDefined()
  const alert = screen.getByRole('alertdialog', { name: 'Client Created' })
  expect(within(alert).getByText('Workform assigned successfully!')).toBeDefined()
  const post = sent.find((s) => s.method === 'POST')
  expect(post?.body).toEqual({
    name: 'Jane Miller',
    email: 'jane@bluebird.example',
    phone: '555 0100',
    assignment: { workform_id: uuid(10), due_date: inDays(7), notes: 'Be gentle' },
  })
  expect(post?.key).toBeTruthy()
  await press('OK')
  expect(onClose).toHaveBeenCalled()
})

test('while it is being created the button says so, and nothing is sent twice', async () => {
  const answer = Promise.withResolvers<readonly [number, unknown]>()
  const { sent } = open({ 'POST /api/clients': () => answer.promise })
  await complete()
  await press('Confirm & Send')
  await press('Creating Client...')
  answer.resolve([201, created()])
  await screen.findByText('Workform assigned successfully!')
  expect(sent.filter((s) => s.method === 'POST').length).toBe(1)
})

test('a refused address keeps the flow open at the step it is about; a retry of the same request has the same key', async () => {
  const { sent, onClose } = open({
    'POST /api/clients': problem(
      409,
      'client_email_taken',
      'Email Already Used',
      'You already have a client with this email.',
    ),
  })
  await complete()
  await press('Confirm & Send')
  expect(await screen.findByText('Failed to create client')).toBeDefined()
  const email = screen.getByLabelText(/^Email/)
  await waitFor(() => expect(email.getAttribute('aria-invalid')).toBe('true'))
  await user.click(screen.getByRole('button', { name: /Review & Confirm/ }))
  await press('Confirm & Send')
  const posts = () => sent.filter((s) => s.method === 'POST')
  await waitFor(() => expect(posts().length).toBe(2))
  expect(posts()[0]?.key).toBe(posts()[1]?.key)
  await waitFor(() =>
    expect(screen.getByRole('button', { name: /Client Details/ }).getAttribute('aria-expanded')).toBe('true'),
  )
  fill(email, 'jane@bluebird.example.uk')
  expect(email.getAttribute('aria-invalid')).toBeNull()
  await user.click(screen.getByRole('button', { name: /Review & Confirm/ }))
  await press('Confirm & Send')
  await waitFor(() => expect(posts().length).toBe(3))
  expect(posts()[2]?.key).not.toBe(posts()[0]?.key)
  expect(onClose).not.toHaveBeenCalled()
})

test('closing half-way asks before it throws work away', async () => {
  const { onClose } = open()
  await screen.findByLabelText(/^Full Name/)
  await press('Close')
  expect(onClose).toHaveBeenCalledTimes(1)
  fill(screen.getByLabelText(/^Full Name/), 'J')
  await press('Close')
  expect(onClose).toHaveBeenCalledTimes(1)
  await press('Keep editing')
  expect(screen.getByDisplayValue('J')).toBeDefined()
  await press('Close')
  await press('Discard')
  expect(onClose).toHaveBeenCalledTimes(2)
})

test('what was entered survives a reload, and can be begun anew', async () => {
  open()
  await fillDetails()
  await chooseTemplate()
  await next()
  await chooseDate(inDays(7))
  cleanup()
  queryClient.clear()
  const { sent } = open({ 'POST /api/clients': [201, created()] })
  expect(await screen.findByText('This is the client that you had not finished.')).toBeDefined()
  expect(screen.getByRole('button', { name: /Set Deadlines & Instructions/ }).getAttribute('aria-expanded')).toBe(
    'true',
  )
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /Set Deadlines & Instructions/ }))
  expect(delivered()).toBe(2)
  await next()
  await press('Confirm & Send')
  await screen.findByText('Workform assigned successfully!')
  expect(sent.find((s) => s.method === 'POST')?.body).toMatchObject({
    name: 'Jane Miller',
    assignment: { due_date: inDays(7) },
  })
  cleanup()
  open()
  expect((await screen.findByLabelText<HTMLInputElement>(/^Full Name/)).value).toBe('')
})

test('a day that is over by the reload, and a draft that makes no sense, are not taken up', async () => {
  open()
  await fillDetails()
  const key = Object.keys(localStorage).find((k) => k.endsWith('.new-client')) ?? ''
  const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as { values: object }
  cleanup()
  const values = { ...kept.values, deadlines: { dueDate: inDays(-1), notes: 7 }, selected: 'x', open: 9, done: 'all' }
  localStorage.setItem(key, JSON.stringify({ ...kept, values }))
  open()
  expect((await screen.findByLabelText<HTMLInputElement>(/^Full Name/)).value).toBe('Jane Miller')
  expect(screen.getByLabelText<HTMLInputElement>(/^Due Date/).value).toBe('')
  expect(delivered()).toBe(0)
  await press('Start over')
  expect(screen.getByLabelText<HTMLInputElement>(/^Full Name/).value).toBe('')
  expect(localStorage.getItem(key)).toBeNull()
})

test('a discarded client leaves nothing behind', async () => {
  open()
  fill(await screen.findByLabelText(/^Full Name/), 'Jane')
  await press('Close')
  await press('Discard')
  cleanup()
  open()
  expect((await screen.findByLabelText<HTMLInputElement>(/^Full Name/)).value).toBe('')
})

test('a try whose answer was lost is repeated under its key, also after a reload', async () => {
  const first = open({ 'POST /api/clients': problem(503, 'busy', 'Busy', 'The portal is busy.') })
  await complete()
  await press('Confirm & Send')
  await screen.findByText('Failed to create client')
  cleanup()
  const second = open({ 'POST /api/clients': [201, created()] })
  await user.click(await screen.findByRole('button', { name: 'Confirm & Send' }))
  await screen.findByText('Workform assigned successfully!')
  const keys = [...first.sent, ...second.sent].filter((s) => s.method === 'POST').map((s) => s.key)
  expect(new Set(keys).size).toBe(1)
})

test('a dialog that the browser closed by force comes back, for the question whether to discard', async () => {
  const { onClose } = open()
  fill(await screen.findByLabelText(/^Full Name/), 'J')
  const dialog = screen.getByRole<HTMLDialogElement>('dialog', { name: 'Client Creation Flow' })
  dialog.close()
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(dialog.open).toBe(true)
  expect(onClose).not.toHaveBeenCalled()
})
