import { expect, it, vi } from 'vitest'
import type * as Hrana from './hrana.ts'
import { Writer, type WriteOutcome } from './writer.ts'

vi.mock('cloudflare:workers', () => ({
  DurableObject: class {
    readonly ctx = { waitUntil: () => undefined }
    readonly env = { LIBSQL_URL: 'http://127.0.0.1', AUTH_SECRET: 'x'.repeat(32), ENVIRONMENT: 'development' }
  },
}))
// A database that does not answer: whatever comes waits.
vi.mock('./hrana.ts', async (original) => ({
  ...(await original<typeof Hrana>()),
  pipeline: () => new Promise(() => undefined),
}))

/** A Writer, and what became of the batches that it has answered, by lane. */
function newWriter() {
  const writer = new Writer()
  const answers: string[] = []
  const run = (lane: string): Promise<void> =>
    writer
      .run({ statements: [], rings: [], tells: [], audits: false, lane })
      .then((outcome: WriteOutcome) => void answers.push(`${lane} ${outcome.ok ? 'ok' : outcome.message}`))
  return { run, answers }
}
/** Lets what is settled be told. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

it('keeps room for a firm while four others fill the queue', async () => {
  const { run, answers } = newWriter()
  for (let i = 0; i < 300; i++) for (const lane of ['a', 'b', 'c', 'd']) void run(lane)
  await settled()
  const full = answers.length
  for (let i = 0; i < 10; i++) void run('victim')
  await settled()
  // The others give way, the longest lane first, and are told so.
  expect(answers.slice(full).filter((answer) => answer.startsWith('victim'))).toEqual([])
  expect(answers.slice(full)).toHaveLength(10)
  expect(answers.slice(full).every((answer) => answer.endsWith('crowded'))).toBe(true)
})

it('refuses one more where nobody has a longer lane', async () => {
  const { run, answers } = newWriter()
  for (let i = 0; i < 1200; i++) void run(`firm ${i}`)
  await settled()
  expect(answers.filter((answer) => answer.endsWith('crowded'))).toEqual([])
  expect(answers.length).toBeGreaterThan(0)
})
