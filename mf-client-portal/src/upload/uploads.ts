import type { FileAnswer } from '@portal/contract/fields'
import type { PendingUploads } from '@portal/kit/features/uploads/pending-uploads'
import { cancelUpload, sendFile } from '@portal/kit/features/uploads/send-file'
import type { Upload } from '@portal/kit/features/uploads/upload-job'
import { UploadQueue } from '@portal/kit/features/uploads/upload-queue'
import {
  api,
  call,
  currentSession,
  idempotent,
  invalidateSoon,
  lazyCode,
  onSessionChange,
  queryClient,
  toastSuccess,
  toastUploadFailure,
} from '@portal/sdk'
import { useEffect, useSyncExternalStore } from 'react'
import { sectionQuery, workformsQuery } from '../dashboard/queries.ts'

/** The destination of a file: a field of a section. */
export interface Place {
  assignmentId: string
  fieldId: string
}

/** Changes the cached files of a field. */
export function changeFiles(
  assignmentId: string,
  fieldId: string,
  change: (files: FileAnswer[]) => FileAnswer[],
): void {
  queryClient.setQueryData(sectionQuery(assignmentId).queryKey, (detail) => {
    if (!detail) return undefined
    const before = detail.answers[fieldId]
    const files = Array.isArray(before) ? before.filter((f): f is FileAnswer => typeof f !== 'string') : []
    return { ...detail, answers: { ...detail.answers, [fieldId]: change(files) } }
  })
}

const checker = lazyCode(() => import('./check-upload.ts'))
const scans = lazyCode(() => import('../scan/scan-store.ts'))
const storage = lazyCode(() => import('@portal/kit/features/uploads/pending-uploads'))
let pending: Promise<PendingUploads<Place>> | undefined

async function loadPending(): Promise<PendingUploads<Place>> {
  const { PendingUploads: Loaded } = await storage.load()
  return new Loaded<Place>()
}

/** Uses the storage of this device, which is loaded after the page. Best effort, like the storage itself. */
async function withPending<T>(operate: (pending: PendingUploads<Place>) => Promise<T>): Promise<T | undefined> {
  try {
    pending ??= loadPending()
    return await operate(await pending)
  } catch {
    pending = undefined
    return undefined
  }
}

async function forgetScannedPages(): Promise<void> {
  const { forgetScans } = await scans.load()
  await forgetScans()
}

const destinationOf = ({ assignmentId, fieldId }: Place) => ({
  whole: (file: File) =>
    `/api/portal/sections/${assignmentId}/files?${new URLSearchParams({ field: fieldId, name: file.name })}`,
  begin: (file: File, key: string) =>
    call(
      api.portal.sections[':id'].uploads.$post(
        { param: { id: assignmentId }, json: { field: fieldId, name: file.name, size: file.size } },
        idempotent(key),
      ),
    ),
})

function makeQueue(): UploadQueue<Place> {
  const queue = new UploadQueue<Place>({
    check: async (upload, file, others) => {
      // Loaded on the first upload.
      const { checkUpload } = await checker.loadNow()
      return checkUpload(upload, file, others)
    },
    send: ({ place }, file, how) => sendFile(file, destinationOf(place), how),
    onStored: ({ place: { assignmentId, fieldId } }, file) => {
      changeFiles(assignmentId, fieldId, (files) => [...files.filter((f) => f.id !== file.id), file])
      invalidateSoon(sectionQuery(assignmentId).queryKey)
      invalidateSoon(workformsQuery.queryKey)
    },
    onFailed: ({ name, error }) => toastUploadFailure(name, error),
    onBatch: (stored) => {
      if (stored > 0)
        toastSuccess('Files uploaded', stored === 1 ? 'Your file is there.' : `Your ${stored} files are there.`)
    },
    onCanceled: (uploadId) => void cancelUpload(uploadId),
    save: (upload, file) => {
      const userId = currentSession()?.user.id
      if (userId) void withPending((store) => store.save({ ...upload, userId, at: Date.now() }, file))
    },
    remove: (key) => void withPending((store) => store.remove(key)),
  })
  window.addEventListener('offline', () => queue.interrupt())
  window.addEventListener('online', () => queue.resume())
  window.addEventListener('beforeunload', (event) => {
    if (queue.active) event.preventDefault()
  })
  onSessionChange((_, change) => {
    if (change === 'refreshed') return
    // After an expired session, uploads resume later; signing out cancels them and removes scanned pages.
    if (change === 'ended') queue.stop()
    else {
      for (const { key } of queue.uploads()) queue.cancel(key)
      void forgetScannedPages().catch(() => undefined)
    }
  })
  return queue
}

let queue: UploadQueue<Place> | undefined

/** Returns the upload queue of this tab. */
export function uploadQueue(): UploadQueue<Place> {
  queue ??= makeQueue()
  return queue
}

/** Returns the uploads of a section; re-renders with their progress. */
export function useUploads(assignmentId: string): readonly Upload<Place>[] {
  const current = uploadQueue()
  return useSyncExternalStore(current.subscribe, current.uploads).filter((u) => u.place.assignmentId === assignmentId)
}

/** Resumes the user's uploads that an earlier visit left in this browser. */
export function usePendingUploads(userId: string): void {
  useEffect(() => {
    const restore = async (): Promise<void> => {
      const left = (await withPending((store) => store.restore(userId))) ?? []
      if (left.length > 0 && currentSession()?.user.id === userId) uploadQueue().restore(left)
    }
    void restore()
  }, [userId])
}
