import type { FileAnswer } from '@portal/contract/fields'
import { ApiError, type ApiErrorCode } from '@portal/sdk'
import { waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { FileCheck } from './check-file.tsx'
import type { SendOptions } from './send-file.tsx'
import { STALLED_MS, type Upload } from './upload-job.tsx'
import { UploadQueue } from './upload-queue.tsx'

const PLACE = 'passport'
const pdf = (name: string) => new File(['%PDF-1.7'], name)
const answer = (name: string): FileAnswer => ({ id: name, name, path: name, size: 8, type: 'application/pdf' })
const failure = (code: ApiErrorCode, detail = 'Not now.'): ApiError =>
  new ApiError({ code, title: '', detail, status: 400 })

interface Call {
  upload: Upload<string>
  how: SendOptions
  done: () => void
  fail: (error: unknown) => void
}

function queueWith(check: (file: File) => Partial<FileCheck & { file: File }> = () => ({})) {
  const calls: Call[] = []
  const outlet = {
    onStored: vi.fn(),
    onFailed: vi.fn(),
    onBatch: vi.fn(),
    onCanceled: vi.fn(),
    save: vi.fn(),
    remove: vi.fn(),
  }
  const queue = new UploadQueue<string>({
    ...outlet,
    check: async (_, file) => ({ warnings: [], sha256: file.name, ...check(file) }),
    send: (upload, file, how) =>
      new Promise((resolve, reject) =>
        calls.push({ upload, how, done: () => resolve(answer(file.name)), fail: reject }),
      ),
  })
  const states = () => queue.uploads().map((u) => `${u.name} ${u.state}`)
  const keyOf = (name: string) => queue.uploads().find((u) => u.name === name)?.key ?? ''
  const sent = () => calls.map((c) => c.upload.name)
  return { queue, calls, states, keyOf, sent, ...outlet }
}

it('checks files one by one, uploads two at a time, and reports the batch once', async () => {
  const { queue, calls, sent, onStored, onBatch, states } = queueWith()
  queue.add(PLACE, [pdf('1.pdf'), pdf('2.pdf'), pdf('3.pdf')])
  expect(states()).toEqual(['1.pdf checking', '2.pdf checking', '3.pdf checking'])
  await waitFor(() => expect(states()).toEqual(['1.pdf sending', '2.pdf sending', '3.pdf waiting']))
  calls[0]?.how.onProgress(4)
  expect(queue.uploads()[0]?.progress).toBe(0.5)
  calls[0]?.how.onArrived()
  expect(states()[0]).toBe('1.pdf finishing')
  expect(sent()).toEqual(['1.pdf', '2.pdf'])
  calls[0]?.done()
  await waitFor(() => expect(calls).toHaveLength(3))
  expect(onBatch).not.toHaveBeenCalled()
  calls[1]?.done()
  calls[2]?.done()
  await waitFor(() => expect(onBatch).toHaveBeenCalledExactlyOnceWith(3))
  expect(onStored).toHaveBeenCalledTimes(3)
  expect(queue.uploads()).toEqual([])
})

it('uploads and stores the file that the check returns', async () => {
  const named = pdf('right.pdf')
  const { queue, calls, keyOf, states, save } = queueWith(() => ({
    file: named,
    warnings: ['It will be sent as right.pdf.'],
  }))
  queue.add(PLACE, [pdf('wrong.pdf')])
  await waitFor(() => expect(states()).toEqual(['right.pdf asking']))
  expect(save).toHaveBeenLastCalledWith(expect.objectContaining({ name: 'right.pdf' }), named)
  queue.confirm(keyOf('right.pdf'))
  await waitFor(() => expect(calls[0]?.upload.file).toBe(named))
})

it('refuses and removes a file that fails the check', async () => {
  const { queue, calls, states, onFailed, remove } = queueWith(() => ({ problem: 'It is empty.' }))
  queue.add(PLACE, [pdf('page.pdf')])
  await waitFor(() => expect(onFailed).toHaveBeenCalledOnce())
  expect(calls).toEqual([])
  expect(states()).toEqual(['page.pdf refused'])
  expect(queue.uploads()[0]).toMatchObject({ error: 'It is empty.' })
  expect(remove).toHaveBeenCalledWith(queue.uploads()[0]?.key)
})

it('waits for confirmation of a warning without blocking other files', async () => {
  const { queue, calls, states, sent, keyOf, save, onBatch } = queueWith(({ name }) =>
    name === 'ok.pdf' ? {} : { warnings: ['Tiny.'] },
  )
  queue.add(PLACE, [pdf('tiny.pdf'), pdf('not wanted.pdf'), pdf('ok.pdf')])
  await waitFor(() => expect(states()).toEqual(['tiny.pdf asking', 'not wanted.pdf asking', 'ok.pdf sending']))
  calls[0]?.done()
  await waitFor(() => expect(onBatch).toHaveBeenCalledExactlyOnceWith(1))
  expect(save.mock.calls.filter(([u]) => u.checked).map(([u]) => u.name)).toEqual(['ok.pdf'])
  queue.confirm(keyOf('tiny.pdf'))
  queue.cancel(keyOf('not wanted.pdf'))
  await waitFor(() => expect(sent()).toEqual(['ok.pdf', 'tiny.pdf']))
  calls[1]?.done()
  await waitFor(() => expect(onBatch.mock.calls).toEqual([[1], [1]]))
  expect(queue.uploads()).toEqual([])
})

it('aborts the request, cancels the upload and starts the next one when a file is canceled', async () => {
  const { queue, calls, sent, keyOf, onFailed, onBatch, onCanceled } = queueWith()
  queue.add(PLACE, [pdf('1.pdf'), pdf('2.pdf'), pdf('3.pdf')])
  await waitFor(() => expect(calls).toHaveLength(2))
  calls[0]?.how.onOpened('upload-1')
  queue.cancel(keyOf('1.pdf'))
  expect(onCanceled).toHaveBeenCalledExactlyOnceWith('upload-1')
  await waitFor(() => expect(sent()).toEqual(['1.pdf', '2.pdf', '3.pdf']))
  expect(calls[0]?.how.signal.aborted).toBe(true)
  calls[0]?.fail(new DOMException('Aborted', 'AbortError'))
  calls[1]?.done()
  calls[2]?.done()
  await waitFor(() => expect(onBatch).toHaveBeenCalledExactlyOnceWith(2))
  expect(onFailed).not.toHaveBeenCalled()
})

it('shows why a file failed, and retries with the same key where it stopped', async () => {
  const { queue, calls, keyOf, onBatch } = queueWith()
  queue.add(PLACE, [pdf('1.pdf')])
  await waitFor(() => expect(calls).toHaveLength(1))
  calls[0]?.how.onOpened('upload-1')
  calls[0]?.fail(failure('busy', 'The portal is busy.'))
  await waitFor(() => expect(onBatch).toHaveBeenCalledWith(0))
  expect(queue.uploads()[0]).toMatchObject({ state: 'failed', error: 'The portal is busy.' })
  queue.retry(keyOf('1.pdf'))
  await waitFor(() => expect(calls).toHaveLength(2))
  expect(calls[1]?.how).toMatchObject({ key: calls[0]?.how.key, uploadId: 'upload-1', sha256: '1.pdf' })
  calls[1]?.done()
  await waitFor(() => expect(onBatch).toHaveBeenLastCalledWith(1))
})

it('does not offer a retry when it would fail again', async () => {
  const { queue, calls, states, onCanceled } = queueWith()
  queue.add(PLACE, [pdf('1.pdf')])
  await waitFor(() => expect(calls).toHaveLength(1))
  calls[0]?.how.onOpened('upload-1')
  calls[0]?.fail(failure('section_locked'))
  await waitFor(() => expect(states()).toEqual(['1.pdf refused']))
  expect(onCanceled).toHaveBeenCalledWith('upload-1')
})

it('aborts and retries a stalled connection', async () => {
  vi.useFakeTimers()
  const { queue, calls, onFailed, onStored } = queueWith()
  queue.add(PLACE, [pdf('1.pdf')])
  await vi.advanceTimersByTimeAsync(10)
  const [first] = calls
  first?.how.signal.addEventListener('abort', () => first.fail(first.how.signal.reason))
  await vi.advanceTimersByTimeAsync(STALLED_MS - 1000)
  first?.how.onProgress(3)
  await vi.advanceTimersByTimeAsync(STALLED_MS - 1000)
  expect(first?.how.signal.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(2000)
  expect(first?.how.signal.aborted).toBe(true)
  expect(onFailed).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(5000)
  expect(calls).toHaveLength(2)
  calls[1]?.done()
  await vi.advanceTimersByTimeAsync(10)
  expect(onStored).toHaveBeenCalledOnce()
  vi.useRealTimers()
})

it('retries automatically after a lost connection, but not after a refusal', async () => {
  const { queue, calls, states, sent } = queueWith()
  queue.add(PLACE, [pdf('lost.pdf'), pdf('refused.pdf')])
  await waitFor(() => expect(calls).toHaveLength(2))
  queue.interrupt()
  expect(calls[0]?.how.signal.reason).toMatchObject({ code: 'network' })
  calls[0]?.fail(calls[0].how.signal.reason)
  calls[1]?.fail(failure('file_type'))
  await waitFor(() => expect(states()).toEqual(['lost.pdf offline', 'refused.pdf refused']))
  queue.resume()
  await waitFor(() => expect(sent().slice(2)).toEqual(['lost.pdf']))
})

it('waits for the connection without a failure, however long it takes', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine: false })
  const { queue, calls, states, onFailed } = queueWith()
  queue.add(PLACE, [pdf('1.pdf')])
  await vi.advanceTimersByTimeAsync(10)
  calls[0]?.fail(failure('network'))
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(states()).toEqual(['1.pdf offline'])
  expect(calls).toHaveLength(1)
  expect(onFailed).not.toHaveBeenCalled()
  vi.stubGlobal('navigator', { onLine: true })
  queue.resume()
  await vi.advanceTimersByTimeAsync(10)
  expect(calls).toHaveLength(2)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('fails when the server cannot be reached although there is a connection', async () => {
  vi.useFakeTimers()
  const { queue, calls, states, onFailed } = queueWith()
  queue.add(PLACE, [pdf('1.pdf')])
  for (let attempt = 0; attempt < 6; attempt++) {
    await vi.advanceTimersByTimeAsync(60_000)
    expect(onFailed).not.toHaveBeenCalled()
    calls[attempt]?.fail(failure('network'))
  }
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(states()).toEqual(['1.pdf failed'])
  expect(calls).toHaveLength(6)
  expect(onFailed).toHaveBeenCalledOnce()
  vi.useRealTimers()
})

it('checks a file again when the check could not be loaded', async () => {
  let offline = true
  const { queue, states, sent } = queueWith(() => {
    if (offline) throw new Error('ChunkLoadError')
    return {}
  })
  queue.add(PLACE, [pdf('photo.jpg'), pdf('other.jpg')])
  await waitFor(() => expect(states()).toEqual(['photo.jpg offline', 'other.jpg offline']))
  offline = false
  queue.resume()
  await waitFor(() => expect(sent()).toEqual(['photo.jpg', 'other.jpg']))
})

it('resumes uploads of an earlier visit, and asks for files that are no longer on the device', async () => {
  const { queue, calls, states, keyOf } = queueWith()
  const left = { userId: 'u', place: PLACE, modified: 1, at: 1, checked: true }
  queue.restore([
    {
      ...left,
      key: 'kept-one',
      name: 'kept.pdf',
      size: 8,
      uploadId: 'upload-1',
      sha256: 'hash',
      file: pdf('kept.pdf'),
    },
    { ...left, key: 'lost-one', name: 'lost.pdf', size: 8, uploadId: 'upload-2', file: undefined },
    { ...left, key: 'unseen-one', name: 'unseen.pdf', size: 8, checked: false, file: pdf('unseen.pdf') },
  ])
  await waitFor(() => expect(states()).toEqual(['kept.pdf sending', 'lost.pdf missing', 'unseen.pdf sending']))
  expect(calls[0]?.how).toMatchObject({ key: 'kept-one', uploadId: 'upload-1', sha256: 'hash' })
  calls[0]?.done()
  calls[1]?.done()
  await waitFor(() => expect(states()).toEqual(['lost.pdf missing']))
  queue.add('another place', [pdf('lost.pdf')])
  queue.add(PLACE, [pdf('lost.pdf')])
  await waitFor(() => expect(calls).toHaveLength(4))
  expect(calls.slice(2).map((c) => c.how.uploadId)).toEqual([undefined, 'upload-2'])
  expect(keyOf('lost.pdf')).toBe('lost-one')
})

it('keeps pending uploads when stopped', async () => {
  const { queue, calls, remove, onCanceled } = queueWith()
  queue.add(PLACE, [pdf('1.pdf')])
  await waitFor(() => expect(calls).toHaveLength(1))
  calls[0]?.how.onOpened('upload-1')
  queue.stop()
  expect(calls[0]?.how.signal.aborted).toBe(true)
  expect(queue.uploads()).toEqual([])
  expect(remove).not.toHaveBeenCalled()
  expect(onCanceled).not.toHaveBeenCalled()
})
