import type { ScanAnswer, ScanRequest } from './scan-engine.ts'
import * as tasks from './scan-tasks.ts'

/** Runs the tasks of the scanner one after the other, so that only one photo is in memory. */

function run(request: ScanRequest): Promise<unknown> {
  switch (request.task) {
    case 'readPhoto':
      return tasks.readPhoto(...request.input)
    case 'renderPage':
      return tasks.renderPage(...request.input)
    case 'combinePages':
      return tasks.combinePages(...request.input)
  }
}

async function answer(request: ScanRequest): Promise<void> {
  const { id } = request
  const response: ScanAnswer = await run(request).then(
    (output) => ({ id, output }),
    (error: unknown) => ({ id, error: String(error) }),
  )
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
  self.postMessage(response)
}

let last: Promise<void> = Promise.resolve()
self.addEventListener('message', ({ data }: MessageEvent<ScanRequest>) => {
  last = last.then(() => answer(data))
})
