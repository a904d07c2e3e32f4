import type { HranaValue } from './streams.ts'

/** Under which condition a step of a program runs: by what became of the steps before it. */
export type Condition =
  | { type: 'ok'; step: number }
  | { type: 'is_autocommit' }
  | { type: 'not'; cond: Condition }
  | { type: 'and'; conds: Condition[] }

export const ok = (step: number): Condition => ({ type: 'ok', step })
export const not = (cond: Condition): Condition => ({ type: 'not', cond })
/** Some errors (a full disk, say) end the whole transaction: what comes after must not begin one of its own. */
export const IN_TRANSACTION = not({ type: 'is_autocommit' })

/** A statement with its values as Hrana takes them. */
export interface EncodedStatement {
  readonly sql: string
  readonly args?: readonly HranaValue[]
}

/** The steps of one request of a stream (a Hrana batch), by their place. */
export class Program {
  readonly #steps: unknown[] = []

  /** @returns the place of the step */
  add({ sql, args = [] }: EncodedStatement, condition?: Condition): number {
    this.#steps.push({ stmt: { sql, args }, ...(condition && { condition }) })
    return this.#steps.length - 1
  }

  /** Adds statements that run each only if the one before went well. @returns the place of the last of them */
  addAll(statements: readonly EncodedStatement[], after: number): number {
    return statements.reduce((previous, statement) => this.add(statement, ok(previous)), after)
  }

  /**
   * Adds one transaction of the statements: each runs only if the one before went well, and where one does not, all of it is undone.
   * @param begin how it begins; the statements follow in the places after it
   */
  addTransaction(begin: 'BEGIN IMMEDIATE' | 'BEGIN READONLY', statements: readonly EncodedStatement[]): void {
    const begun = this.add({ sql: begin })
    this.add({ sql: 'COMMIT' }, ok(this.addAll(statements, begun)))
    this.add({ sql: 'ROLLBACK' }, IN_TRANSACTION)
  }

  toJSON() {
    return { type: 'batch', batch: { steps: this.#steps } }
  }
}
