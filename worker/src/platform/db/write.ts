import type { ErrorCode } from '@portal/contract/errors'
import { TOO_MUCH_TEXT } from '@portal/contract/limit-messages'
import { type SQL, sql } from 'drizzle-orm'
import type { Actor, Context } from '../../context.ts'
import { type Env, settings } from '../../env.ts'
import { AppError } from '../../errors.ts'
import { limitExceeded } from '../limits/limit-errors.ts'
import { siteOf } from '../net/network-of.ts'
import type { OutboxLane } from '../outbox/lane.ts'
import { storedResponse, responseKey, readStoredResponse } from './stored-response.ts'
import { timed } from './client.ts'
import { ALWAYS_ALLOWED_BYTES, isWithinStorage, markStorage, storageFull } from './firm-storage.ts'
import { idempotencyKeys } from './schema/index.ts'
import { argBytes, type Query, type Row, toStatement, type WriteStatement } from './statement.ts'
import type { WriteOutcome } from './writer/write-batch.ts'

/** One statement of a batch. */
export interface Step {
  readonly query: Query
  /** The error when the statement changes no row; the whole batch is then rolled back. */
  readonly expect?: ErrorCode | undefined
  /** The outbox lane that the statement adds rows to, to be delivered after the commit. */
  readonly lane?: OutboxLane
  /** Whether the lane is delivered only if the statement returned rows. */
  readonly laneIfRows?: boolean
  /** Whether the statement appends to the audit log. */
  readonly audits?: boolean
  /** Whether the statement returns the outbox rows that it adds. */
  readonly returnsOutboxRows?: boolean
  /** Whether the statement stores a text in several rows, so that the firm's storage has to be checked. */
  readonly repeatsText?: boolean
  /** Whether the batch is not refused when the firm's storage is full. */
  readonly allowedWhenFull?: boolean
  /** Makes a more helpful error than `expect`, after reading the database again. */
  readonly explain?: () => Promise<AppError>
}

/** Returns a step that fails the batch with `expect`, if given, unless the query changes a row. */
export const step = (query: Query, expect?: ErrorCode): Step => ({ query, expect })

// changes() refers to the previous statement. Calling json() with invalid JSON is the only way to raise an error in a
// SELECT.
const GUARD: WriteStatement = { sql: "SELECT CASE WHEN changes() > 0 THEN 1 ELSE json('no row') END", args: [] }

/** The message of a check that failed, as opposed to any other error of its statement. */
const CHECK_FAILED = /malformed JSON/i
/** Errors of the database's disk. Nothing was changed, unless the COMMIT itself failed. */
const DISK_ERROR = /disk I\/O error|disk is full|unable to open database|out of memory/i
/** A value, or the row with it, is larger than the database stores. */
const TOO_LARGE = /string or blob too big/i
/** The server ended the transaction, or its stream, because it took too long. Nothing was changed. */
const TRANSACTION_ENDED = /^Transaction timed-out|^The transaction has ended|^STREAM_EXPIRED/i

/** Returns a step that fails the batch with `code` unless an SQL condition holds. */
export const check = (code: ErrorCode, condition: SQL): Step =>
  step(sql`SELECT CASE WHEN (${condition}) THEN 1 ELSE json('refused') END`, code)

type Refusal = Pick<Step, 'expect' | 'explain'>

/** Steps as statements: the refusal of each, and the index of each step's own. */
interface Batch {
  statements: WriteStatement[]
  refusals: (Refusal | undefined)[]
  results: number[]
}

function flatten(steps: readonly Step[]): Batch {
  const statements: WriteStatement[] = []
  const refusals: (Refusal | undefined)[] = []
  const results: number[] = []
  for (const { query, expect, explain } of steps) {
    const statement = toStatement(query)
    const refusal = expect && { expect, ...(explain && { explain }) }
    results.push(statements.length)
    statements.push(statement)
    const isCheck = statement.sql.startsWith('SELECT')
    refusals.push(isCheck ? refusal : undefined)
    if (refusal && !isCheck) {
      statements.push(GUARD)
      refusals.push(refusal)
    }
  }
  return { statements, refusals, results }
}

const CROWDED_WAIT_MS = 3000

/** Error codes for UNIQUE constraints, by the end of SQLite's message. */
export type Conflicts = Readonly<Record<string, ErrorCode>>

/** The rows that each step returned, in the order of the steps. */
export type StepRows = Row[][]

/** The context of a write. Firms, and sites of callers without a session, take turns in the Writer's queue. */
type WriteContext = Pick<Context, 'env' | 'trips'> & {
  readonly network?: string | undefined
  readonly actor?: Pick<Actor, 'firmId'>
}

const fairnessKeyOf = ({ actor, network }: WriteContext): string =>
  actor?.firmId || (network === undefined ? '' : `from ${siteOf(network)}`)

type Author = Pick<Actor, 'firmId'> & { readonly role?: Actor['role'] }

/** Adds statements to a batch that refuse it when it adds much text to a firm whose storage is full. */
function withStorageCheck(env: Env, author: Author, { statements, refusals, results }: Batch): Batch {
  const { query, expect } = check('storage_limit', isWithinStorage(author.firmId, settings(env)))
  return {
    statements: [toStatement(markStorage(author.firmId)), ...statements, toStatement(query)],
    refusals: [undefined, ...refusals, { expect, explain: async () => storageFull(author.role) }],
    results: results.map((i) => i + 1),
  }
}

/** Returns the statements of the steps, with a check of the firm's storage if they may add much text. */
function toBatch({ env, actor }: WriteContext & { actor?: Author }, steps: readonly Step[]): Batch {
  const batch = flatten(steps)
  const isLarge = argBytes(batch.statements) > ALWAYS_ALLOWED_BYTES || steps.some((s) => s.repeatsText)
  return actor?.firmId && isLarge && !steps.some((s) => s.allowedWhenFull) ? withStorageCheck(env, actor, batch) : batch
}

/**
 * Runs the steps as one atomic batch through the Writer.
 * @param conflicts error codes of UNIQUE constraints, such as `{ 'book_clients.email': 'client_exists' }`
 * @throws AppError the `expect` of the step that changed no row, a code of `conflicts`, `storage_limit`,
 *   `too_large`, `too_many_requests` or `busy`
 */
export async function commit(ctx: WriteContext, steps: readonly Step[], conflicts: Conflicts = {}): Promise<StepRows> {
  const { statements, refusals, results } = toBatch(ctx, steps)
  ctx.trips.writes++
  const always = new Set(steps.flatMap((s) => (s.laneIfRows || s.returnsOutboxRows ? [] : (s.lane ?? []))))
  const lanes = [
    ...always,
    ...steps.flatMap((s, i) => (s.lane && s.laneIfRows ? { lane: s.lane, ifRowsAt: results[i] ?? -1 } : [])),
  ]
  const outboxRowsAt = steps.flatMap((s, i) => (s.returnsOutboxRows ? (results[i] ?? -1) : []))
  const audits = steps.some((s) => s.audits)
  let outcome: WriteOutcome
  try {
    outcome = await timed<WriteOutcome>(ctx.trips, async () =>
      ctx.env.WRITER.getByName('main').run({
        statements,
        lanes,
        outboxRowsAt,
        audits,
        fairnessKey: fairnessKeyOf(ctx),
      }),
    )
  } catch {
    throw new AppError('busy', { retryAfter: 1 })
  }
  if (outcome.ok) return results.map((i) => outcome.rows[i] ?? [])
  const { step: failed, message } = outcome
  const refusal = failed >= 0 ? refusals[failed] : undefined
  if (refusal?.expect && CHECK_FAILED.test(message)) throw (await refusal.explain?.()) ?? new AppError(refusal.expect)
  if (message === 'crowded') throw limitExceeded('firmChanges', CROWDED_WAIT_MS)
  if (message === 'busy' || message === 'unreachable' || DISK_ERROR.test(message) || TRANSACTION_ENDED.test(message))
    throw new AppError('busy', { retryAfter: 1 })
  if (TOO_LARGE.test(message)) throw new AppError('too_large', { detail: TOO_MUCH_TEXT })
  const conflict = Object.entries(conflicts).find(([columns]) => message.includes(columns))
  if (conflict) throw new AppError(conflict[1])
  throw new Error(`batch failed at ${failed}: ${message}`)
}

/**
 * Commits a POST whose response is known beforehand. If the request has an Idempotency-Key, the response is stored in
 * the same batch, and a repeat of the request returns it without changing anything.
 */
export async function commitOnce<T>(
  ctx: Context & { actor?: Pick<Actor, 'userId' | 'firmId'> },
  steps: readonly Step[],
  response: T,
  conflicts: Conflicts = {},
): Promise<T> {
  const { actor } = ctx
  if (!ctx.idempotencyKey || !actor) {
    await commit(ctx, steps, conflicts)
    return response
  }
  const id = responseKey(ctx, actor.userId)
  const remember = step(
    ctx.db
      .insert(idempotencyKeys)
      .values({ id, answer: response, body_hash: ctx.fingerprint, created_at: ctx.now.toISOString() }),
  )
  try {
    await commit(ctx, [remember, ...steps], { 'idempotency_keys.id': 'stale', ...conflicts })
    return response
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const stored = readStoredResponse(ctx, await storedResponse({ ...ctx, actor })) as T | undefined
    if (stored === undefined) throw error
    return stored
  }
}
