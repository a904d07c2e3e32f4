import type { ChatMessage, ChatMessagesPage } from '@portal/contract/chat'
import type { InfiniteData } from '@tanstack/react-query'

/** The loaded messages of a conversation, as pages from the newest to the oldest. */
export type MessagePages<P = unknown> = InfiniteData<ChatMessagesPage, P>

/** Returns all loaded messages, oldest first. */
export function flatten(data: MessagePages | undefined): ChatMessage[] | undefined {
  return data && data.pages.toReversed().flatMap((page) => page.items)
}

/** Returns the sequence number after the last loaded message. */
export const nextSeq = (data: MessagePages): number => (data.pages[0]?.items.at(-1)?.seq ?? 0) + 1

/** Appends new messages. Messages that are already loaded, or would leave a gap, are left out. */
export function append<P>(
  data: MessagePages<P>,
  { items, newer }: Pick<ChatMessagesPage, 'items' | 'newer'>,
): MessagePages<P> {
  const [first, ...older] = data.pages
  if (!first) return data
  let expected = nextSeq(data)
  const fresh: ChatMessage[] = []
  for (const message of items) {
    if (message.seq < expected) continue
    if (message.seq > expected) break
    fresh.push(message)
    expected++
  }
  if (fresh.length === 0) return data
  return { ...data, pages: [{ ...first, items: [...first.items, ...fresh], newer }, ...older] }
}

/** Replaces a message with its changed version. */
export function replace<P>(data: MessagePages<P>, changed: ChatMessage): MessagePages<P> {
  const pages = data.pages.map((page) =>
    page.items.some((m) => m.id === changed.id)
      ? { ...page, items: page.items.map((m) => (m.id === changed.id ? changed : m)) }
      : page,
  )
  return { ...data, pages }
}
