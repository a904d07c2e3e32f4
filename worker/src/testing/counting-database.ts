import { createClient } from '@libsql/client/http'
import { drizzle } from 'drizzle-orm/libsql/http'
import { inject } from 'vitest'
import type { BookkeeperContext } from '../context.ts'
import { uuidv7 } from '../platform/ids.ts'
import type { TestBookkeeper } from './portal.ts'

interface Read {
  rows_read?: number
  step_results?: (Read | null)[]
}
interface Answer {
  results?: { response?: { result?: Read } }[]
}

const readOf = (result: Read | null | undefined): number =>
  (result?.rows_read ?? 0) + (result?.step_results ?? []).reduce((sum, step) => sum + readOf(step), 0)

/** Runs an operation of a bookkeeper and returns the number of rows that the database reads for it. */
export async function rowsRead(
  bookkeeper: TestBookkeeper,
  operation: (ctx: BookkeeperContext) => Promise<unknown>,
): Promise<number> {
  let rows = 0
  const counting = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const response = await fetch(input, init)
    const { results = [] } = (await response.clone().json()) as Answer
    rows += results.reduce((sum, r) => sum + readOf(r.response?.result), 0)
    return response
  }
  const client = createClient({ url: inject('databaseUrl'), fetch: counting })
  const { userId, firmId } = bookkeeper
  const actor = { userId, firmId, role: 'bookkeeper', clientId: null, sessionId: uuidv7(), timeZone: 'UTC' } as const
  await operation({ db: drizzle(client), actor, now: new Date() } as unknown as BookkeeperContext)
  client.close()
  return rows
}
