import type { ReviewSection } from '@portal/contract/review'
import type { SectionStatus } from '@portal/contract/statuses'
import { resetScreen } from '@portal/kit/testing/reset-screen'
import { problem, serve } from '@portal/kit/testing/serve'
import { lastAction, toasts } from '@portal/kit/testing/toaster'
import { signInBookkeeper } from '@portal/kit/testing/sign-in'
import { setSession } from '@portal/sdk'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { attempt, section, show } from '../testing/fixtures.tsx'
import { SectionReview } from './section-review.tsx'

vi.mock('@portal/sdk/toaster', () => import('@portal/kit/testing/toaster'))
// Their requests would be between those of the review.
vi.mock('@portal/kit/features/comments/answer-comments', () => ({
  AnswerComments: ({ field }: { field: { name: string } }) => <p>Comments on {field.name}</p>,
}))
vi.mock('@portal/kit/features/comments/commented-questions', () => ({ CommentedQuestions: () => null }))

afterEach(resetScreen)

const review = (change: Partial<ReviewSection> = {}, isArchived = false) => (
  <SectionReview isArchived={isArchived} section={section(change)} workformId="w" clientId="c" client="Jane Miller" />
)
const buttons = () =>
  screen
    .queryAllByRole('button')
    .filter((b) => !b.closest('[data-review=answer]'))
    .map((b) => b.textContent)
    .filter((text) => text !== 'History')
const changedNotice = () => screen.queryByText(/This section has just changed/)
/** What changes when the client submits the section again. */
const AGAIN = { version: 4, submitted_at: '2026-03-02T10:00:00.000Z' }
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

it.each<[SectionStatus, string[]]>([
  ['pending_review', ['Approve', 'Reject']],
  ['submitted', ['Approve', 'Reject']],
  ['approved', ['Undo Approval']],
])('section that is %s offers %j', (status, expected) => {
  show(review({ status }))
  expect(buttons()).toEqual(expected)
})

it('starts a pending section closed, and lets the bookkeeper decide on it', async () => {
  show(review({ status: 'pending', answers: {} }))
  expect(buttons()).toEqual([])
  await userEvent.click(screen.getByText('Business details'))
  expect(await screen.findByText('No response provided for this section yet.')).toBeDefined()
  expect(buttons()).toEqual(['Approve', 'Reject'])
})

it('shows missing answers and the reason of a rejection', () => {
  show(review({ status: 'rejected', notes: 'The second page is missing.' }))
  expect(screen.getByText('Not provided')).toBeDefined()
  expect(screen.getByText('Rejection Reason')).toBeDefined()
  expect(screen.getByText('The second page is missing.')).toBeDefined()
  expect(buttons()).toEqual([])
})

it('shows comments below the answers that were sent back, but not on removed questions', async () => {
  const removed = { id: 'f0', name: 'Fax number', type: 'short-text', required: false, section: 'S' } as const
  const last = attempt({ fields: [...section().fields, removed] })
  serve(() => [200, { assignment_id: section().assignment_id, items: [last] }])
  const flag = { reason: 'incomplete', note: null } as const
  const marks = { f1: { verdict: 'flagged', flag, version: 1 } } as const
  show(review({ status: 'rejected', answers: {}, marks, notes: '1 answer needs to be fixed.' }))
  await userEvent.click(screen.getByText('Business details'))
  const answer = await screen.findByText('Bluebird Bakery')
  expect(answer.closest('dd')?.textContent).toContain('Comments on Company name')
  expect(screen.getByText('Fax number')).toBeDefined()
  expect(screen.queryByText('Comments on Fax number')).toBeNull()
})

it('downloads files and templates and shows their sizes', () => {
  const templateFile = {
    name: 'form.pdf',
    path: 'bookkeeper/u/templates/1_form.pdf',
    size: 20_480,
    type: 'application/pdf',
  }
  show(
    review({
      fields: [
        { id: 'f1', name: 'Signed form', type: 'download-reupload', required: true, section: 'S', templateFile },
      ],
      answers: {
        f1: [
          { id: 'a', name: 'signed.pdf', path: 'p', size: 3000, type: 'application/pdf' },
          { id: 'b', name: 'old.pdf', path: 'q', size: 0, type: 'application/pdf' },
        ],
      },
    }),
  )
  expect(screen.getByText('Reference Templates')).toBeDefined()
  expect(screen.getByRole('button', { name: /Download Template/ })).toBeDefined()
  expect(screen.getByText('3 KB')).toBeDefined()
  expect(screen.getByText('Unknown size')).toBeDefined()
  expect(screen.getAllByRole('button', { name: /^Download: / })).toHaveLength(2)
})

it('requires a reason when declining, and sends the version that was seen', async () => {
  const sent = serve(() => [200, { assignment_id: section().assignment_id, status: 'rejected', version: 4 }])
  show(review())
  await press('Reject')
  const decline = screen.getByRole('button', { name: 'Decline Section' })
  expect(decline).toHaveProperty('disabled', true)
  await userEvent.type(screen.getByLabelText(/Reason/), '   ')
  expect(decline).toHaveProperty('disabled', true)
  await userEvent.type(screen.getByLabelText(/Reason/), 'Wrong year')
  await userEvent.click(decline)
  await waitFor(() =>
    expect(toasts.success).toHaveBeenCalledWith('Section declined', expect.stringContaining('reopened for client')),
  )
  expect(sent[0]).toMatchObject({
    method: 'POST',
    path: `/api/sections/${section().assignment_id}/reject`,
    body: { version: 3, reason: 'Wrong year' },
  })
  expect(sent[0]?.key).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('approves with and without notes', async () => {
  const sent = serve(() => [200, { assignment_id: section().assignment_id, status: 'approved', version: 4 }])
  show(review())
  await press('Approve')
  await press('Approve Section')
  await waitFor(() => expect(toasts.success).toHaveBeenCalledWith('Section approved', expect.anything()))
  expect(sent[0]?.body).toEqual({ version: 3, notes: null })
})

it('offers to undo an approval in the toast, on the version that it made', async () => {
  const sent = serve(() => [200, { assignment_id: section().assignment_id, status: 'approved', version: 4 }])
  show(review())
  await press('Approve')
  await press('Approve Section')
  await waitFor(() => expect(lastAction.current?.label).toBe('Undo'))
  lastAction.current?.onClick()
  await waitFor(() => expect(toasts.info).toHaveBeenCalledWith('Undone'))
  const undo = sent.filter((s) => s.path === `/api/sections/${section().assignment_id}/undo`)
  expect(undo.map((s) => s.body)).toEqual([{ version: 4 }])
})

it('offers no decision while the assignment or its client is archived', () => {
  show(review({}, true))
  expect(buttons()).toEqual([])
})

it('asks before undoing an approval', async () => {
  const sent = serve(() => [200, { assignment_id: section().assignment_id, status: 'submitted', version: 4 }])
  show(review({ status: 'approved' }))
  await press('Undo Approval')
  expect(
    screen.getByText('Are you sure you want to undo the approval? The section will be moved back to submitted status.'),
  ).toBeDefined()
  await press('Cancel')
  expect(sent).toHaveLength(0)
  await press('Undo Approval')
  const [, confirm] = screen.getAllByRole('button', { name: 'Undo Approval' })
  await userEvent.click(confirm as HTMLElement)
  await waitFor(() => expect(toasts.success).toHaveBeenCalledWith('Approval undone', expect.anything()))
})

it.each<[string, SectionStatus]>([
  ['Approve', 'pending'],
  ['Undo Approval', 'approved'],
])('%s warns that nothing has been submitted when the client never sent the section', async (name, status) => {
  show(review({ status, answers: {}, submitted_at: null, approved_at: null }))
  await userEvent.click(screen.getByText('Business details'))
  await press(name)
  expect(screen.getByRole('alert').textContent).toContain('Nothing has been submitted.')
})

it('shows no warning when the client has submitted the section', async () => {
  show(review())
  await press('Approve')
  expect(screen.queryByText('Nothing has been submitted.')).toBeNull()
})

it('ignores presses while sending', async () => {
  let answer: (value: [number, unknown]) => void = () => undefined
  const sent = serve(() => new Promise((resolve) => (answer = resolve)))
  show(review())
  await press('Approve')
  await press('Approve Section')
  const busy = await screen.findByRole('button', { name: 'Processing...' })
  await userEvent.click(busy)
  expect(sent).toHaveLength(1)
  answer([200, { assignment_id: section().assignment_id, status: 'approved', version: 4 }])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('refetches and points out new answers when a decision is refused', async () => {
  const sent = serve(({ method }) =>
    method === 'POST'
      ? problem(409, 'stale', 'Changed in the meantime', 'Please look again.')
      : [200, { items: [], next: null }],
  )
  const view = show(review())
  await press('Approve')
  await press('Approve Section')
  await waitFor(() => expect(toasts.error).toHaveBeenCalled())
  await waitFor(() => expect(sent.map((s) => s.method)).toEqual(['POST', 'GET']))
  expect(screen.queryByRole('dialog')).toBeNull()
  view.rerender(review({ ...AGAIN, answers: { f1: 'Bluebird Bread' } }))
  expect(changedNotice()).not.toBeNull()
  expect(screen.getByText('Bluebird Bread')).toBeDefined()
})

it.each<[string, Partial<ReviewSection>, Partial<ReviewSection>]>([
  ['approves it', {}, { status: 'approved' }],
  ['rejects it', {}, { status: 'rejected', answers: {}, submitted_at: null }],
  ['undoes an approval', { status: 'approved' }, { status: 'submitted' }],
  ['agrees to return it', { recall_requested_at: AGAIN.submitted_at }, { status: 'pending', submitted_at: null }],
])('does not point out a change when the bookkeeper %s in any tab', (_, before, after) => {
  const view = show(review())
  view.rerender(review(before))
  view.rerender(review({ version: 4, recall_requested_at: null, ...after }))
  expect(changedNotice()).toBeNull()
})

it.each<[string, Partial<ReviewSection>]>([
  ['submits it again', AGAIN],
  ['takes it back', { version: 4, status: 'pending', answers: {}, submitted_at: null }],
])('points out a change when the client %s, until the bookkeeper has seen it', async (_, after) => {
  const view = show(review())
  await userEvent.click(screen.getByText('Business details'))
  view.rerender(review(after))
  if (!changedNotice()) await userEvent.click(screen.getByText('Business details'))
  expect(changedNotice()).not.toBeNull()
  await press('OK')
  expect(changedNotice()).toBeNull()
})

it('no longer points out a change when the bookkeeper has decided on it elsewhere', () => {
  const view = show(review())
  view.rerender(review(AGAIN))
  expect(changedNotice()).not.toBeNull()
  view.rerender(review({ ...AGAIN, version: 5, status: 'approved' }))
  expect(changedNotice()).toBeNull()
  view.rerender(review({ ...AGAIN, version: 6, status: 'submitted' }))
  expect(changedNotice()).toBeNull()
})

it('decides on the version that was shown when the dialog opened', async () => {
  const sent = serve(() => problem(409, 'stale'))
  const view = show(review())
  await press('Approve')
  view.rerender(review({ version: 9, answers: { f1: 'Something else' } }))
  await press('Approve Section')
  await waitFor(() => expect(sent[0]?.body).toEqual({ version: 3, notes: null }))
})

it('keeps the dialog and its text when the request fails', async () => {
  serve(() => problem(500, 'internal'))
  show(review())
  await press('Reject')
  await userEvent.type(screen.getByLabelText(/Reason/), 'Wrong year')
  await press('Decline Section')
  await waitFor(() => expect(toasts.error).toHaveBeenCalledWith('Error updating status', 'Please try again later.'))
  expect(screen.getByLabelText(/Reason/)).toHaveProperty('value', 'Wrong year')
})

it('opens a section when it is submitted while the page is open', () => {
  const view = show(review({ status: 'pending', answers: {}, version: 2 }))
  expect(screen.queryByText('Bluebird Bakery')).toBeNull()
  view.rerender(review())
  expect(screen.getByText('Bluebird Bakery')).toBeDefined()
})

it('keeps a typed reason when another tab decided first, and brings it back', async () => {
  signInBookkeeper()
  serve(({ method }) => (method === 'POST' ? problem(409, 'stale') : [200, { items: [], next: null }]))
  show(review())
  await press('Reject')
  await userEvent.type(screen.getByLabelText(/Reason/), 'Wrong year')
  await press('Decline Section')
  expect(await screen.findByText(/changed in the meantime, so nothing was decided/)).toBeDefined()
  expect(screen.getByLabelText(/Reason/)).toHaveProperty('value', 'Wrong year')
  await userEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
  expect(screen.queryByRole('dialog')).toBeNull()
  await press('Reject')
  expect(screen.getByLabelText(/Reason/)).toHaveProperty('value', 'Wrong year')
  setSession(null, 'signed-out')
})
