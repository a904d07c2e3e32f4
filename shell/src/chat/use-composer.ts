import { cleanText, isBlank } from '@portal/contract/text'
import type { ChatAbout } from '@portal/contract/chat'
import type { ComposerProps } from '@portal/kit/features/chat/composer'
import { takeProposedText } from '@portal/kit/features/chat/proposed-text'
import { localStore, newIdempotencyKey } from '@portal/sdk'
import { useState } from 'react'
import { fetchSections } from './queries.ts'
import { useChosenFiles } from './use-chosen-files.ts'
import type { WaitingMessage } from './waiting-messages.ts'

/** Returns the stored draft of a conversation, with the text that another page has proposed for it. */
function initialText(key: string, clientId: string): string {
  const draft = localStore.get(key) ?? ''
  const proposed = takeProposedText(clientId)
  if (proposed === undefined) return draft
  const text = isBlank(draft) ? proposed : `${draft}\n\n${proposed}`
  localStore.set(key, text)
  return text
}

/** Holds the unsent message: its text (stored as a draft), files, and the section it is about. */
export function useComposer(
  userId: string,
  { id: threadId, client_id }: { id: string; client_id: string },
  { onSend, onTyping }: { onSend: (message: WaitingMessage) => void; onTyping: () => void },
): ComposerProps {
  // Stored in this browser, so that a reload or another page loses nothing.
  const key = `chat_draft_${userId}_${threadId}`
  const [text, setText] = useState(() => initialText(key, client_id))
  const [about, setAbout] = useState<ChatAbout | null>(null)
  const chosen = useChosenFiles(threadId)
  const write = (next: string): void => {
    setText(next)
    if (next === '') localStore.remove(key)
    else localStore.set(key, next)
    if (!isBlank(next)) onTyping()
  }
  return {
    text,
    onText: write,
    onSend: () => {
      onSend({
        id: newIdempotencyKey(),
        message: cleanText(text),
        attachments: chosen.stored,
        about,
        created_at: new Date().toISOString(),
      })
      write('')
      setAbout(null)
      chosen.clear()
    },
    files: chosen.files,
    onFiles: chosen.add,
    onRemoveFile: chosen.remove,
    onRetryFile: chosen.retry,
    about,
    onAbout: setAbout,
    loadSections: () => fetchSections(threadId),
  }
}
