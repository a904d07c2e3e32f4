import { queryClient } from '@portal/sdk'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { toast } from 'sonner'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  type Answers,
  client,
  FIELDS,
  inDays,
  problem,
  provideBuilder,
  serve,
  show,
  signInBookkeeper,
  template,
  uuid,
} from '../testing/show.tsx'
import { AssignWorkform } from './dialog.tsx'

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
const jane = client()
const one = (change: object = {}) =>
  [201, { results: [{ client_id: jane.id, client_name: jane.name, ok: true, sections: 2, reason: null, ...change }] }] as const

function open(answers: Answers = {}) {
  const sent = serve({ 'GET /api/workforms': [200, { items: [template()], next: null }], 'POST /api/assignments': one(), ...answers })
  const onClose = vi.fn()
  show(<AssignWorkform client={jane} onClose={onClose} />)
  return { sent, onClose, posts: (path: string) => sent.filter((s) => s.method === 'POST' && s.path === path) }
}
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Assign Workform' })
const setDate = async () => fireEvent.change(await screen.findByLabelText(/^Due Date/), { target: { value: inDays(5) } })

test('the button waits for a due date, then asks for a workform', async () => {
  const { posts } = open()
  expect(await screen.findByRole('dialog', { name: 'Assign Workform to Jane Miller' })).toBeDefined()
  expect(button().disabled).toBe(true)
  await setDate()
  expect(button().disabled).toBe(false)
  await user.click(button())
  expect(await screen.findByText('Please select or create a workform')).toBeDefined()
  expect(posts('/api/assignments')).toEqual([])
})

test('an existing workform is assigned', async () => {
  const { posts, onClose } = open()
  await user.click(await screen.findByRole('radio', { name: /Tax onboarding/ }))
  await setDate()
  await user.click(button())
  expect(await screen.findByText('Workform assigned to Jane Miller')).toBeDefined()
  expect(posts('/api/assignments')[0]?.body).toEqual({ workform_id: uuid(10), clients: [{ client_id: jane.id, due_date: inDays(5) }] })
  expect(onClose).toHaveBeenCalled()
})

test('what the client has already is not assigned again, and that is said', async () => {
  open({ 'POST /api/assignments': one({ sections: 0, reason: 'Already assigned.' }) })
  await user.click(await screen.findByRole('radio', { name: /Tax onboarding/ }))
  await setDate()
  await user.click(button())
  expect(await screen.findByText('Already assigned')).toBeDefined()
})

test('a new workform must reach its end; it is stored once, even if the assignment has to be tried again', async () => {
  let tries = 0
  const { posts, onClose } = open({
    'POST /api/workforms': [201, { ...template({ id: uuid(13), name: 'For Jane' }), fields: FIELDS, user_id: uuid(1), version: 1 }],
    'POST /api/assignments': () => (tries++ === 0 ? problem('busy', 503, 'Busy', 'Please try again in a moment.') : one()),
  })
  await user.click(await screen.findByRole('radio', { name: 'Create new workform' }))
  expect(await screen.findByText('reupload offered')).toBeDefined()
  await setDate()
  await user.click(button())
  expect(await screen.findByText('Please select or create a workform')).toBeDefined()
  fireEvent.change(screen.getByLabelText('Form name'), { target: { value: 'For Jane' } })
  await user.click(button())
  expect(await screen.findByText('Please finish the new workform up to its preview')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Use This Workform' }))
  await user.click(button())
  expect(await screen.findByText('Failed to assign workform')).toBeDefined()
  await user.click(button())
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(posts('/api/workforms').length).toBe(1)
  expect(posts('/api/assignments').map((s) => (s.body as { workform_id: string }).workform_id)).toEqual([uuid(13), uuid(13)])
})

test('a workform without a name is refused', async () => {
  const { posts } = open()
  await user.click(await screen.findByRole('radio', { name: 'Create new workform' }))
  await user.click(await screen.findByRole('button', { name: 'Use This Workform' }))
  await setDate()
  await user.click(button())
  expect(await screen.findByText('Workform name is required')).toBeDefined()
  expect(posts('/api/workforms')).toEqual([])
})
