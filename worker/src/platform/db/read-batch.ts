import { type Query, type Row, type Statement, toStatement } from './statement.ts'
import type { StreamPool } from './streams.ts'
import { bind, runTransaction } from './transaction.ts'

/** Runs queries that only read, outside of the Writer's transactions. @returns the rows of each */
export async function readBatch(streams: StreamPool, queries: readonly Query[]): Promise<Row[][]> {
  const statements = queries.map((query) => {
    const { sql, args } = toStatement(query) as Statement
    return bind({ sql, args: [...args] })
  })
  const results = await streams.use((stream) => runTransaction(stream, 'BEGIN READONLY', statements))
  return results.map(({ rows }) => rows as Row[])
}
