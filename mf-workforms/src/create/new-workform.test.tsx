import { resetScreen } from '@portal/kit/testing/reset-screen'
import { problem, serve } from '@portal/kit/testing/serve'
import { toasts } from '@portal/kit/testing/toaster'
import { uuid } from '@portal/kit/testing/uuid'
import { signInBookkeeper } from '@portal/kit/testing/sign-in'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { row, show, storedDrafts, workform } from '../testing/fixtures.tsx'
import { NewWorkform } from './new-workform.tsx'

vi.mock('@portal/sdk/toaster', () => import('@portal/kit/testing/toaster'))

beforeEach(signInBookkeeper)
afterEach(resetScreen)

const click = (name: string) => userEvent.click(screen.getByRole('button', { name }))

/** Serves one template; `create` answers the POST. */
const server = (create: () => [number, unknown] = () => [201, workform()]) =>
  serve(({ method, path }) => {
    if (method === 'POST') return create()
    return path.endsWith('/templates/search')
      ? [200, { items: [row({ id: uuid(7), name: 'Month-end close' })] }]
      : [200, workform()]
  })

async function build(): Promise<void> {
  await userEvent.type(screen.getByLabelText(/^Workform Name/), 'Payroll')
  await click('Next')
  await userEvent.type(screen.getByLabelText(/^Field name/), 'Pay day')
  await click('Add Field')
  await click('Next')
}

test('creates a template or a client form in three steps', async () => {
  const sent = server()
  const onClose = vi.fn()
  show(<NewWorkform onClose={onClose} />)
  expect(screen.getByRole('heading', { name: 'Create New Workform' })).toBeDefined()
  await build()
  expect(screen.getByRole('heading', { name: 'Template Options' })).toBeDefined()
  expect(toasts.success).toHaveBeenCalledWith('Field added')
  await userEvent.click(screen.getByRole('radio', { name: /^No/ }))
  await click('Create Workform')
  await waitFor(() => expect(toasts.success).toHaveBeenCalledWith('Workform created successfully'))
  const post = sent.find((s) => s.method === 'POST')
  expect(post?.body).toMatchObject({
    name: 'Payroll',
    is_template: false,
    fields: [{ name: 'Pay day', section: 'Pay day' }],
  })
  expect(post?.key).toBeTruthy()
  expect(onClose).toHaveBeenCalledOnce()
  expect(storedDrafts()).toEqual([])
})

test('keeps the input when creating fails, and retries with the same key', async () => {
  let tries = 0
  const sent = server(() => (++tries === 1 ? problem(503, 'busy') : [201, workform()]))
  const onClose = vi.fn()
  show(<NewWorkform onClose={onClose} />)
  await build()
  await click('Create Workform')
  await waitFor(() => expect(toasts.error).toHaveBeenCalledWith('Failed to create form', expect.anything()))
  expect(onClose).not.toHaveBeenCalled()
  await click('Create Workform')
  await waitFor(() => expect(toasts.success).toHaveBeenCalledWith('Form template created successfully'))
  const keys = sent.filter((s) => s.method === 'POST').map((s) => s.key)
  expect(keys[0]).toBe(keys[1])
})

test('asks to sign in when there is no session', async () => {
  server(() => problem(401, 'unauthenticated'))
  show(<NewWorkform onClose={() => undefined} />)
  await build()
  await click('Create Workform')
  await waitFor(() => expect(toasts.error).toHaveBeenCalledWith('Please sign in to create workforms'))
})

test('copies the fields of a template, which Undo removes again', async () => {
  server()
  show(<NewWorkform onClose={() => undefined} />)
  await click('Choose a template')
  await userEvent.click(await screen.findByRole('option', { name: /^Month-end close/ }))
  // Previewed before it is used.
  expect(await screen.findByText('Tax number')).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>(/^Workform Name/).value).toBe('')
  await click('Use this template')
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^Workform Name/).value).toBe('New client intake'))
  await click('Next')
  expect(screen.getByText('4 fields in 2 sections')).toBeDefined()
  await click('Undo')
  expect(screen.getByText('0 fields in 0 sections')).toBeDefined()
})

test('stores the default due date, which is a number of days', async () => {
  const sent = server()
  show(<NewWorkform onClose={vi.fn()} />)
  await build()
  await userEvent.type(screen.getByLabelText('Default due date'), '1x4 days')
  await click('Create Workform')
  await waitFor(() => expect(sent.find((s) => s.method === 'POST')?.body).toMatchObject({ due_days: 14 }))
})

test('asks before closing when there is unsaved work', async () => {
  server()
  const onClose = vi.fn()
  show(<NewWorkform onClose={onClose} />)
  await userEvent.type(screen.getByLabelText(/^Workform Name/), 'P')
  await click('Close')
  expect(onClose).not.toHaveBeenCalled()
  await click('Discard')
  expect(onClose).toHaveBeenCalledOnce()
})
