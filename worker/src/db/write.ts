import type { ErrorCode } from '@portal/contract/errors'
import type { Actor, Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { answeredBefore, answerKey, answerOf } from './answered.ts'
import { timed } from './client.ts'
import { idempotencyKeys } from './schema/index.ts'
import type { SqlValue, WriteStatement } from './writer/hrana.ts'
import type { Bell, WriteOutcome } from './writer/writer.ts'

/** A drizzle query that has not run. */
interface Query {
  toSQL(): { sql: string; params: unknown[] }
}

/** One statement of a batch. `expect`: the error when it changes no row; the whole batch is then undone. */
export interface Step {
  readonly statement: WriteStatement
  readonly expect?: ErrorCode | undefined
  readonly rings?: Bell
  /** It rings only where it returns rows. */
  readonly ringsIfAny?: boolean
  readonly audits?: boolean
  /** It returns the rows that it adds to the outbox. */
  readonly tells?: boolean
  /** Words the error of `expect` when it fails: what a person can do about it takes another look at the database. */
  readonly explain?: () => Promise<AppError>
}

/** A step of a batch from a drizzle query or from SQL with its arguments. */
export function step(query: Query | WriteStatement, expect?: ErrorCode): Step {
  if (!('toSQL' in query)) return { statement: query, expect }
  const { sql: text, params } = query.toSQL()
  return { statement: { sql: text, args: params as SqlValue[] }, expect }
}

// changes() is that of the statement before. json() of something that is no JSON is the one way to raise an error in a SELECT.
const GUARD: WriteStatement = { sql: "SELECT CASE WHEN changes() > 0 THEN 1 ELSE json('no row') END", args: [] }

/** How a check says that it does not hold. Whatever else went wrong there, such as a full disk, is not its meaning. */
const REFUSED = /malformed JSON/i
/** The database has no disk to work on: nothing was changed, unless it failed at the very end. */
const NO_DISK = /disk I\/O error|disk is full|unable to open database|out of memory/i

/** A step that fails the batch with `code` unless the condition (an SQL expression) holds. */
export function require(code: ErrorCode, condition: string, args: readonly SqlValue[]): Step {
  return { statement: { sql: `SELECT CASE WHEN (${condition}) THEN 1 ELSE json('refused') END`, args }, expect: code }
}

type Refusal = Pick<Step, 'expect' | 'explain'>

function flatten(steps: readonly Step[]): {
  statements: WriteStatement[]
  refusals: (Refusal | undefined)[]
  results: number[]
} {
  const statements: WriteStatement[] = []
  const refusals: (Refusal | undefined)[] = []
  const results: number[] = []
  for (const { statement, expect, explain } of steps) {
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

const CROWDED = {
  title: 'Too many changes',
  detail:
    'Your firm is making more changes at once than the portal takes. This one was not saved: please wait a few seconds and try again.',
  retryAfter: 3,
}

/** Names what a UNIQUE constraint that failed means. */
export type Conflicts = Readonly<Record<string, ErrorCode>>

/** Rows that each step returned (RETURNING), in order of the steps. */
export type StepRows = Record<string, SqlValue>[][]

/** For whom a batch is written: it takes the turn of their firm, or of the address that a stranger comes from. */
type Writing = Pick<Context, 'env' | 'trips'> & { readonly ip?: string; readonly actor?: Pick<Actor, 'firmId'> }

const laneOf = ({ actor, ip }: Writing): string => actor?.firmId || (ip === undefined ? '' : `from ${ip}`)

/**
 * Runs the steps as one atomic batch through the Writer: all of them, or none.
 * @param conflicts error codes by what a failed constraint's message ends with, such as `book_clients.email`
 * @throws AppError the `expect` of the step that changed nothing, a code of `conflicts`, `too_many_requests` or `busy`
 */
export async function commit(ctx: Writing, steps: readonly Step[], conflicts: Conflicts = {}): Promise<StepRows> {
  const { statements, refusals, results } = flatten(steps)
  ctx.trips.writes++
  const always = new Set(steps.flatMap((s) => (s.ringsIfAny || s.tells ? [] : (s.rings ?? []))))
  const rings = [
    ...always,
    ...steps.flatMap((s, i) => (s.rings && s.ringsIfAny ? { bell: s.rings, at: results[i] ?? -1 } : [])),
  ]
  const tells = steps.flatMap((s, i) => (s.tells ? (results[i] ?? -1) : []))
  const audits = steps.some((s) => s.audits)
  let outcome: WriteOutcome
  try {
    outcome = await timed<WriteOutcome>(ctx.trips, async () =>
      ctx.env.WRITER.getByName('main').run({ statements, rings, tells, audits, lane: laneOf(ctx) }),
    )
  } catch {
    throw new AppError('busy', { retryAfter: 1 })
  }
  if (outcome.ok) return results.map((i) => outcome.rows[i] ?? [])
  const { step: failed, message } = outcome
  const refusal = failed >= 0 ? refusals[failed] : undefined
  if (refusal?.expect && REFUSED.test(message)) throw (await refusal.explain?.()) ?? new AppError(refusal.expect)
  if (message === 'crowded') throw new AppError('too_many_requests', CROWDED)
  if (message === 'busy' || message === 'unreachable' || NO_DISK.test(message))
    throw new AppError('busy', { retryAfter: 1 })
  const conflict = Object.entries(conflicts).find(([columns]) => message.includes(columns))
  if (conflict) throw new AppError(conflict[1])
  throw new Error(`batch failed at ${failed}: ${message}`)
}

/**
 * Like `commit`, for a POST whose answer is known beforehand: when the request carries an Idempotency-Key, the answer is stored
 * with the change, and a repeat of the request gets the stored answer and changes nothing.
 */
export async function commitOnce<T>(
  ctx: Context & { actor?: Pick<Actor, 'userId' | 'firmId'> },
  steps: readonly Step[],
  answer: T,
  conflicts: Conflicts = {},
): Promise<T> {
  const { actor } = ctx
  if (!ctx.idempotencyKey || !actor) {
    await commit(ctx, steps, conflicts)
    return answer
  }
  const id = answerKey(ctx, actor.userId)
  const remember = step(
    ctx.db
      .insert(idempotencyKeys)
      .values({ id, answer, body_hash: ctx.fingerprint, created_at: ctx.now.toISOString() }),
  )
  try {
    await commit(ctx, [remember, ...steps], { 'idempotency_keys.id': 'stale', ...conflicts })
    return answer
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const stored = answerOf(ctx, await answeredBefore({ ...ctx, actor })) as T | undefined
    if (stored === undefined) throw error
    return stored
  }
}
