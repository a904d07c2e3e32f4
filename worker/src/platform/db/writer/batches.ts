import { LibsqlBatchError } from '@libsql/client/web'
import { BatchCond, ResponseError, type RowsResult, type Stmt, type Stream } from '@libsql/hrana-client'
import type { Row, Statement } from '../statement.ts'
import type { StreamPool } from '../streams.ts'
import { addBlock, addStep, bind, resultsOf, runTransaction } from '../transaction.ts'

/** The rows of each statement, or the index of the statement that failed: the batch then changed nothing. */
export type BatchOutcome = { ok: true; rows: Row[][] } | { ok: false; step: number; message: string }

/**
 * The outcomes of batches, and how long each took in the database, in milliseconds. The way there does not count: a
 * small batch must not look expensive because the network was slow.
 */
interface Run {
  outcomes: BatchOutcome[]
  ms: number[]
}

const bindAll = (statements: readonly Statement[]): Stmt[] =>
  statements.map(({ sql, args }) => bind({ sql, args: [...args] }))

/** Returns the outcome of a batch from its results. @throws Error when it is unknown */
async function outcomeOf(results: Promise<RowsResult[]>): Promise<BatchOutcome> {
  try {
    return { ok: true, rows: (await results).map(({ rows }) => rows as Row[]) }
  } catch (error) {
    if (error instanceof LibsqlBatchError) return { ok: false, step: error.statementIndex, message: error.message }
    throw error
  }
}

/** The time in the database, in milliseconds. */
const CLOCK = "SELECT unixepoch('subsec') * 1000 AS at"

/** Returns the milliseconds between the results of `CLOCK`; 0 if one failed, which must not fail the batches. */
async function durations(clocks: readonly Promise<RowsResult | undefined>[]): Promise<number[]> {
  const results = await Promise.all(clocks.map((clock) => clock.catch(() => undefined)))
  const at = results.map((result) => Number(result?.rows[0]?.['at']))
  return at.slice(1).map((end, i) => Math.max(0, end - (at[i] ?? end) || 0))
}

/** Runs each batch in a transaction of its own, all in one request. */
async function runSeparately(stream: Stream, batches: readonly Stmt[][]): Promise<Run> {
  const clocks = [stream.query(CLOCK)]
  const outcomes = batches.map((batch) => {
    const outcome = outcomeOf(runTransaction(stream, 'BEGIN IMMEDIATE', batch))
    clocks.push(stream.query(CLOCK))
    return outcome
  })
  const [ms, ...all] = await Promise.all([durations(clocks), ...outcomes])
  return { outcomes: all, ms }
}

/** Adds the duration of the commit, which is the last one, to the others, in equal parts. */
const shareCommit = (ms: readonly number[]): number[] =>
  ms.slice(0, -1).map((each) => each + (ms.at(-1) ?? 0) / (ms.length - 1))

/** Returns whether the database refused a statement while parsing, before it executed any. */
const isParseError = (error: unknown): boolean =>
  error instanceof ResponseError && /^(SQL|ARGS)_/.test(error.code ?? '')

/**
 * Runs batches in one transaction, which halves their cost, each within a savepoint: one that fails is rolled back
 * alone.
 * @returns undefined if the whole transaction failed, and nothing was changed
 */
async function runTogether(stream: Stream, batches: readonly Stmt[][]): Promise<Run | undefined> {
  const program = stream.batch()
  const begin = addStep(program, 'BEGIN IMMEDIATE')
  let open = begin.ok
  const clocks = [addStep(program, CLOCK).result]
  const blocks = batches.map((batch) => {
    const block = addBlock(program, { begin: 'SAVEPOINT b', end: 'RELEASE b' }, batch, open)
    const failed = BatchCond.and(program, [block.begin.ok, BatchCond.not(block.end.ok)])
    const undo = addStep(program, 'ROLLBACK TO b', failed)
    // Neither succeeds after an error that ended the whole transaction, such as a full disk.
    open = BatchCond.or(program, [block.end.ok, undo.ok])
    clocks.push(addStep(program, CLOCK).result)
    return block
  })
  const commit = addStep(program, 'COMMIT', open)
  clocks.push(addStep(program, CLOCK).result)
  addStep(program, 'ROLLBACK', BatchCond.not(commit.ok))
  try {
    await program.execute()
  } catch (error) {
    if (isParseError(error)) return undefined
    throw error
  }
  const locked = await begin.result.then(
    () => undefined,
    (error: Error) => error.message,
  )
  const ms = shareCommit(await durations(clocks))
  if (locked !== undefined) return { outcomes: batches.map(() => ({ ok: false, step: -1, message: locked })), ms }
  const committed = await commit.result.catch(() => undefined)
  if (!committed) return undefined
  return { outcomes: await Promise.all(blocks.map((block) => outcomeOf(resultsOf(block)))), ms }
}

/**
 * Sends batches in one request and returns the outcome of each, in order. When they cannot be executed together, each
 * is executed by itself.
 * @throws Error when there was no complete response; the outcomes are then unknown
 */
export async function runBatches(streams: StreamPool, batches: readonly (readonly Statement[])[]): Promise<Run> {
  const bound = batches.map(bindAll)
  const together = bound.length > 1 ? await streams.use((stream) => runTogether(stream, bound)) : undefined
  return together ?? streams.use((stream) => runSeparately(stream, bound))
}
