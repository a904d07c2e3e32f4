import type { Row } from './rows.ts'

/** Starts what benchmarks need. */
export type Setup<S> = () => Promise<S & AsyncDisposable>

/** An entry of the table: what it needs, and how its rows are measured. */
export interface Benchmark {
  needs: Setup<unknown>
  rowsWith: (started: unknown) => Promise<readonly Row[]>
}

/** Returns an entry of the table. `rows` turns the measurement into rows with names and budgets. */
export const benchmark = <S, M>(
  needs: Setup<S>,
  measure: (started: S) => Promise<M>,
  rows: (measured: M) => readonly Row[],
): Benchmark => ({ needs, rowsWith: async (started) => rows(await measure(started as S)) })

/** The set-up that was started last. Benchmarks with the same needs follow each other and share it. */
let current: { needs: Setup<unknown>; started: AsyncDisposable } | undefined

/** Stops the set-up that was started last. */
export async function stopSetup(): Promise<void> {
  const stopping = current?.started
  current = undefined
  await stopping?.[Symbol.asyncDispose]()
}

/** Measures a benchmark with what it needs. */
export async function run({ needs, rowsWith }: Benchmark): Promise<readonly Row[]> {
  if (current?.needs !== needs) {
    await stopSetup()
    current = { needs, started: await needs() }
  }
  return rowsWith(current.started)
}
