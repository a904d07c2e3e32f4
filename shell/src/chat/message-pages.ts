import type { ChatMessage, ChatMessagesPage } from '@portal/contract/chat'
import type { InfiniteData } from '@tanstack/react-query'

/** The loaded messages of a thread: pages from the newest to the oldest. */
export type MessagePages<P = unknown> = InfiniteData<ChatMessagesPage, P>

/** All loaded messages in their order. */
export function flatten(data: MessagePages | undefined): ChatMessage[] | undefined {
  return data && data.pages.toReversed().flatMap((page) => page.items)
}

/** The place behind the last loaded message. */
export const nextPlace = (data: MessagePages): number => (data.pages[0]?.items.at(-1)?.seq ?? 0) + 1

/** Puts messages behind those that are loaded; what is there already, or would leave a gap, is left out. */
export function append<P>(
  data: MessagePages<P>,
  { items, newer }: Pick<ChatMessagesPage, 'items' | 'newer'>,
): MessagePages<P> {
  const [first, ...older] = data.pages
  if (!first) return data
  let place = nextPlace(data)
  const fresh: ChatMessage[] = []
  for (const message of items) {
    if (message.seq < place) continue
    if (message.seq > place) break
    fresh.push(message)
    place++
  }
  if (fresh.length === 0) return data
  return { ...data, pages: [{ ...first, items: [...first.items, ...fresh], newer }, ...older] }
}

/** Puts a changed message in the place of what it was. */
export function replace<P>(data: MessagePages<P>, changed: ChatMessage): MessagePages<P> {
  const pages = data.pages.map((page) =>
    page.items.some((m) => m.id === changed.id)
      ? { ...page, items: page.items.map((m) => (m.id === changed.id ? changed : m)) }
      : page,
  )
  return { ...data, pages }
}
