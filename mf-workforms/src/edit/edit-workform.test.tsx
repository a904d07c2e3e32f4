import type { Workform, WorkformImpact } from '@portal/contract/workforms'
import { resetScreen } from '@portal/kit/testing/reset-screen'
import { problem, serve } from '@portal/kit/testing/serve'
import { queryClient, toastProblem, toastSuccess } from '@portal/sdk'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { workformKeys } from '../queries/workforms.ts'
import { field, impact, show, workform } from '../testing/fixtures.tsx'
import { differencesBetween, describeDifferences } from './differences.ts'
import { EditWorkform } from './edit-workform.tsx'

vi.mock('@portal/sdk', async (original) => ({
  ...(await original<typeof import('@portal/sdk')>()),
  toastSuccess: vi.fn(),
  toastInfo: vi.fn(),
  toastProblem: vi.fn(),
}))

afterEach(resetScreen)

const click = (name: string) => userEvent.click(screen.getByRole('button', { name }))

const NO_IMPACT = impact()

/** Serves one workform and refuses edits of older versions. */
function server(stored: { now: Workform }, affected: WorkformImpact = NO_IMPACT) {
  return serve(({ method, path, body }) => {
    if (path.endsWith('/impact')) return [200, affected]
    if (method === 'GET') return [200, stored.now]
    const edit = body as Pick<Workform, 'name' | 'fields' | 'version'>
    if (edit.version !== stored.now.version) return problem(409, 'stale', 'Changed in the meantime')
    stored.now = { ...stored.now, name: edit.name, fields: edit.fields, version: edit.version + 1 }
    return [200, stored.now]
  })
}

async function open(onClose = vi.fn()) {
  show(<EditWorkform id={workform().id} onClose={onClose} />)
  await screen.findByLabelText(/^Workform Name/)
  return onClose
}

test('edits name and description, then the fields', async () => {
  const stored = { now: workform() }
  const sent = server(stored)
  const onClose = await open()
  expect(screen.getByRole('heading', { name: 'Edit Workform' })).toBeDefined()
  await userEvent.type(screen.getByLabelText(/^Workform Name/), ' 2026')
  await userEvent.click(screen.getByRole('radio', { name: /^No/ }))
  await click('Next')
  expect(screen.getByRole('heading', { name: 'Edit Form Fields' })).toBeDefined()
  await click('Move Tax number up')
  await click('Update Workform')
  await waitFor(() => expect(toastSuccess).toHaveBeenCalledWith('Form updated successfully'))
  expect(onClose).toHaveBeenCalledOnce()
  const body = sent.find((s) => s.method === 'PATCH')?.body as Workform
  expect(body).toMatchObject({
    name: 'New client intake 2026',
    description: 'What we need to begin',
    is_template: false,
    version: 3,
  })
  expect(body.fields.map((f) => f.id)).toEqual(['b', 'a', 'c', 'd'])
})

test('includes the input of an open field form when the workform is saved', async () => {
  const stored = { now: workform() }
  server(stored)
  await open()
  await click('Next')
  await userEvent.type(screen.getByLabelText(/^Field name/), 'Website')
  await click('Update Workform')
  await waitFor(() => expect(toastSuccess).toHaveBeenCalledWith('Form updated successfully'))
  expect(stored.now.fields.map((f) => f.name)).toContain('Website')
})

test('shows before saving which clients and sections are affected', async () => {
  const open_sections = [{ name: 'Accounts', clients: 2 }]
  server(
    { now: workform() },
    { ...NO_IMPACT, active_assignments: 5, clients: 6, locked_sections: 1, names: ['Ana', 'Bo', 'Cy'], open_sections },
  )
  await open()
  await click('Next')
  expect(screen.queryByText(/Saving changes/)).toBeNull()
  await click('Remove Legal name')
  expect(await screen.findByText('Saving changes the open sections of 5 active assignments:')).toBeDefined()
  expect(screen.getByText('Affected clients: Ana, Bo, Cy and 2 more.')).toBeDefined()
  expect(screen.getByText('Removed: “Legal name”')).toBeDefined()
  expect(
    screen.getByText('1 section already submitted or approved keeps the fields as they were answered.'),
  ).toBeDefined()
  await click('Remove all of Accounts')
  expect(
    await screen.findByText('“Accounts” will be withdrawn from 2 clients, including drafts and files.'),
  ).toBeDefined()
})

test('shows a concurrent change at once, and saves over it when Keep my version is clicked', async () => {
  const stored = { now: workform() }
  const sent = server(stored)
  await open()
  await userEvent.type(screen.getByLabelText(/^Workform Name/), '!')
  stored.now = workform({
    version: 4,
    name: 'Other name',
    fields: [...workform().fields, field('e', 'Extra', 'Accounts')] as Workform['fields'],
  })
  await act(() => queryClient.invalidateQueries({ queryKey: workformKeys.all }))
  expect(await screen.findByText(/This workform was changed in another tab/)).toBeDefined()
  expect(screen.getByText('Removed: “Extra”')).toBeDefined()
  await click('Keep my version')
  await click('Next')
  await click('Update Workform')
  await waitFor(() => expect(toastSuccess).toHaveBeenCalledWith('Form updated successfully'))
  expect(sent.find((s) => s.method === 'PATCH')?.body).toMatchObject({ name: 'New client intake!', version: 4 })
})

test('keeps a refused edit until the current version is chosen', async () => {
  const stored = { now: workform() }
  server(stored)
  const onClose = await open()
  await userEvent.type(screen.getByLabelText(/^Workform Name/), '!')
  stored.now = workform({ version: 4, name: 'Other name' })
  await click('Next')
  await click('Update Workform')
  expect(await screen.findByText(/This workform was changed in another tab/)).toBeDefined()
  expect(toastProblem).toHaveBeenCalledWith(expect.anything(), undefined)
  expect(onClose).not.toHaveBeenCalled()
  await click('Use the current version')
  expect(screen.getByLabelText<HTMLInputElement>(/^Workform Name/).value).toBe('Other name')
  expect(screen.queryByText(/was changed in another tab/)).toBeNull()
})

test('shows an error and stays open when saving fails', async () => {
  serve(({ method, path }) =>
    method === 'PATCH' ? problem(503, 'busy') : path.endsWith('/impact') ? [200, {}] : [200, workform()],
  )
  const onClose = await open()
  await click('Next')
  await click('Update Workform')
  await waitFor(() => expect(toastProblem).toHaveBeenCalledWith(expect.anything(), 'Failed to update form'))
  expect(onClose).not.toHaveBeenCalled()
})

test('matches fields by id: a new name is a change, another section is a move', () => {
  const before = workform().fields
  const [a, b, c, d] = before
  if (!a || !b || !c || !d) throw new Error('four fields')
  const after = [
    { ...b },
    { ...a, name: 'Legal name of the company' },
    { ...d, section: 'Business' },
    field('x', 'New one', 'Accounts'),
  ]
  expect(describeDifferences(differencesBetween(before, after))).toEqual([
    'Added: “New one”',
    'Removed: “Bank”',
    'Changed: “Legal name of the company”',
    'Moved to another section: “Branch”',
  ])
  expect(describeDifferences(differencesBetween(before, [b, a, c, d]))).toEqual(['Fields reordered'])
  expect(describeDifferences(differencesBetween(before, before))).toEqual([])
})
