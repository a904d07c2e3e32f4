import type { ChatAttachment } from '@portal/contract/chat'
import { api, call, idempotent, isApiError } from '@portal/sdk'

/** What became of a file: stored, or why it is not, and whether trying again could help. */
export type UploadOutcome =
  | { state: 'done'; stored: ChatAttachment; error?: undefined }
  | { state: 'failed' | 'refused'; error: string }

const destinationOf = (threadId: string) => ({
  whole: (file: File) => `/api/chat/threads/${threadId}/files?${new URLSearchParams({ name: file.name })}`,
  begin: (file: File, key: string) =>
    call(
      api.chat.threads[':id'].uploads.$post(
        { param: { id: threadId }, json: { name: file.name, size: file.size } },
        idempotent(key),
      ),
    ),
})

const REFUSED = [
  'file_content',
  'file_type',
  'file_empty',
  'file_too_large',
  'file_damaged',
  'not_found',
  'invalid_input',
]

/** Checks a file and uploads it for a message in the thread; `onProgress` gets a share from 0 to 1. */
export async function uploadAttachment(
  threadId: string,
  file: File,
  { key, signal, onProgress }: { key: string; signal: AbortSignal; onProgress: (share: number) => void },
): Promise<UploadOutcome> {
  try {
    // Only who uploads something needs what looks at files and sends them in parts.
    const [{ checkFile }, { sendFile }] = await Promise.all([
      import('@portal/kit/features/uploads/check-file'),
      import('@portal/kit/features/uploads/send-file'),
    ])
    const { problem, sha256 } = await checkFile(file)
    if (problem) return { state: 'refused', error: problem }
    const { id, name, size, type } = await sendFile(file, destinationOf(threadId), {
      key,
      signal,
      sha256,
      onProgress: (sent) => onProgress(Math.min(1, sent / file.size)),
      onOpened: () => undefined,
      onArrived: () => onProgress(1),
    })
    return { state: 'done', stored: { id, name, size, type } }
  } catch (error) {
    const final = isApiError(error) && REFUSED.includes(error.code)
    return { state: final ? 'refused' : 'failed', error: isApiError(error) ? error.detail : 'Please try again' }
  }
}
