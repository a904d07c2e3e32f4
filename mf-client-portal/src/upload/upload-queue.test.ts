import type { FileAnswer } from '@portal/contract/fields'
import { ApiError } from '@portal/sdk'
import { expect, test, vi } from 'vitest'
import { STALLED_MS, type Upload, UploadQueue } from './upload-queue.ts'

const PLACE = { assignmentId: 'a', fieldId: 'f' }
const pdf = (name: string) => new File(['%PDF-1.7'], name)
const answer = (name: string): FileAnswer => ({ id: name, name, path: name, size: 8, type: 'application/pdf' })

interface Call {
  upload: Upload
  key: string
  signal: AbortSignal
  onProgress: (share: number) => void
  done: () => void
  fail: (error: unknown) => void
}

function queueWith() {
  const calls: Call[] = []
  const outlet = { onStored: vi.fn(), onFailed: vi.fn(), onBatch: vi.fn() }
  const queue = new UploadQueue({
    ...outlet,
    send: (upload, how) =>
      new Promise((resolve, reject) => {
        calls.push({ upload, ...how, done: () => resolve(answer(upload.file.name)), fail: reject })
      }),
  })
  return { queue, calls, ...outlet }
}

test('two files at a time; the batch is reported once, at its end', async () => {
  const { queue, calls, onStored, onBatch } = queueWith()
  queue.add(PLACE, [pdf('1.pdf'), pdf('2.pdf'), pdf('3.pdf')])
  await vi.waitFor(() => expect(calls.map((c) => c.upload.file.name)).toEqual(['1.pdf', '2.pdf']))
  calls[0]?.onProgress(0.5)
  expect(queue.uploads()[0]?.progress).toBe(0.5)
  calls[0]?.done()
  await vi.waitFor(() => expect(calls).toHaveLength(3))
  expect(onBatch).not.toHaveBeenCalled()
  calls[1]?.done()
  calls[2]?.done()
  await vi.waitFor(() => expect(onBatch).toHaveBeenCalledExactlyOnceWith(3))
  expect(onStored).toHaveBeenCalledTimes(3)
  expect(queue.uploads()).toEqual([])
})

test('wrong content is refused before anything is sent', async () => {
  const { queue, calls, onFailed } = queueWith()
  queue.add(PLACE, [new File(['<html>'], 'page.pdf')])
  await vi.waitFor(() => expect(onFailed).toHaveBeenCalledOnce())
  expect(calls).toEqual([])
  expect(queue.uploads()[0]).toMatchObject({ state: 'refused', error: 'The content of the file is not what its name says.' })
})

test('cancelling aborts the request and makes room for the next', async () => {
  const { queue, calls, onFailed, onBatch } = queueWith()
  queue.add(PLACE, [pdf('1.pdf'), pdf('2.pdf'), pdf('3.pdf')])
  await vi.waitFor(() => expect(calls).toHaveLength(2))
  queue.cancel(queue.uploads()[0]?.key ?? '')
  await vi.waitFor(() => expect(calls.map((c) => c.upload.file.name)).toEqual(['1.pdf', '2.pdf', '3.pdf']))
  expect(calls[0]?.signal.aborted).toBe(true)
  calls[0]?.fail(new DOMException('Aborted', 'AbortError'))
  calls[1]?.done()
  calls[2]?.done()
  await vi.waitFor(() => expect(onBatch).toHaveBeenCalledExactlyOnceWith(2))
  expect(onFailed).not.toHaveBeenCalled()
})

test('a failed file says why and is sent again under the same key', async () => {
  const { queue, calls, onBatch } = queueWith()
  queue.add(PLACE, [pdf('1.pdf')])
  await vi.waitFor(() => expect(calls).toHaveLength(1))
  calls[0]?.fail(new ApiError({ code: 'busy', title: 'Busy', detail: 'The portal is busy.', status: 503 }))
  await vi.waitFor(() => expect(onBatch).toHaveBeenCalledWith(0))
  expect(queue.uploads()[0]).toMatchObject({ state: 'failed', error: 'The portal is busy.' })
  queue.retry(queue.uploads()[0]?.key ?? '')
  await vi.waitFor(() => expect(calls).toHaveLength(2))
  expect(calls[1]?.key).toBe(calls[0]?.key)
  calls[1]?.done()
  await vi.waitFor(() => expect(onBatch).toHaveBeenLastCalledWith(1))
})

test('a connection on which nothing moves is given up, and tried again', async () => {
  vi.useFakeTimers()
  const { queue, calls, onFailed, onStored } = queueWith()
  queue.add(PLACE, [pdf('1.pdf')])
  await vi.advanceTimersByTimeAsync(10)
  const first = calls[0]
  first?.signal.addEventListener('abort', () => first.fail(first.signal.reason))
  await vi.advanceTimersByTimeAsync(STALLED_MS - 1000)
  first?.onProgress(0.3)
  await vi.advanceTimersByTimeAsync(STALLED_MS - 1000)
  expect(first?.signal.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(2000)
  expect(first?.signal.aborted).toBe(true)
  expect(onFailed).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(5000)
  expect(calls).toHaveLength(2)
  calls[1]?.done()
  await vi.advanceTimersByTimeAsync(10)
  expect(onStored).toHaveBeenCalledOnce()
  vi.useRealTimers()
})

test('what a lost connection cut off goes by itself when it is back; what the server refused does not', async () => {
  const { queue, calls } = queueWith()
  queue.add(PLACE, [pdf('lost.pdf'), pdf('refused.pdf')])
  await vi.waitFor(() => expect(calls).toHaveLength(2))
  queue.interrupt()
  expect(calls[0]?.signal.reason).toMatchObject({ code: 'network' })
  calls[0]?.fail(calls[0].signal.reason)
  calls[1]?.fail(new ApiError({ code: 'file_type', title: '', detail: 'Not accepted.', status: 415 }))
  await vi.waitFor(() => expect(queue.uploads().map((u) => u.state)).toEqual(['failed', 'failed']))
  queue.resume()
  await vi.waitFor(() => expect(calls.slice(2).map((c) => c.upload.file.name)).toEqual(['lost.pdf']))
})
