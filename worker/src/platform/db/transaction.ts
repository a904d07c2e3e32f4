import { type InStatement, LibsqlBatchError } from '@libsql/client/web'
import {
  type Batch,
  BatchCond,
  type InStmt,
  ResponseError,
  type RowsResult,
  Stmt,
  type Stream,
} from '@libsql/hrana-client'

/** Returns a value as the database should store it. */
function stored<T>(value: T): T | string | bigint {
  // The database refuses a lone surrogate, and with it the whole request, which may hold batches of other users.
  if (typeof value === 'string') return value.toWellFormed()
  // The library sends every number as REAL.
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value
}

/** Returns a statement with its arguments bound. */
export function bind(statement: InStatement): Stmt {
  const { sql, args = [] } = typeof statement === 'string' ? { sql: statement } : statement
  const bound = new Stmt(sql)
  if (Array.isArray(args)) return bound.bindIndexes(args.map(stored))
  for (const [name, value] of Object.entries(args)) bound.bindName(name, stored(value))
  return bound
}

/** A step of a batch. */
interface Step {
  /** Resolves to undefined if the step's condition did not hold. */
  readonly result: Promise<RowsResult | undefined>
  /** Holds if the step succeeded. */
  readonly ok: BatchCond
}

/** Adds a step to a batch, to run if the condition holds. */
export function addStep(batch: Batch, statement: InStmt, condition?: BatchCond): Step {
  const step = batch.step()
  if (condition) step.condition(condition)
  const result = step.query(statement)
  // An error is handled where the result is read, after the whole batch.
  result.catch(() => undefined)
  return { result, ok: BatchCond.ok(step) }
}

/** Statements between a step that opens a transaction or a savepoint and the step that ends it. */
interface Block {
  readonly begin: Step
  readonly statements: readonly Step[]
  readonly end: Step
}

/** Adds a block to a batch. Each of its steps runs if the previous one succeeded. */
export function addBlock(
  batch: Batch,
  { begin, end }: { begin: string; end: string },
  statements: readonly Stmt[],
  condition?: BatchCond,
): Block {
  const first = addStep(batch, begin, condition)
  let last = first
  const steps = statements.map((statement) => {
    last = addStep(batch, statement, last.ok)
    return last
  })
  return { begin: first, statements: steps, end: addStep(batch, end, last.ok) }
}

/**
 * Returns the results of a block's statements.
 * @throws LibsqlBatchError with the index of the statement that failed; -1 if none was executed
 */
export async function resultsOf({ begin, statements, end }: Block): Promise<RowsResult[]> {
  const results: RowsResult[] = []
  for (const [i, { result }] of [begin, ...statements, end].entries()) {
    const rows = await result.catch((error: unknown) => Promise.reject(batchError(error, i - 1)))
    if (!rows) throw new LibsqlBatchError('The transaction has ended.', i - 1, 'TRANSACTION_CLOSED')
    results.push(rows)
  }
  return results.slice(1, -1)
}

/** Returns an error of the database with the index of its statement, and any other error as it is. */
const batchError = (error: unknown, index: number): unknown =>
  error instanceof ResponseError ? new LibsqlBatchError(error.message, index, error.code ?? '') : error

/**
 * Runs statements in one transaction and one request. A failure rolls everything back.
 * @throws LibsqlBatchError with the index of the statement that failed; -1 if none was executed
 */
export async function runTransaction(
  stream: Stream,
  begin: 'BEGIN IMMEDIATE' | 'BEGIN READONLY',
  statements: readonly Stmt[],
): Promise<RowsResult[]> {
  const batch = stream.batch()
  const block = addBlock(batch, { begin, end: 'COMMIT' }, statements)
  addStep(batch, 'ROLLBACK', BatchCond.not(block.end.ok))
  await batch.execute().catch((error: unknown) => Promise.reject(batchError(error, -1)))
  return resultsOf(block)
}
