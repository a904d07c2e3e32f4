import type { ChatAttachment } from '@portal/contract/chat'
import { CHAT_FILE_EXTENSIONS } from '@portal/contract/files'
import { MESSAGE_FILES_MAX } from '@portal/contract/limits'
import type { ChosenFile } from '@portal/kit/features/chat/chosen-files'
import { sortFiles } from '@portal/kit/features/uploads/sort-files'
import { withUniqueName } from '@portal/kit/features/uploads/unique-name'
import { newIdempotencyKey, toastUploadFailure } from '@portal/sdk'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
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
  const retry = (one: Chosen): void => {
    change(one.key, { state: 'uploading', progress: 0, error: undefined })
    void upload(one)
  }
  const resume = useEffectEvent(() => {
    for (const one of files) if (one.state === 'offline') retry(one)
  })
  useEffect(() => {
    const online = (): void => resume()
    window.addEventListener('online', online)
    return () => window.removeEventListener('online', online)
  }, [])
  const add = (given: readonly File[]): void => {
    const chosen = given.map(withUniqueName)
    const { good, refused } = sortFiles(chosen, CHAT_FILE_EXTENSIONS, MESSAGE_FILES_MAX - files.length)
    for (const { name, reason } of refused) toastUploadFailure(name, reason)
    const fresh = good.map(
      (file): Chosen => ({ key: newIdempotencyKey(), name: file.name, file, state: 'uploading', progress: 0 }),
    )
    setFiles((all) => [...all, ...fresh])
    for (const one of fresh) {
      aborts.current.set(one.key, new AbortController())
      void upload(one)
    }
  }
  return {
    files,
    stored: files.flatMap((f) => f.stored ?? []),
    add,
    retry: (key: string) => {
      const one = files.find((f) => f.key === key)
      if (one) retry(one)
    },
    remove: (key: string) => {
      aborts.current.get(key)?.abort()
      setFiles((all) => all.filter((f) => f.key !== key))
    },
    clear: () => setFiles([]),
  }
}
