import { expect, it, vi } from 'vitest'
import type * as Batches from './batches.ts'
import type { WriteOutcome } from './write-batch.ts'
import { Writer } from './writer.ts'

vi.mock('cloudflare:workers', () => ({
  DurableObject: class {
    readonly ctx = { waitUntil: () => undefined }
    readonly env = { LIBSQL_URL: 'http://127.0.0.1', AUTH_SECRET: 'x'.repeat(32), ENVIRONMENT: 'development' }
  },
}))
/** Ends the current request to the database. It does not answer before, so that all batches wait. */
let endRequest: (reason: Error) => void
vi.mock('./batches.ts', async (original) => ({
  ...(await original<typeof Batches>()),
  runBatches: () => new Promise((_, reject) => (endRequest = reject)),
}))

/** Returns a Writer and the outcomes of the batches that it has answered, each with its fairness key. */
function newWriter() {
  const writer = new Writer()
  const answers: string[] = []
  const run = (fairnessKey: string): Promise<void> =>
    writer
      .run({ statements: [], lanes: [], outboxRowsAt: [], audits: false, fairnessKey })
      .then((outcome: WriteOutcome) => void answers.push(`${fairnessKey} ${outcome.ok ? 'ok' : outcome.message}`))
  return { run, answers }
}
/** Resolves after the callbacks of settled promises have run. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

it('keeps room for a firm while four others fill the queue', async () => {
  const { run, answers } = newWriter()
  for (let i = 0; i < 300; i++) for (const firm of ['a', 'b', 'c', 'd']) void run(firm)
  await settled()
  const full = answers.length
  for (let i = 0; i < 10; i++) void run('victim')
  await settled()
  // The others give way, the longest first, and are refused.
  expect(answers.slice(full).filter((answer) => answer.startsWith('victim'))).toEqual([])
  expect(answers.slice(full)).toHaveLength(10)
  expect(answers.slice(full).every((answer) => answer.endsWith('crowded'))).toBe(true)
})

it('refuses another batch when no firm has more batches waiting', async () => {
  const { run, answers } = newWriter()
  for (let i = 0; i < 1200; i++) void run(`firm ${i}`)
  await settled()
  expect(answers.filter((answer) => answer.endsWith('crowded'))).toEqual([])
  expect(answers.length).toBeGreaterThan(0)
})

it('refuses batches that have waited too long when the database answers again', async () => {
  const { run, answers } = newWriter()
  const clock = vi.spyOn(Date, 'now')
  const now = Date.now()
  void run('sent')
  void run('late')
  void run('')
  clock.mockReturnValue(now + 15_000)
  void run('in time')
  clock.mockReturnValue(now + 21_000)
  endRequest(new Error('timed out'))
  await settled()
  clock.mockRestore()
  expect(answers).toEqual(['sent unreachable', 'late busy'])
})
