import { type Answers, problem, serve } from '@portal/kit/testing/serve'
import { uuid } from '@portal/kit/testing/uuid'
import { signInBookkeeper } from '@portal/kit/testing/sign-in'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
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
import { AssignWorkform } from './dialog.tsx'

beforeEach(() => {
  signInBookkeeper()
  provideBuilder()
})
afterEach(resetScreen)

const user = userEvent.setup()
const jane = client()
const assigned = (change: object = {}) =>
  [
    201,
    {
      workform_id: uuid(10),
      results: [
        {
          client_id: jane.id,
          client_name: jane.name,
          ok: true,
          sections: 2,
          is_new: true,
          differs: false,
          reason: null,
          ...change,
        },
      ],
    },
  ] as const

function open(answers: Answers = {}) {
  const sent = serve({
    'GET /api/workforms': [200, { items: [template()], next: null }],
    'POST /api/assignments': assigned(),
    ...answers,
  })
  const onClose = vi.fn()
  show(<AssignWorkform client={jane} onClose={onClose} />)
  return { sent, onClose, posts: (path: string) => sent.filter((s) => s.method === 'POST' && s.path === path) }
}
async function choose(name: RegExp) {
  await user.click(await screen.findByRole('combobox', { name: /^Your workforms/ }))
  await user.click(await screen.findByRole('option', { name }))
}
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Assign Workform' })
const setDate = async () =>
  fireEvent.change(await screen.findByLabelText(/^Due Date/), { target: { value: inDays(5) } })

test('requires a due date, then a workform', async () => {
  const { posts } = open()
  expect(await screen.findByRole('dialog', { name: 'Assign Workform to Jane Miller' })).toBeDefined()
  expect(button().disabled).toBe(true)
  await setDate()
  expect(button().disabled).toBe(false)
  await user.click(button())
  expect(await screen.findByText('Please select or create a workform')).toBeDefined()
  expect(posts('/api/assignments')).toEqual([])
})

test('assigns an existing workform', async () => {
  const { posts, onClose } = open()
  await choose(/Tax onboarding/)
  await setDate()
  await user.click(button())
  expect(await screen.findByText('Workform assigned to Jane Miller')).toBeDefined()
  expect(posts('/api/assignments')[0]?.body).toEqual({
    workform_id: uuid(10),
    clients: [{ client_id: jane.id, due_date: inDays(5) }],
  })
  expect(onClose).toHaveBeenCalled()
})

test('shows a message when the client already has the workform', async () => {
  open({ 'POST /api/assignments': assigned({ sections: 0, reason: 'Already assigned.' }) })
  await choose(/Tax onboarding/)
  await setDate()
  await user.click(button())
  expect(await screen.findByText('Already assigned')).toBeDefined()
})

test('offers to change due date and notes when the workform is already assigned', async () => {
  const path = `/api/clients/${jane.id}/workforms/${uuid(10)}`
  const { sent, onClose } = open({
    'POST /api/assignments': assigned({ sections: 0, differs: true, reason: 'Already assigned.' }),
    [`PATCH ${path}`]: [200, { ok: true }],
  })
  await choose(/Tax onboarding/)
  await setDate()
  await user.type(screen.getByLabelText(/^Notes/), 'Be gentle')
  await user.click(button())
  expect(await screen.findByText(/Jane Miller already has this workform/)).toBeDefined()
  expect(onClose).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Change due date and notes' }))
  expect(await screen.findByText('Due date and notes changed')).toBeDefined()
  expect(sent.find((s) => s.method === 'PATCH')).toMatchObject({
    path,
    body: { due_date: inDays(5), notes: 'Be gentle' },
  })
  expect(onClose).toHaveBeenCalled()
})

test('creates a new workform once, even when the assignment has to be retried', async () => {
  let tries = 0
  const { posts, onClose } = open({
    'POST /api/workforms': [
      201,
      { ...template({ id: uuid(13), name: 'For Jane' }), fields: FIELDS, user_id: uuid(1), version: 1 },
    ],
    'POST /api/assignments': () =>
      tries++ === 0 ? problem(503, 'busy', 'Busy', 'Please try again in a moment.') : assigned(),
  })
  await user.click(await screen.findByRole('radio', { name: 'Create new workform' }))
  expect(await screen.findByText('reupload offered')).toBeDefined()
  await setDate()
  await user.click(button())
  expect(await screen.findByText('Workform name is required')).toBeDefined()
  fireEvent.change(screen.getByLabelText('Form name'), { target: { value: 'For Jane' } })
  await user.click(button())
  expect(await screen.findByText('Please complete the new workform up to the preview step')).toBeDefined()
  const takenBack = watchFormProblem()
  await user.click(screen.getByRole('button', { name: 'Use This Workform' }))
  await user.click(button())
  expect(await screen.findByText('Failed to assign workform')).toBeDefined()
  await takenBack()
  await user.click(button())
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(posts('/api/workforms').length).toBe(1)
  expect(posts('/api/assignments').map((s) => (s.body as { workform_id: string }).workform_id)).toEqual([
    uuid(13),
    uuid(13),
  ])
})

test('assigns the workform in the preview when Assign Workform is clicked there', async () => {
  const { posts, onClose } = open({
    'POST /api/workforms': [
      201,
      { ...template({ id: uuid(13), name: 'For Jane' }), fields: FIELDS, user_id: uuid(1), version: 1 },
    ],
  })
  await user.click(await screen.findByRole('radio', { name: 'Create new workform' }))
  fireEvent.change(await screen.findByLabelText('Form name'), { target: { value: 'For Jane' } })
  await user.click(screen.getByRole('button', { name: 'Go to preview' }))
  await setDate()
  await user.click(button())
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(posts('/api/workforms').map((s) => s.body)).toEqual([
    { name: 'For Jane', description: '', fields: FIELDS, is_template: false },
  ])
  expect(posts('/api/assignments').map((s) => (s.body as { workform_id: string }).workform_id)).toEqual([uuid(13)])
})

test('refuses a new workform when it has no name', async () => {
  const { posts } = open()
  await user.click(await screen.findByRole('radio', { name: 'Create new workform' }))
  await user.click(await screen.findByRole('button', { name: 'Use This Workform' }))
  await setDate()
  await user.click(button())
  expect(await screen.findByText('Workform name is required')).toBeDefined()
  expect(posts('/api/workforms')).toEqual([])
})
