import type { InStatement } from '@libsql/client/http'
import { uuidv7 } from '../worker/src/ids.ts'
import { childrenOf } from './cpu.ts'
import { type Production, startProduction } from './production.ts'

/** A portal of its own with one bookkeeper and many clients, to be measured. */
export interface World extends Production {
  clientIds: string[]
  /** Processes that serve: workerd and the database. */
  pids: number[]
}

const ROWS_PER_BATCH = 500

function clientRow(i: number, id: string, owner: string, firm: string): InStatement {
  const at = new Date(Date.UTC(2025, 0, 1) + i * 60_000).toISOString()
  return {
    sql: `INSERT INTO book_clients (id, name, email, phone, company, status, bookkeeper_id, firm_id, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    args: [
      id,
      `Client ${i.toString(36)} Number ${i}`,
      `client-${i}@example.com`,
      '555 0100',
      `Company ${i % 977} Ltd`,
      ['new', 'onboarding', 'active', 'inactive'][i % 4] ?? 'new',
      owner,
      firm,
      at,
      at,
    ],
  }
}

/**
 * Starts a portal whose bookkeeper has `clients` clients.
 * @param more variables of the worker beyond those of production
 * @param shell the build that it serves to browsers, where it is not the portal's own
 */
export async function startWorld(clients: number, more: Record<string, string> = {}, shell?: string): Promise<World> {
  const before = childrenOf(process.pid, 'workerd')
  const production = await startProduction({ vars: more, ...(shell === undefined ? {} : { shell }) })
  const { stack, db, userId, firmId } = production
  const workerd = childrenOf(process.pid, 'workerd').filter((pid) => !before.includes(pid))
  const clientIds = Array.from({ length: clients }, () => uuidv7())
  for (let i = 0; i < clients; i += ROWS_PER_BATCH) {
    await db.batch(
      clientIds.slice(i, i + ROWS_PER_BATCH).map((id, k) => clientRow(i + k, id, userId, firmId)),
      'write',
    )
  }
  return { ...production, clientIds, pids: [...workerd, stack.sqld.process.pid ?? 0] }
}
