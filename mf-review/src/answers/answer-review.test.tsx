import type { AnswerMarks, MarkAnswer, SectionAttempt } from '@portal/contract/answer-review'
import type { ReviewSection } from '@portal/contract/review'
import { resetScreen } from '@portal/kit/testing/reset-screen'
import { type Answer, problem, type SentRequest, serve } from '@portal/kit/testing/serve'
import { signInBookkeeper } from '@portal/kit/testing/sign-in'
import { toasts } from '@portal/kit/testing/toaster'
import { uuid } from '@portal/kit/testing/uuid'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SubmissionsPage } from '../submissions/submissions-page.tsx'
import { attempt, card, section, show } from '../testing/fixtures.tsx'

vi.mock('@portal/sdk/toaster', () => import('@portal/kit/testing/toaster'))

beforeEach(signInBookkeeper)
afterEach(resetScreen)

const FIELDS = ['Company name', 'Tax number', 'Bank statement'].map((name, i) => ({
  id: `f${i + 1}`,
  name,
  type: 'short-text' as const,
  required: false,
  section: 'Business details',
}))
const ANSWERS = { f1: 'Bluebird Bakery', f2: '12-3456789', f3: 'Valley Bank' }

type Route = (request: SentRequest) => Answer | undefined

/** Answers like the worker, for one section. `other` answers first. */
function serveSection(change: Partial<ReviewSection> = {}, attempts: SectionAttempt[] = [], other?: Route) {
  let stored = section({ fields: FIELDS, answers: ANSWERS, attempts: Math.max(1, attempts.length), ...change })
  const sent = serve((request) => {
    const special = other?.(request)
    if (special) return special
    if (request.path.endsWith('/comments')) return { thread_id: uuid(9), client_id: uuid(20), items: [], unread: [] }
    if (request.path.endsWith('/attempts')) return { assignment_id: stored.assignment_id, items: attempts }
    if (request.path.endsWith('/marks')) {
      const { field_id, mark, version } = request.body as MarkAnswer
      const marks: AnswerMarks = { ...stored.marks }
      delete marks[field_id]
      if (mark)
        marks[field_id] = { verdict: mark.verdict, flag: mark.verdict === 'flagged' ? mark.flag : null, version }
      stored = { ...stored, marks }
      return { marks }
    }
    if (request.method === 'POST') return { assignment_id: stored.assignment_id, status: 'rejected', version: 4 }
    return { items: [card({ sections: [stored] })], next: null }
  })
  return { sent, bodies: (end: string) => sent.filter((s) => s.path.endsWith(end)).map((s) => s.body) }
}

function openPage() {
  const { workform_id: workform, client_id: client } = card()
  return show(<SubmissionsPage search={{ workform, client }} onSearch={() => undefined} />)
}

async function openSection() {
  const view = openPage()
  await screen.findByRole('listitem', { name: /^Company name/ })
  return view
}

const item = (name: string) => screen.getByRole('listitem', { name: new RegExp(`^${name}`) })
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const pressed = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-pressed')
/** Focuses the first answer. */
const focusFirst = () => item('Company name').focus()

it('accepts an answer, and clears the mark when pressed again', async () => {
  const { bodies } = serveSection()
  await openSection()
  expect(screen.getByRole('status').textContent).toBe('3 to check')
  await press('Accept: Company name')
  expect(pressed('Accept: Company name')).toBe('true')
  expect(screen.getByRole('status').textContent).toBe('1 accepted · 2 to check')
  await press('Accept: Company name')
  await waitFor(() =>
    expect(bodies('/marks')).toEqual([
      { version: 3, field_id: 'f1', mark: { verdict: 'accepted' } },
      { version: 3, field_id: 'f1', mark: null },
    ]),
  )
  expect(pressed('Accept: Company name')).toBe('false')
})

it('reviews a section with the keyboard alone', async () => {
  const { bodies } = serveSection()
  await openSection()
  focusFirst()
  await userEvent.keyboard('a')
  expect(document.activeElement).toBe(item('Tax number'))
  await userEvent.keyboard('f2')
  expect(document.activeElement).toBe(item('Bank statement'))
  expect(within(item('Tax number')).getByText('Wrong period')).toBeDefined()
  await userEvent.keyboard('f5The last page is cut off{Enter}')
  const finish = screen.getByRole('button', { name: 'Send back 2 answers' })
  expect(document.activeElement).toBe(finish)
  await userEvent.keyboard('{Enter}')
  const dialog = screen.getByRole('dialog')
  expect(within(dialog).getByText('Jane Miller will read:')).toBeDefined()
  expect(within(dialog).getByText('The last page is cut off')).toBeDefined()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(toasts.success).toHaveBeenCalledWith('Answers sent back', expect.anything()))
  expect(bodies('/marks')).toHaveLength(3)
  expect(bodies('/send-back')).toEqual([
    {
      version: 3,
      flags: [
        { field_id: 'f2', flag: { reason: 'wrong_period', note: null } },
        { field_id: 'f3', flag: { reason: 'other', note: 'The last page is cut off' } },
      ],
    },
  ])
})

it('moves on without a change when an accepted answer is accepted again, and clears a mark', async () => {
  const { bodies } = serveSection({ marks: { f1: { verdict: 'accepted', flag: null, version: 3 } } })
  await openSection()
  focusFirst()
  await userEvent.keyboard('a')
  expect(document.activeElement).toBe(item('Tax number'))
  expect(bodies('/marks')).toEqual([])
  await userEvent.keyboard('ku')
  await waitFor(() => expect(bodies('/marks')).toEqual([{ version: 3, field_id: 'f1', mark: null }]))
})

it('flags with a reason and a note, and offers to change or remove the flag', async () => {
  const { bodies } = serveSection()
  await openSection()
  await press('Flag: Tax number')
  await userEvent.type(screen.getByLabelText('Note to the client (optional)'), 'We need 2025')
  await press('Wrong period')
  expect(within(item('Tax number')).getByText('Wrong period: We need 2025')).toBeDefined()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Flag: Tax number' }))
  await press('Flag: Tax number')
  expect(screen.getByLabelText('Note to the client (optional)')).toHaveProperty('value', 'We need 2025')
  await userEvent.keyboard('{Escape}')
  await press('Remove the flag: Tax number')
  await waitFor(() => expect(bodies('/marks').at(-1)).toEqual({ version: 3, field_id: 'f2', mark: null }))
  expect(screen.queryByText('Wrong period: We need 2025')).toBeNull()
})

it('types letters into the note when the reasons are shown, instead of running shortcuts', async () => {
  const { bodies } = serveSection()
  await openSection()
  await press('Flag: Company name')
  await userEvent.keyboard('as in the register, 2 pages')
  expect(screen.getByLabelText('Note to the client (optional)')).toHaveProperty('value', 'as in the register, 2 pages')
  expect(bodies('/marks')).toEqual([])
})

it('keeps a note that is being typed when the page is left and opened again', async () => {
  serveSection()
  const { unmount } = await openSection()
  await press('Flag: Tax number')
  await userEvent.type(screen.getByLabelText('Note to the client (optional)'), 'The number has')
  unmount()
  await openSection()
  expect(screen.getByLabelText('Note to the client (optional)')).toHaveProperty('value', 'The number has')
})

it('keeps the note when the flag cannot be stored, because the section has changed', async () => {
  serveSection({}, [], ({ path }) => (path.endsWith('/marks') ? problem(409, 'stale', 'Changed') : undefined))
  await openSection()
  await press('Flag: Tax number')
  await userEvent.type(screen.getByLabelText('Note to the client (optional)'), 'One digit is missing{Enter}')
  await waitFor(() => expect(toasts.error).toHaveBeenCalledWith('Changed', 'Detail'))
  expect(within(item('Tax number')).queryByText('One digit is missing')).toBeNull()
  await press('Flag: Tax number')
  expect(screen.getByLabelText('Note to the client (optional)')).toHaveProperty('value', 'One digit is missing')
})

it('shows a reason in place of an answer, and asks again with one press', async () => {
  const { f2: _, ...answers } = ANSWERS
  const { bodies } = serveSection({
    answers,
    non_answers: { f2: { reason: 'someone_else', note: 'My accountant' } },
  })
  await openSection()
  expect(within(item('Tax number')).getByText('Someone else has it')).toBeDefined()
  expect(within(item('Tax number')).getByText('My accountant')).toBeDefined()
  await press('Ask again: Tax number')
  await userEvent.keyboard('{Enter}')
  await waitFor(() =>
    expect(bodies('/marks')[0]).toMatchObject({
      mark: { verdict: 'flagged', flag: { reason: 'other', note: 'This question needs an answer.' } },
    }),
  )
})

const FLAG = { reason: 'incomplete' as const, note: 'One digit is missing' }
const SENT_BACK = attempt({
  fields: FIELDS,
  answers: { ...ANSWERS, f2: '12-345678' },
  flags: [{ field_id: 'f2', question: 'Tax number', flag: FLAG }],
})
const MARKS: AnswerMarks = {
  f1: { verdict: 'accepted', flag: null, version: 1 },
  f2: { verdict: 'flagged', flag: FLAG, version: 1 },
  f3: { verdict: 'accepted', flag: null, version: 1 },
}
const CURRENT = attempt({ number: 2, version: 3, outcome: null, fields: FIELDS, answers: ANSWERS })

it('shows only what has changed since the last review, and the rest on request', async () => {
  const { bodies } = serveSection({ marks: MARKS }, [CURRENT, SENT_BACK])
  openPage()
  expect(await screen.findByText('1 answer has changed since you last reviewed this section.')).toBeDefined()
  const changed = item('Tax number')
  expect(within(changed).getByText('You asked: Incomplete: One digit is missing')).toBeDefined()
  expect(within(changed).getByText('Before').parentElement?.textContent).toContain('12-345678')
  expect(within(changed).getByText('Now').parentElement?.textContent).toContain('12-3456789')
  expect(screen.queryByRole('listitem', { name: /^Company name/ })).toBeNull()
  expect(screen.getByRole('status').textContent).toBe('2 accepted · 1 to check')
  await press('Show all: 2 answers seen before')
  expect(within(item('Company name')).getByText('Seen before')).toBeDefined()
  expect(pressed('Accept: Company name')).toBe('true')
  changed.focus()
  await userEvent.keyboard('a')
  await waitFor(() => expect(bodies('/marks')).toHaveLength(1))
  expect(within(item('Tax number')).getByText('You asked: Incomplete: One digit is missing')).toBeDefined()
})

it('points out an answer that was asked for and is still the same', async () => {
  const same = { ...ANSWERS, f2: '12-345678' }
  serveSection({ marks: MARKS, answers: same }, [{ ...CURRENT, answers: same }, SENT_BACK])
  openPage()
  expect(await screen.findByText('No answer has changed since you last reviewed this section.')).toBeDefined()
  expect(within(item('Tax number')).getByText('Not changed')).toBeDefined()
})

it('shows all answers and offers another try when earlier submissions cannot be loaded', async () => {
  let broken = true
  serveSection({ marks: MARKS, attempts: 2 }, [CURRENT, SENT_BACK], ({ path }) =>
    broken && path.endsWith('/attempts') ? problem(403, 'forbidden') : undefined,
  )
  await openSection()
  expect(screen.getByText('What has changed since the last review could not be loaded.')).toBeDefined()
  broken = false
  await press('Retry')
  expect(await screen.findByText('1 answer has changed since you last reviewed this section.')).toBeDefined()
})

it('shows what was sent when single answers were sent back', async () => {
  serveSection(
    { status: 'rejected', answers: {}, marks: { f2: { verdict: 'flagged', flag: FLAG, version: 1 } }, notes: 'Fix it' },
    [SENT_BACK],
  )
  openPage()
  await userEvent.click(await screen.findByText('Business details'))
  expect(await screen.findByText('12-345678')).toBeDefined()
  expect(screen.getByText('Incomplete: One digit is missing')).toBeDefined()
})

it.each([
  ['Agree', true],
  ['Decline', false],
] as const)('sends the answer to a client who asks to change the section: %s', async (name, agree) => {
  const { bodies } = serveSection({ recall_requested_at: '2026-03-02T10:00:00.000Z' }, [], ({ path }) =>
    path.endsWith('/recall')
      ? { assignment_id: section().assignment_id, status: agree ? 'pending' : 'pending_review', version: agree ? 4 : 3 }
      : undefined,
  )
  await openSection()
  expect(screen.getByText('Jane Miller asks to change this section.')).toBeDefined()
  await press(name)
  await waitFor(() => expect(bodies('/recall')).toEqual([{ version: 3, agree }]))
  await waitFor(() => expect(screen.queryByText('Jane Miller asks to change this section.')).toBeNull())
  expect(toasts.success).toHaveBeenCalled()
})

it('offers no marks while the assignment is archived, or nothing is waiting', async () => {
  serveSection({ status: 'approved' })
  openPage()
  expect(await screen.findByText('Valley Bank')).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Accept/ })).toBeNull()
})

it('warns about flags that would be dropped when the section is approved', async () => {
  serveSection({ marks: { f2: { verdict: 'flagged', flag: FLAG, version: 3 } } })
  await openSection()
  await press('Approve')
  expect(screen.getByRole('alert').textContent).toContain('1 answer is flagged.')
})
