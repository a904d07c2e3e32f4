import type { ChatMessage } from '@portal/contract/chat'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { ChatPane } from './chat-pane.tsx'
import { Conversation, type ShownMessage } from './conversation.tsx'

afterEach(cleanup)

const message = (id: string, sender: ChatMessage['sender'], text: string, state?: ShownMessage['state']): ShownMessage => ({
  id,
  thread_id: 't',
  seq: Number(id),
  attachments: [],
  about: null,
  edited_at: null,
  deleted_at: null,
  sender,
  message: text,
  created_at: '2026-11-20T10:00:00Z',
  state,
})

it('sends on Enter, breaks the line on Shift + Enter, and never sends blanks', async () => {
  const user = userEvent.setup()
  const send = vi.fn()
  render(<Conversation viewer="client" title="Your Bookkeeper" messages={[]} onSend={send} />)
  const box = screen.getByLabelText('Message')
  await user.type(box, '  {Enter}')
  expect(send).not.toHaveBeenCalled()
  await user.clear(box)
  await user.type(box, 'one{Shift>}{Enter}{/Shift}two{Enter}')
  expect(send).toHaveBeenCalledWith('one\ntwo')
  expect(box).toHaveProperty('value', '')
})

it('says who wrote what, and lets a failed message be sent again', async () => {
  const user = userEvent.setup()
  const resend = vi.fn()
  const messages = [message('1', 'bookkeeper', 'Hello'), message('2', 'system', 'Reminder'), message('3', 'client', 'Lost', 'failed')]
  render(<Conversation viewer="client" title="Your Bookkeeper" messages={messages} onSend={() => undefined} onResend={resend} />)
  const log = within(screen.getByRole('log'))
  expect(log.getByText('Your Bookkeeper:')).toBeTruthy()
  expect(log.getByText('Assistant')).toBeTruthy()
  expect(log.getByText('You:')).toBeTruthy()
  await user.click(log.getByRole('button', { name: 'Retry' }))
  expect(resend).toHaveBeenCalledWith(messages[2])
})

it('lists the threads, and says what to do where none is open', async () => {
  const user = userEvent.setup()
  const select = vi.fn()
  const thread = {
    id: 't',
    client_id: 'c',
    client_name: 'Priya Raman',
    bookkeeper_name: 'Maya',
    updated_at: '2026-11-20T10:00:00Z',
    last_seq: 0,
    unread: 0,
    read_seq: 0,
    peer_read_seq: 0,
    peer_delivered_seq: 0,
  }
  const { rerender } = render(
    <ChatPane list={{ threads: [{ ...thread, last_message: null }], selected: undefined, onSelect: select }} conversation={undefined} />,
  )
  expect(screen.getByText('Select a conversation to start messaging')).toBeTruthy()
  const row = screen.getByRole('button', { name: /Priya Raman/ })
  expect(row.textContent).toContain('No messages yet')
  await user.click(row)
  expect(select).toHaveBeenCalledWith('t')
  rerender(<ChatPane list={{ threads: [], selected: undefined, onSelect: select }} conversation={undefined} />)
  expect(screen.getByText('No conversations yet')).toBeTruthy()
})
