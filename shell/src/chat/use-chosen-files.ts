import type { ChatAttachment } from '@portal/contract/chat'
import { CHAT_FILE_EXTENSIONS } from '@portal/contract/files'
import { MESSAGE_FILES_MAX } from '@portal/contract/limits'
import type { ChosenFile } from '@portal/kit/features/chat/chosen-files'
import { withUniqueName } from '@portal/kit/features/uploads/unique-name'
import { newIdempotencyKey, toastError, toastUploadFailure } from '@portal/sdk'
import { useEffect, useRef, useState } from 'react'
import { uploadAttachment } from './upload-attachment.ts'

interface Chosen extends ChosenFile {
  file: File
  stored?: ChatAttachment
}

/** Holds the files of the unsent message. They are checked and uploaded immediately. */
export function useChosenFiles(threadId: string) {
  const [files, setFiles] = useState<readonly Chosen[]>([])
  const aborts = useRef(new Map<string, AbortController>())
  // Leaving the conversation discards unsent files.
  useEffect(() => {
    const all = aborts.current
    return () => {
      for (const abort of all.values()) abort.abort()
    }
  }, [])
  const change = (key: string, what: Partial<Chosen>): void =>
    setFiles((all) => all.map((f) => (f.key === key ? { ...f, ...what } : f)))
  const upload = async ({ key, file }: Pick<Chosen, 'key' | 'file'>): Promise<void> => {
    const signal = aborts.current.get(key)?.signal
    if (!signal || signal.aborted) return
    const onProgress = (progress: number): void => change(key, { progress })
    const outcome = await uploadAttachment(threadId, file, { key, signal, onProgress })
    if (signal.aborted) return
    change(key, outcome)
    if (outcome.error) toastUploadFailure(file.name, outcome.error)
  }
  const drop = (keys: readonly string[]): void => setFiles((all) => all.filter((f) => !keys.includes(f.key)))
  const add = async (given: readonly File[]): Promise<void> => {
    const chosen = given.map(withUniqueName)
    const fresh = chosen.map(
      (file): Chosen => ({ key: newIdempotencyKey(), name: file.name, file, state: 'uploading', progress: 0 }),
    )
    // Added before the check, so that a message cannot be sent without them in the meantime.
    setFiles((all) => [...all, ...fresh])
    for (const { key } of fresh) aborts.current.set(key, new AbortController())
    const { sortFiles } = await import('@portal/kit/features/uploads/file-drop').catch((error: unknown) => {
      drop(fresh.map((f) => f.key))
      toastError('Upload failed', 'Please try again.')
      throw error
    })
    const { good, refused } = sortFiles(chosen, CHAT_FILE_EXTENSIONS, MESSAGE_FILES_MAX - files.length)
    for (const { name, reason } of refused) toastUploadFailure(name, reason)
    drop(fresh.filter(({ file }) => !good.includes(file)).map((f) => f.key))
    for (const one of fresh) if (good.includes(one.file)) void upload(one)
  }
  return {
    files,
    stored: files.flatMap((f) => f.stored ?? []),
    add: (chosen: File[]) => void add(chosen).catch(() => undefined),
    retry: (key: string) => {
      const one = files.find((f) => f.key === key)
      if (!one) return
      change(key, { state: 'uploading', progress: 0, error: undefined })
      void upload(one)
    },
    remove: (key: string) => {
      aborts.current.get(key)?.abort()
      drop([key])
    },
    clear: () => setFiles([]),
  }
}
