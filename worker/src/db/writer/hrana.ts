import { type EncodedStatement, IN_TRANSACTION, not, ok, Program } from '../program.ts'
import { type BatchResult, type DatabasePlace, send, type StatementResult, type StreamResult } from '../streams.ts'
import { decodeValue, encodeValue } from '../values.ts'

/** How the Writer speaks with the database: several atomic batches in one request, each with its own outcome. */

export type SqlValue = string | number | null
export interface Statement {
  readonly sql: string
  readonly args: readonly SqlValue[]
}

/** Stands for the time at which the Writer sends the batch: what it sends is in that order. */
export const COMMIT_TIME = { time: 'commit' } as const
/** A statement as it is handed to the Writer. */
export interface WriteStatement {
  readonly sql: string
  readonly args: readonly (SqlValue | typeof COMMIT_TIME)[]
}

/** Returns the statement with the time filled in. */
export const stamped = ({ sql, args }: WriteStatement, at: string): Statement => ({
  sql,
  args: args.map((arg) => (typeof arg === 'object' && arg !== null ? at : arg)),
})

/** Rows of the statements of one batch, or the position and message of the one that failed (the batch then changed nothing). */
export type BatchOutcome =
  | { ok: true; rows: Record<string, SqlValue>[][] }
  | { ok: false; step: number; message: string }

const encoded = ({ sql, args }: Statement): EncodedStatement => ({ sql, args: args.map(encodeValue) })

/** Nobody waits longer for the answer to a write, in milliseconds. */
const ANSWER_MS = 20_000

/** One batch as a transaction of its own. */
function alone(statements: readonly Statement[]): Program {
  const program = new Program()
  program.addTransaction('BEGIN IMMEDIATE', statements.map(encoded))
  return program
}

/** One transaction for several batches, each within a savepoint. `first`: the savepoint of each; `committed`: the COMMIT. */
function together(batches: readonly (readonly Statement[])[]): {
  program: Program
  first: number[]
  committed: number
} {
  const program = new Program()
  program.add({ sql: 'BEGIN IMMEDIATE' })
  const first = batches.map((statements) => {
    const savepoint = program.add({ sql: 'SAVEPOINT b' }, IN_TRANSACTION)
    const last = program.addAll(statements.map(encoded), savepoint)
    program.add({ sql: 'RELEASE b' }, ok(last))
    program.add({ sql: 'ROLLBACK TO b' }, { type: 'and', conds: [ok(savepoint), not(ok(last)), IN_TRANSACTION] })
    return savepoint
  })
  const committed = program.add({ sql: 'COMMIT' }, IN_TRANSACTION)
  program.add({ sql: 'ROLLBACK' }, IN_TRANSACTION)
  return { program, first, committed }
}

const plainRows = (result: StatementResult | null | undefined): Record<string, SqlValue>[] =>
  (result?.rows ?? []).map((row) =>
    Object.fromEntries(row.map((v, i) => [result?.cols[i]?.name ?? '', decodeValue(v)])),
  )

/** What became of a batch whose savepoint or BEGIN is the step `first`, and after whose statements a step ended it. */
function outcomeAt({ step_results, step_errors }: BatchResult, first: number, length: number): BatchOutcome {
  // Only what lies before the ROLLBACK tells why the batch failed.
  const failed = step_errors.slice(first, first + length + 2).findIndex((e) => e !== null)
  if (failed >= 0) return { ok: false, step: failed - 1, message: step_errors[first + failed]?.message ?? '' }
  return { ok: true, rows: step_results.slice(first + 1, first + 1 + length).map(plainRows) }
}

function outcomeAlone(result: StreamResult | undefined, length: number): BatchOutcome {
  if (!result) return { ok: false, step: -1, message: 'no answer' }
  return result.type === 'error'
    ? { ok: false, step: -1, message: result.error.message }
    : outcomeAt(result.response.result, 0, length)
}

async function eachAlone(place: DatabasePlace, batches: readonly (readonly Statement[])[]): Promise<BatchOutcome[]> {
  const results = await send(
    place,
    batches.map((statements) => JSON.stringify(alone(statements))),
    ANSWER_MS,
  )
  return batches.map((statements, i) => outcomeAlone(results[i], statements.length))
}

/** A statement that the database cannot read: it looks at all of them before it runs any. */
const isUnread = (code: string | undefined): boolean => code !== undefined && /^(SQL|ARGS)_/.test(code)

/**
 * Sends the batches in one request and gives each its own outcome, in order. They share one transaction, which costs half of what one for
 * each does; each is atomic by itself all the same: one that fails is undone alone.
 * @throws Error when the database could not be reached or did not answer as a whole: what became of the batches is not known then
 */
export async function pipeline(
  place: DatabasePlace,
  batches: readonly (readonly Statement[])[],
): Promise<BatchOutcome[]> {
  if (batches.length < 2) return eachAlone(place, batches)
  const { program, first, committed } = together(batches)
  const [result] = await send(place, [JSON.stringify(program)], ANSWER_MS)
  if (result?.type === 'error' && isUnread(result.error.code)) return eachAlone(place, batches)
  if (result?.type !== 'ok') throw new Error(result?.error.message ?? 'no answer')
  const { step_results, step_errors } = result.response.result
  const begin = step_errors[0]
  if (begin) return batches.map(() => ({ ok: false, step: -1, message: begin.message }))
  // The transaction came to nothing as a whole: each for itself learns why.
  if (!step_results[committed]) return eachAlone(place, batches)
  return batches.map((statements, i) => outcomeAt(result.response.result, first[i] ?? 0, statements.length))
}
