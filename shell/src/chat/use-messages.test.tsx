import type { ChatMessage } from '@portal/contract/chat'
import type { PortalEvent } from '@portal/contract/events'
import { resetScreen } from '@portal/kit/testing/reset-screen'
import { serve } from '@portal/kit/testing/serve'
import { queryClient } from '@portal/sdk'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useMessages } from './use-messages.ts'

let receive: (event: PortalEvent) => void = () => undefined
vi.mock('@portal/sdk', async (original) => ({
  ...(await original<typeof import('@portal/sdk')>()),
  useRealtime: (_: unknown, handler: typeof receive) => {
    receive = handler
  },
}))

afterEach(resetScreen)

const THREAD = 'thread'
const MESSAGE = { id: 'message', seq: 1, body: 'Thank you' } as unknown as ChatMessage
const ARRIVED = { type: 'chat.message', ids: { thread_id: THREAD } } as unknown as PortalEvent

function Messages() {
  const { messages } = useMessages(THREAD, undefined, () => undefined)
  return <p>{messages ? messages.map(({ id }) => id).join() || 'No messages' : 'Loading'}</p>
}

it('shows a message that arrives while an earlier state of the conversation is being loaded', async () => {
  const before = Promise.withResolvers<object>()
  const answers = [before.promise, Promise.resolve({ items: [MESSAGE], next: null, newer: null })]
  const sent = serve(() => answers.shift() ?? {})
  render(
    <QueryClientProvider client={queryClient}>
      <Messages />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(sent).toHaveLength(1))
  act(() => receive(ARRIVED))
  before.resolve({ items: [], next: null, newer: null })
  await screen.findByText('message')
})
