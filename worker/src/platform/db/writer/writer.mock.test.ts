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
/** The current request to the database: how many batches it has. It is not answered before a test ends it. */
let request: { batches: number; answer: (ms: number) => void; fail: (reason: Error) => void }
vi.mock('./batches.ts', async (original) => ({
  ...(await original<typeof Batches>()),
  runBatches: (_: unknown, { length }: unknown[]) =>
    new Promise((resolve, reject) => {
      const outcomes = Array.from({ length }, () => ({ ok: true, rows: [] }))
      const answer = (ms: number): void => resolve({ outcomes, ms: outcomes.map(() => ms) })
      request = { batches: length, answer, fail: reject }
    }),
}))

/** Returns a Writer and the outcomes of the batches that it has answered, each with its fairness key. */
function newWriter() {
  const writer = new Writer()
  const answers: string[] = []
  const run = (fairnessKey: string, bytes = 0): Promise<void> =>
    writer
      .run({
        statements: [{ sql: '', args: ['x'.repeat(bytes)] }],
        lanes: [],
        outboxRowsAt: [],
        audits: false,
        fairnessKey,
      })
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
  request.fail(new Error('timed out'))
  await settled()
  clock.mockRestore()
  expect(answers).toEqual(['sent unreachable', 'late busy'])
})

it('limits how much text of a firm may wait', async () => {
  const { run, answers } = newWriter()
  for (let i = 0; i < 30; i++) void run('heavy', 1_000_000)
  void run('light')
  await settled()
  expect(answers).toHaveLength(19)
  expect(new Set(answers)).toEqual(new Set(['heavy crowded']))
})

it('keeps room for a firm while others fill the queue with text', async () => {
  const { run, answers } = newWriter()
  for (let i = 0; i < 60; i++) void run(`heavy ${i % 4}`, 1_000_000)
  await settled()
  const before = answers.length
  void run('victim')
  await settled()
  expect(answers.slice(before).filter((answer) => answer.startsWith('victim'))).toEqual([])
})

it('sends batches of a firm with expensive ones alone', async () => {
  const { run } = newWriter()
  const done = run('expensive')
  request.answer(900)
  await done
  void run('first')
  void run('expensive')
  for (const key of ['one', 'two', 'three']) void run(key)
  const sizes: number[] = []
  for (let i = 0; i < 3; i++) {
    sizes.push(request.batches)
    request.answer(1)
    await settled()
  }
  expect(sizes).toEqual([1, 1, 3])
})

it('charges a firm for what it sends, however fast the database stores it', async () => {
  vi.stubGlobal('scheduler', { wait: () => new Promise(() => undefined) })
  const { run, answers } = newWriter()
  void run('light')
  request.answer(1)
  await settled()
  for (let i = 0; i < 6; i++) {
    void run('heavy', 1_000_000)
    request.answer(1)
    await settled()
  }
  // Each counts as 101 ms, and a firm may use 200 ms in advance.
  expect(answers).toEqual(['light ok', 'heavy ok', 'heavy ok'])
  vi.unstubAllGlobals()
})

it('lets a firm that has used its share wait while others write, and no longer', async () => {
  const waits: (() => void)[] = []
  vi.stubGlobal('scheduler', { wait: () => new Promise<void>((resolve) => waits.push(resolve)) })
  const clock = vi.spyOn(Date, 'now')
  const now = Date.now()
  const { run, answers } = newWriter()
  void run('light')
  void run('expensive')
  request.answer(1)
  await settled()
  request.answer(2000)
  await settled()
  void run('expensive')
  await settled()
  void run('light')
  await settled()
  request.answer(1)
  await settled()
  expect(answers).toEqual(['light ok', 'expensive ok', 'light ok'])
  clock.mockReturnValue(now + 10_000)
  for (const resolve of waits) resolve()
  await settled()
  request.answer(1)
  await settled()
  expect(answers).toEqual(['light ok', 'expensive ok', 'light ok', 'expensive ok'])
  clock.mockRestore()
  vi.unstubAllGlobals()
})
