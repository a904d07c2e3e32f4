import { heicConverter } from '../photo/prepare-photo.ts'
import { isHeicFile } from '../photo/is-heic-file.ts'
import { startWorker } from '../start-worker.ts'
import type { Quad } from './image/geometry.ts'
import type { PageSettings, Picture } from './scan-page.ts'

type Tasks = typeof import('./scan-tasks.ts')
type Name = keyof Tasks

/** A task for the worker. */
export type ScanRequest = { [T in Name]: { id: number; task: T; input: Parameters<Tasks[T]> } }[Name]
/** The result of a task: the output, or why it failed. */
export type ScanAnswer = { id: number; output: unknown; error?: undefined } | { id: number; error: string }

/** The tasks of the scanner that run outside the main thread. */
export interface ScanEngine {
  /** Returns a photo upright, of a sensible size, with the corners of the page in it. Rejects if it cannot be read. */
  readPhoto: (file: File) => Promise<{ photo: Picture; found: Quad | undefined }>
  renderPage: (photo: Blob, settings: PageSettings) => Promise<Picture>
  combinePages: (pages: readonly Blob[], title: string) => Promise<Blob>
  /** Ends the worker. */
  close: () => void
}

/** Starts the worker. It loads everything at once, so that the scanner then works without a connection. */
export function startScanEngine(): ScanEngine {
  const worker = startWorker('scan')
  const waiting = new Map<number, { resolve: (output: never) => void; reject: (error: Error) => void }>()
  let broken: Error | undefined
  let count = 0
  worker.addEventListener('message', ({ data }: MessageEvent<ScanAnswer>) => {
    const task = waiting.get(data.id)
    waiting.delete(data.id)
    if (data.error === undefined) task?.resolve(data.output as never)
    else task?.reject(new Error(data.error))
  })
  worker.addEventListener('error', () => {
    broken = new Error('The scanner could not be loaded.')
    for (const { reject } of waiting.values()) reject(broken)
  })
  const run = <T extends Name>(task: T, ...input: Parameters<Tasks[T]>): ReturnType<Tasks[T]> =>
    new Promise((resolve, reject) => {
      if (broken) return reject(broken)
      count += 1
      waiting.set(count, { resolve, reject })
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
      worker.postMessage({ id: count, task, input })
    }) as ReturnType<Tasks[T]>
  return {
    readPhoto: (file) =>
      run('readPhoto', file).catch(async (error: unknown) => {
        if (!(await isHeicFile(file))) throw error
        const { convertHeic } = await heicConverter.load()
        return run('readPhoto', await convertHeic(file))
      }),
    renderPage: (photo, settings) => run('renderPage', photo, settings),
    combinePages: (pages, title) => run('combinePages', pages, title),
    close: () => worker.terminate(),
  }
}
