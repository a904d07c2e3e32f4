import { type EncodedStatement, IN_TRANSACTION, not, ok, Program } from '../program.ts'
import { type BatchResult, type DatabaseAddress, send, type StatementResult, type StreamResult } from '../streams.ts'
import { decodeValue, encodeValue } from '../values.ts'

/** Sends several atomic batches to the database in one request, each with its own outcome. */

export type SqlValue = string | number | null
export interface Statement {
  readonly sql: string
  readonly args: readonly SqlValue[]
}

/** Placeholder for the time at which the Writer sends the batch, so that times follow the order of commits. */
export const COMMIT_TIME = { time: 'commit' } as const
/** A statement as passed to the Writer. */
export interface WriteStatement {
  readonly sql: string
  readonly args: readonly (SqlValue | typeof COMMIT_TIME)[]
}

/** Returns the statement with `COMMIT_TIME` replaced. */
export const stamped = ({ sql, args }: WriteStatement, at: string): Statement => ({
  sql,
  args: args.map((arg) => (typeof arg === 'object' && arg !== null ? at : arg)),
})

/**
 * The rows of each statement, or the index and message of the statement that failed (the batch then changed nothing).
 */
export type BatchOutcome =
  | { ok: true; rows: Record<string, SqlValue>[][] }
  | { ok: false; step: number; message: string }

const encoded = ({ sql, args }: Statement): EncodedStatement => ({ sql, args: args.map(encodeValue) })

/** Time after which an unanswered write fails. */
const WRITE_TIMEOUT_MS = 20_000

/** Returns a program with one batch in its own transaction. */
function single(statements: readonly Statement[]): Program {
  const program = new Program()
  program.addTransaction('BEGIN IMMEDIATE', statements.map(encoded))
  return program
}

/**
 * Returns a program with several batches in one transaction, each within a savepoint.
 * @returns the indexes of the savepoints (`first`) and of the COMMIT (`committed`)
 */
function shared(batches: readonly (readonly Statement[])[]): {
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

/** Returns the outcome of a batch whose savepoint or BEGIN is the step `first`. */
function outcomeAt({ step_results, step_errors }: BatchResult, first: number, length: number): BatchOutcome {
  // Only errors before the ROLLBACK say why the batch failed.
  const failed = step_errors.slice(first, first + length + 2).findIndex((e) => e !== null)
  if (failed >= 0) return { ok: false, step: failed - 1, message: step_errors[first + failed]?.message ?? '' }
  return { ok: true, rows: step_results.slice(first + 1, first + 1 + length).map(plainRows) }
}

function outcomeOfSingle(result: StreamResult | undefined, length: number): BatchOutcome {
  if (!result) return { ok: false, step: -1, message: 'no answer' }
  return result.type === 'error'
    ? { ok: false, step: -1, message: result.error.message }
    : outcomeAt(result.response.result, 0, length)
}

async function sendSeparately(
  place: DatabaseAddress,
  batches: readonly (readonly Statement[])[],
): Promise<BatchOutcome[]> {
  const results = await send(
    place,
    batches.map((statements) => JSON.stringify(single(statements))),
    WRITE_TIMEOUT_MS,
  )
  return batches.map((statements, i) => outcomeOfSingle(results[i], statements.length))
}

/** Returns whether the database refused a statement while parsing, before it executed any. */
const isParseError = (code: string | undefined): boolean => code !== undefined && /^(SQL|ARGS)_/.test(code)

/**
 * Sends batches in one request and returns the outcome of each, in order. They share a transaction, which halves the
 * cost, but each remains atomic: a batch that fails is rolled back alone.
 * @throws Error when there was no complete answer; the outcome is then unknown
 */
export async function pipeline(
  place: DatabaseAddress,
  batches: readonly (readonly Statement[])[],
): Promise<BatchOutcome[]> {
  if (batches.length < 2) return sendSeparately(place, batches)
  const { program, first, committed } = shared(batches)
  const [result] = await send(place, [JSON.stringify(program)], WRITE_TIMEOUT_MS)
  if (result?.type === 'error' && isParseError(result.error.code)) return sendSeparately(place, batches)
  if (result?.type !== 'ok') throw new Error(result?.error.message ?? 'no answer')
  const { step_results, step_errors } = result.response.result
  const begin = step_errors[0]
  if (begin) return batches.map(() => ({ ok: false, step: -1, message: begin.message }))
  // The whole transaction failed: send each batch separately to find out why.
  if (!step_results[committed]) return sendSeparately(place, batches)
  return batches.map((statements, i) => outcomeAt(result.response.result, first[i] ?? 0, statements.length))
}
