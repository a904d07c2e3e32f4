import type { FileAnswer } from '@portal/contract/fields'
import { invalidateSoon, onSessionChange, queryClient, toastError, toastSuccess, uploadFile } from '@portal/sdk'
import { useSyncExternalStore } from 'react'
import { sectionQuery } from '../dashboard/queries.ts'
import { type Upload, UploadQueue } from './upload-queue.ts'

/** Changes the files of a field in the section that is on screen. */
export function changeFiles(assignmentId: string, fieldId: string, change: (files: FileAnswer[]) => FileAnswer[]): void {
  queryClient.setQueryData(sectionQuery(assignmentId).queryKey, (detail) => {
    if (!detail) return undefined
    const before = detail.answers[fieldId]
    const files = Array.isArray(before) ? before.filter((f): f is FileAnswer => typeof f !== 'string') : []
    return { ...detail, answers: { ...detail.answers, [fieldId]: change(files) } }
  })
}

function makeQueue(): UploadQueue {
  const queue = new UploadQueue({
    send: ({ assignmentId, fieldId, file }, { key, signal, onProgress }) => {
      const query = new URLSearchParams({ field: fieldId, name: file.name })
      return uploadFile<FileAnswer>(`/api/portal/sections/${assignmentId}/files?${query}`, file, {
        idempotencyKey: key,
        signal,
        onProgress: ({ sent, total }) => onProgress(total > 0 ? sent / total : 0),
      })
    },
    onStored: ({ assignmentId, fieldId }, file) => {
      changeFiles(assignmentId, fieldId, (files) => [...files.filter((f) => f.id !== file.id), file])
      invalidateSoon(sectionQuery(assignmentId).queryKey)
    },
    onFailed: ({ file, error }) => toastError('Upload failed', `Failed to upload ${file.name}: ${error ?? 'Please try again'}`),
    onBatch: (stored) => {
      if (stored > 0) toastSuccess('Files uploaded', stored === 1 ? 'Your file is there.' : `Your ${stored} files are there.`)
    },
  })
  window.addEventListener('offline', () => queue.interrupt())
  window.addEventListener('online', () => queue.resume())
  window.addEventListener('beforeunload', (event) => {
    if (queue.active) event.preventDefault()
  })
  onSessionChange((_, change) => {
    if (change !== 'refreshed') for (const { key } of queue.uploads()) queue.cancel(key)
  })
  return queue
}

let queue: UploadQueue | undefined

/** The one queue of this tab. */
export function uploadQueue(): UploadQueue {
  queue ??= makeQueue()
  return queue
}

/** The uploads of a section; re-renders as they get on. */
export function useUploads(assignmentId: string): readonly Upload[] {
  const current = uploadQueue()
  return useSyncExternalStore(current.subscribe, current.uploads).filter((u) => u.assignmentId === assignmentId)
}
