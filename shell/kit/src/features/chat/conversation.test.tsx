import type { ChatMessage, ChatThread } from '@portal/contract/chat'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { ChatPane } from './chat-pane.tsx'
import type { ComposerProps } from './composer.tsx'
import { Conversation, type ConversationProps } from './conversation.tsx'
import type { ShownMessage } from './message-bubble.tsx'

afterEach(cleanup)

const message = (
  seq: number,
  sender: ChatMessage['sender'],
  text: string,
  more: Partial<ShownMessage> = {},
): ShownMessage => ({
  id: String(seq),
  thread_id: 't',
  seq,
  sender,
  message: text,
  attachments: [],
  about: null,
  created_at: '2026-11-20T10:00:00Z',
  edited_at: null,
  deleted_at: null,
  ...more,
})

function Shown({
  onSend,
  composer,
  ...props
}: Partial<Omit<ConversationProps, 'composer'>> & {
  onSend?: (text: string) => void
  composer?: Partial<ComposerProps>
}) {
  const [text, onText] = useState('')
  const send = (): void => {
    onSend?.(text.trim())
    onText('')
  }
  return (
    <Conversation
      viewer="client"
      title="Your Bookkeeper"
      messages={[]}
      {...props}
      composer={{ text, onText, onSend: send, ...composer }}
    />
  )
}

it('sends on Enter, starts a new line on Shift + Enter, and never sends blank text', async () => {
  const user = userEvent.setup()
  const send = vi.fn()
  render(<Shown onSend={send} />)
  const box = screen.getByLabelText('Message')
  await user.type(box, '  {Enter}')
  expect(send).not.toHaveBeenCalled()
  await user.clear(box)
  await user.type(box, 'one{Shift>}{Enter}{/Shift}two{Enter}')
  expect(send).toHaveBeenCalledWith('one\ntwo')
  expect(box).toHaveProperty('value', '')
})

it('does not send during composition or while a file is uploading', async () => {
  const send = vi.fn()
  const files = [{ key: 'f', name: 'a.pdf', state: 'uploading' as const, progress: 0.5 }]
  const { rerender } = render(<Shown onSend={send} composer={{ text: 'ok', files }} />)
  const box = screen.getByLabelText('Message')
  fireEvent.keyDown(box, { key: 'Enter' })
  rerender(<Shown onSend={send} composer={{ text: 'ok' }} />)
  fireEvent.keyDown(box, { key: 'Enter', isComposing: true })
  expect(send).not.toHaveBeenCalled()
  fireEvent.keyDown(box, { key: 'Enter' })
  expect(send).toHaveBeenCalledTimes(1)
})

it('shows that a message is waiting for the connection when offline', async () => {
  const discard = vi.fn()
  const waiting = message(0, 'client', 'Later', { id: 'w', state: 'waiting' })
  render(<Shown messages={[waiting]} onResend={vi.fn()} onDiscard={discard} />)
  const log = within(screen.getByRole('log'))
  expect(log.getByText(/Waiting for connection/)).toBeTruthy()
  expect(log.queryByText(/Failed to send message/)).toBeNull()
  expect(log.queryByRole('button', { name: 'Retry' })).toBeNull()
  await userEvent.click(log.getByRole('button', { name: 'Discard' }))
  expect(discard).toHaveBeenCalledWith(waiting)
})

it('shows sender and delivery state, and resends a refused message', async () => {
  const user = userEvent.setup()
  const resend = vi.fn()
  const failed = message(0, 'client', 'Lost', { id: 'f', state: 'failed' })
  const messages = [
    message(1, 'bookkeeper', 'Hello'),
    message(2, 'system', 'Reminder'),
    message(3, 'client', 'Three'),
    message(4, 'client', 'Four'),
    message(5, 'client', 'Five'),
    failed,
  ]
  render(<Shown messages={messages} marks={{ read: 3, delivered: 4 }} onResend={resend} />)
  const log = within(screen.getByRole('log'))
  expect(log.getByText('Your Bookkeeper:')).toBeTruthy()
  expect(log.getByText('Assistant')).toBeTruthy()
  expect(log.getAllByText('You:')).toHaveLength(4)
  for (const [text, word] of [
    ['Three', 'Read'],
    ['Four', 'Delivered'],
    ['Five', 'Sent'],
  ]) {
    expect(log.getByText(text ?? '').closest('li')?.textContent).toContain(word)
  }
  expect(log.getByRole('alert').textContent).toContain('Failed to send message')
  await user.click(log.getByRole('button', { name: 'Retry' }))
  expect(resend).toHaveBeenCalledWith(failed)
})

it('separates days and marks the first unread message', () => {
  const messages = [
    message(1, 'bookkeeper', 'Old', { created_at: '2026-01-05T12:00:00Z' }),
    message(2, 'client', 'Mine', { created_at: '2026-01-06T12:00:00Z' }),
    message(3, 'bookkeeper', 'New', { created_at: '2026-01-06T13:00:00Z' }),
  ]
  render(<Shown messages={messages} readUpTo={1} />)
  const lines = [...screen.getByRole('log').querySelectorAll('ol > li')].map((li) => li.textContent ?? '')
  expect(lines.filter((l) => /January [56]/.test(l))).toHaveLength(2)
  const mark = lines.findIndex((l) => l.includes('New messages'))
  expect(lines[mark + 1]).toContain('New')
})

it("edits and deletes the user's own recent messages", async () => {
  const user = userEvent.setup()
  const [onEdit, onDelete] = [vi.fn(), vi.fn()]
  const recent = message(2, 'client', 'Fresh', { created_at: new Date().toISOString() })
  const messages = [
    message(1, 'client', 'Settled'),
    recent,
    message(3, 'client', '', { deleted_at: '2026-11-20T10:00:00Z' }),
  ]
  render(<Shown messages={messages} onEdit={onEdit} onDelete={onDelete} />)
  expect(screen.getByText('Message deleted')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'Delete message' })).toHaveLength(2)
  // The first message can no longer be edited after five minutes.
  await user.click(screen.getByRole('button', { name: 'Edit message' }))
  const box = screen.getByLabelText('Message')
  expect(box).toHaveProperty('value', 'Fresh')
  await user.type(box, 'er{Enter}')
  expect(onEdit).toHaveBeenCalledWith(recent, 'Fresher')
  await user.click(screen.getAllByRole('button', { name: 'Delete message' })[1] as HTMLElement)
  expect(onDelete).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  expect(onDelete).toHaveBeenCalledWith(recent)
})

it('lists threads with unread counts, and a hint when none is open', async () => {
  const user = userEvent.setup()
  const select = vi.fn()
  const none = { last_seq: 0, read_seq: 0, peer_read_seq: 0, peer_delivered_seq: 0, last_message: null }
  const thread: ChatThread = {
    id: 't',
    client_id: 'c',
    client_name: 'Priya Raman',
    client_archived: false,
    bookkeeper_name: 'Maya',
    updated_at: '2026-11-20T10:00:00Z',
    unread: 3,
    ...none,
  }
  const { rerender } = render(
    <ChatPane list={{ threads: [thread], selected: undefined, onSelect: select }} conversation={undefined} />,
  )
  expect(screen.getByText('Select a conversation to start messaging')).toBeTruthy()
  const row = screen.getByRole('button', { name: /Priya Raman/ })
  expect(row.textContent).toContain('No messages yet')
  expect(row.textContent).toContain('3 unread')
  await user.click(row)
  expect(select).toHaveBeenCalledWith('t')
  rerender(<ChatPane list={{ threads: [], selected: undefined, onSelect: select }} conversation={undefined} />)
  expect(screen.getByText('No conversations yet')).toBeTruthy()
  rerender(
    <ChatPane list={{ threads: [], selected: undefined, onSelect: select, search: 'x' }} conversation={undefined} />,
  )
  expect(screen.getByText('No conversations found')).toBeTruthy()
})

it('shows an image in its message, or its name when it is large or fails to load', async () => {
  vi.stubGlobal('IntersectionObserver', SeenAtOnce)
  const file = (id: string, size: number) => ({ id, name: `${id}.png`, size, type: 'image/png' })
  const attachments = [
    file('seen', 1000),
    file('gone', 1000),
    file('large', 50_000_000),
    { ...file('paper', 1000), type: 'application/pdf' },
  ]
  const load = vi.fn((f: { id: string }) =>
    f.id === 'gone' ? Promise.reject(new Error('gone')) : Promise.resolve(new Blob(['x'])),
  )
  const download = vi.fn()
  render(<Shown messages={[message(1, 'bookkeeper', '', { attachments })]} onPreview={load} onDownload={download} />)
  const image = await screen.findByRole('img', { name: 'View seen.png' })
  for (const name of ['gone.png', 'large.png', 'paper.png'])
    expect(await screen.findByRole('button', { name: new RegExp(name) })).toBeTruthy()
  expect(load.mock.calls.map(([f]) => f.id)).toEqual(['seen', 'gone'])
  await userEvent.click(image)
  await userEvent.click(
    within(screen.getByRole('dialog', { name: 'seen.png' })).getByRole('button', { name: 'Download' }),
  )
  expect(download).toHaveBeenCalledWith(attachments[0])
  vi.unstubAllGlobals()
})

/** Reports everything as visible. */
class SeenAtOnce {
  private readonly tell: IntersectionObserverCallback
  constructor(tell: IntersectionObserverCallback) {
    this.tell = tell
  }
  observe(): void {
    queueMicrotask(() =>
      this.tell([{ isIntersecting: true } as IntersectionObserverEntry], this as unknown as IntersectionObserver),
    )
  }
  disconnect(): void {
    // Nothing to disconnect.
  }
}

it('shows a mail with its new part, and its whole text and refused files on demand', async () => {
  const mail = { text: 'On Friday.\n\nMaya wrote:\n> When?', refused: [{ name: 'run.exe', reason: 'Not this type.' }] }
  render(<Shown viewer="bookkeeper" messages={[message(1, 'client', 'On Friday.', { mail })]} />)
  expect(screen.getByText('Not accepted: run.exe. Not this type.')).toBeDefined()
  const summary = screen.getByText('Sent by email · Show the whole email')
  expect(summary.closest('details')?.open).toBe(false)
  await userEvent.click(summary)
  expect(screen.getByText(/> When\?/)).toBeDefined()
})

it('does not show the mail of a deleted message', () => {
  const deleted = { mail: { text: 'Secret', refused: [] }, deleted_at: '2026-11-20T10:00:00Z' }
  render(<Shown viewer="bookkeeper" messages={[message(1, 'client', '', deleted)]} />)
  expect(screen.queryByText(/Secret|Sent by email/)).toBeNull()
})
