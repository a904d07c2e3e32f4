import type { HranaValue } from './streams.ts'

/** The condition under which a step of a program runs, based on the outcome of earlier steps. */
export type Condition =
  | { type: 'ok'; step: number }
  | { type: 'is_autocommit' }
  | { type: 'not'; cond: Condition }
  | { type: 'and'; conds: Condition[] }

export const ok = (step: number): Condition => ({ type: 'ok', step })
export const not = (cond: Condition): Condition => ({ type: 'not', cond })
/** Some errors, such as a full disk, end the whole transaction. Later steps must not start a new one. */
export const IN_TRANSACTION = not({ type: 'is_autocommit' })

/** A statement with its values encoded for Hrana. */
export interface EncodedStatement {
  readonly sql: string
  readonly args?: readonly HranaValue[]
}

/** Builds a Hrana batch: the steps of one request of a stream, each identified by its index. */
export class Program {
  readonly #steps: unknown[] = []

  /** Adds a step. @returns its index */
  add({ sql, args = [] }: EncodedStatement, condition?: Condition): number {
    this.#steps.push({ stmt: { sql, args }, ...(condition && { condition }) })
    return this.#steps.length - 1
  }

  /** Adds statements, each of which runs only if the previous one succeeded. @returns the index of the last one */
  addAll(statements: readonly EncodedStatement[], after: number): number {
    return statements.reduce((previous, statement) => this.add(statement, ok(previous)), after)
  }

  /**
   * Adds a transaction: each statement runs only if the previous one succeeded, and a failure rolls everything back.
   * @param begin the statement that begins it; the statements follow at the next indexes
   */
  addTransaction(begin: 'BEGIN IMMEDIATE' | 'BEGIN READONLY', statements: readonly EncodedStatement[]): void {
    const first = this.add({ sql: begin })
    this.add({ sql: 'COMMIT' }, ok(this.addAll(statements, first)))
    this.add({ sql: 'ROLLBACK' }, IN_TRANSACTION)
  }

  toJSON() {
    return { type: 'batch', batch: { steps: this.#steps } }
  }
}
