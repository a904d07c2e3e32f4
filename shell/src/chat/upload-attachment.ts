import type { ChatAttachment } from '@portal/contract/chat'
import { isPermanent } from '@portal/kit/features/uploads/upload-job'
import { api, call, errorMessage, idempotent, isApiError, lazyCode, uploadedShare } from '@portal/sdk'

/** The outcome of an upload: stored, waiting for the connection, failed but worth a retry, or refused. */
export type UploadOutcome =
  | { state: 'done'; stored: ChatAttachment; error?: undefined }
  | { state: 'offline'; error?: undefined }
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

/** Loaded only by users who upload a file. */
export const uploadCode = lazyCode(() => import('./upload-code.ts'))

/** Checks a file and uploads it for a message, photos without metadata. `onProgress` gets a share from 0 to 1. */
export async function uploadAttachment(
  threadId: string,
  chosen: File,
  { key, signal, onProgress }: { key: string; signal: AbortSignal; onProgress: (share: number) => void },
): Promise<UploadOutcome> {
  try {
    const { checkFile, cleanPhoto, PHOTO_DAMAGED, sendFile } = await uploadCode.loadNow()
    const file = await cleanPhoto(chosen).catch(() => undefined)
    if (!file) return { state: 'refused', error: PHOTO_DAMAGED }
    const { problem, sha256 } = await checkFile(file)
    if (problem) return { state: 'refused', error: problem }
    const { id, name, size, type } = await sendFile(file, destinationOf(threadId), {
      key,
      signal,
      sha256,
      onProgress: (sent) => onProgress(uploadedShare(sent, file.size)),
      onOpened: () => undefined,
      onArrived: () => onProgress(1),
    })
    return { state: 'done', stored: { id, name, size, type } }
  } catch (error) {
    if (!navigator.onLine && isApiError(error, 'network')) return { state: 'offline' }
    return { state: isPermanent(error) ? 'refused' : 'failed', error: errorMessage(error, 'Please try again') }
  }
}
