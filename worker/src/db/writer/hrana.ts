/** The few parts of Hrana 3 over HTTP that the Writer needs: several atomic batches in one request, each with its own outcome. */

export type SqlValue = string | number | null
export interface Statement {
  readonly sql: string
  readonly args: readonly SqlValue[]
}

/** Rows of the statements of one batch, or the position and message of the one that failed (the batch then changed nothing). */
export type BatchOutcome = { ok: true; rows: Record<string, SqlValue>[][] } | { ok: false; step: number; message: string }

type HranaValue = { type: 'null' } | { type: 'integer' | 'text'; value: string } | { type: 'float'; value: number }
interface StepResult {
  cols: { name: string }[]
  rows: HranaValue[][]
}
interface BatchResult {
  step_results: (StepResult | null)[]
  step_errors: ({ message: string } | null)[]
}
type StreamResult = { type: 'ok'; response: { type: string; result: BatchResult } } | { type: 'error'; error: { message: string } }

function encode(value: SqlValue): HranaValue {
  if (value === null) return { type: 'null' }
  // Half a character, as a cut leaves it, is no text to the database, which would refuse the whole request: everybody's batches.
  if (typeof value === 'string') return { type: 'text', value: value.toWellFormed() }
  return Number.isInteger(value) ? { type: 'integer', value: String(value) } : { type: 'float', value }
}

function decode(value: HranaValue): SqlValue {
  if (value.type === 'null') return null
  return value.type === 'integer' ? Number(value.value) : value.value
}

/** One request of a pipeline: BEGIN IMMEDIATE, the statements each only if the one before went well, COMMIT, or else ROLLBACK. */
function batchRequest(statements: readonly Statement[]) {
  const step = (sql: string, previous: number, args: readonly SqlValue[] = []) => ({
    stmt: { sql, args: args.map(encode) },
    ...(previous < 0 ? {} : { condition: { type: 'ok', step: previous } }),
  })
  const commit = statements.length + 1
  return {
    type: 'batch',
    batch: {
      steps: [
        step('BEGIN IMMEDIATE', -1),
        ...statements.map((s, i) => step(s.sql, i, s.args)),
        step('COMMIT', commit - 1),
        { stmt: { sql: 'ROLLBACK' }, condition: { type: 'not', cond: { type: 'ok', step: commit } } },
      ],
    },
  }
}

function outcome(result: StreamResult | undefined, length: number): BatchOutcome {
  if (!result) return { ok: false, step: -1, message: 'no answer' }
  if (result.type === 'error') return { ok: false, step: -1, message: result.error.message }
  const { step_results, step_errors } = result.response.result
  // The step errors end with the ROLLBACK's own; only what lies before it tells why the batch failed.
  const failed = step_errors.slice(0, length + 2).findIndex((e) => e !== null)
  if (failed >= 0) return { ok: false, step: failed - 1, message: step_errors[failed]?.message ?? '' }
  return {
    ok: true,
    rows: step_results
      .slice(1, length + 1)
      .map((r) => (r?.rows ?? []).map((row) => Object.fromEntries(row.map((v, i) => [r?.cols[i]?.name ?? '', decode(v)])))),
  }
}

/**
 * Sends the batches as one pipeline and gives each its own outcome, in order.
 * @throws Error when the database could not be reached or did not answer as a whole
 */
export async function pipeline(url: string, token: string, batches: readonly (readonly Statement[])[]): Promise<BatchOutcome[]> {
  const response = await fetch(`${url.replace(/^libsql:/, 'https:').replace(/\/$/, '')}/v3/pipeline`, {
    method: 'POST',
    // The token goes to this address and no other.
    redirect: 'manual',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify({ baton: null, requests: [...batches.map(batchRequest), { type: 'close' }] }),
    signal: AbortSignal.timeout(20_000),
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw new Error(`database answered ${response.status}`)
  }
  const { results } = await response.json<{ results: StreamResult[] }>()
  return batches.map((statements, i) => outcome(results[i], statements.length))
}
