import type { ChatMessage, SectionComments } from '@portal/contract/chat'
import type { PortalEvent } from '@portal/contract/events'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createQueryClient } from '@portal/sdk'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { problem, serve } from '../../testing/serve.tsx'
import { signInClient } from '../../testing/sign-in.tsx'
import { uuid } from '../../testing/uuid.tsx'
import { AnswerComments } from './answer-comments.tsx'
import { AskAboutQuestion } from './ask-about-question.tsx'
import { CommentedQuestions } from './commented-questions.tsx'

type Receive = (event: Pick<PortalEvent, 'ids'>) => void
const live = vi.hoisted((): { receive?: Receive } => ({}))
vi.mock('@portal/sdk', async (original) => ({
  ...(await original<object>()),
  useRealtime: (_: unknown, handler: Receive) => {
    live.receive = handler
  },
}))

const SECTION = uuid(1)
const THREAD = uuid(2)
const COMMENTS = `GET /api/chat/sections/${SECTION}/comments`
const SEND = `POST /api/chat/threads/${THREAD}/messages`
const READ = `POST /api/chat/threads/${THREAD}/read`
const FIELD = { id: 'bank', name: 'Bank name' }

const comment = (seq: number, change: Partial<ChatMessage> = {}): ChatMessage => ({
  id: uuid(100 + seq),
  thread_id: THREAD,
  seq,
  sender: 'bookkeeper',
  message: `Comment ${seq}`,
  attachments: [],
  about: {
    assignment_id: SECTION,
    workform_id: uuid(3),
    workform_name: 'Payroll',
    section_name: 'Bank',
    field_id: 'bank',
    field_name: 'Bank name',
  },
  created_at: '2026-03-01T10:00:00.000Z',
  edited_at: null,
  deleted_at: null,
  ...change,
})

const listOf = (items: ChatMessage[], unread: number[] = []): SectionComments => ({
  thread_id: THREAD,
  client_id: uuid(4),
  items,
  unread,
})

function show(element = <AnswerComments assignmentId={SECTION} field={FIELD} />) {
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  return render(
    <RouterContextProvider router={router}>
      <QueryClientProvider client={createQueryClient()}>{element}</QueryClientProvider>
    </RouterContextProvider>,
  )
}

beforeEach(() => signInClient())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
})

it('shows the numbers of comments on its question only', async () => {
  const other = comment(3, { about: { ...comment(3).about, field_id: 'other' } as ChatMessage['about'] })
  serve({ [COMMENTS]: listOf([comment(1), comment(2), other], [2, 3]) })
  show()
  expect(await screen.findByRole('button', { name: '2 comments on Bank name', expanded: false })).toBeTruthy()
  expect(screen.getByText('1 new')).toBeTruthy()
})

it('marks comments as read when they are shown, but no messages elsewhere', async () => {
  // Everything is visible; happy-dom has no layout.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 10, 10))
  const sent = serve({ [COMMENTS]: listOf([comment(4), comment(6)], [4, 5, 6]), [READ]: { ok: true } })
  show()
  await userEvent.click(await screen.findByRole('button', { name: /2 comments/ }))
  expect(await screen.findByText('Comment 6')).toBeTruthy()
  await waitFor(() => expect(sent.filter((s) => s.route === READ).map((s) => s.body)).toEqual([{ seq: 4 }]))
  expect(screen.getByRole('link', { name: 'Open chat: earlier messages are unread' })).toBeTruthy()
})

it('sends a comment about the question with Enter, and keeps the text until it was sent', async () => {
  let answer: object = problem(503, 'busy')
  const sent = serve({ [COMMENTS]: listOf([]), [SEND]: () => answer })
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Comment on Bank name' }))
  const box = await screen.findByRole('textbox', { name: 'Comment on Bank name' })
  await waitFor(() => expect(document.activeElement).toBe(box))
  await userEvent.type(box, 'The branch, too?{Enter}')
  await waitFor(() => expect(sent.some((s) => s.route === SEND)).toBe(true))
  expect(box).toHaveProperty('value', 'The branch, too?')
  answer = [201, comment(1, { sender: 'client', message: 'The branch, too?' })]
  await userEvent.type(box, '{Enter}')
  expect(await screen.findByText('The branch, too?', { selector: 'li p' })).toBeTruthy()
  expect(box).toHaveProperty('value', '')
  const [first, second] = sent.filter((s) => s.route === SEND).map((s) => s.body as { id: string })
  expect(first).toMatchObject({ about: SECTION, field_id: 'bank', awaits_answer: false })
  // A retry has the same id, so that the message is stored once.
  expect(second).toEqual(first)
})

it('closes with Escape and returns the focus', async () => {
  serve({ [COMMENTS]: listOf([]) })
  show()
  const toggle = await screen.findByRole('button', { name: 'Comment on Bank name' })
  await userEvent.click(toggle)
  await userEvent.type(await screen.findByRole('textbox'), 'Half{Escape}')
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(document.activeElement).toBe(toggle)
  await userEvent.click(toggle)
  expect(await screen.findByRole('textbox')).toHaveProperty('value', 'Half')
})

it('asks about a question that the client does not understand', async () => {
  const onAsked = vi.fn<(note: string) => void>()
  const sent = serve({ [COMMENTS]: listOf([]), [SEND]: [201, comment(1, { sender: 'client', awaits_answer: true })] })
  show(<AskAboutQuestion assignmentId={SECTION} field={FIELD} onAsked={onAsked} onCancel={vi.fn<() => void>()} />)
  expect(screen.getByText('Bank name', { selector: 'blockquote' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Ask your bookkeeper' }))
  await waitFor(() => expect(onAsked).toHaveBeenCalledWith(''))
  expect(sent.find((s) => s.route === SEND)?.body).toMatchObject({
    message: 'I don’t understand this question.',
    field_id: 'bank',
    awaits_answer: true,
  })
})

it('shows the first comment on a section without answers when it arrives', async () => {
  let list = listOf([])
  const sent = serve({ [COMMENTS]: () => list })
  show(<CommentedQuestions assignmentId={SECTION} fields={[FIELD]} />)
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(screen.queryByText('Bank name')).toBeNull()
  list = listOf([comment(1)], [1])
  live.receive?.({ ids: { thread_id: THREAD } })
  expect(await screen.findByRole('button', { name: '1 comment on Bank name' })).toBeTruthy()
})
