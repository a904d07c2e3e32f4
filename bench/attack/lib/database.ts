import { textOf } from '../../../worker/src/testing/portal.ts'
import { rows } from '../../../worker/src/testing/work.ts'

/** Helpers that query the database of the portal under attack. */

/** Counts rows: `countRows('sessions WHERE user_id = ?', id)`. */
export const countRows = async (from: string, ...args: string[]): Promise<number> =>
  Number((await rows<{ n: number }>(`SELECT count(*) AS n FROM ${from}`, ...args))[0]?.n)

export const versionOf = async (section: string): Promise<number> =>
  (await rows<{ version: number }>('SELECT version FROM book_client_workforms WHERE id = ?', section))[0]?.version ?? 0

/** Returns the id of a client's chat thread. */
export const threadOf = async (clientId: string): Promise<string> =>
  (await rows<{ id: string }>('SELECT id FROM chat_threads WHERE client_id = ?', clientId))[0]?.id ?? ''

/** Matches tables that the portal changes by itself. */
const VOLATILE = new RegExp(
  '^(sqlite_|_|outbox|dev_mailbox|idempotency|clients_search|chat_search|download_tickets|webhook_deliveries|' +
    '.*_(data|idx|content|docsize|config)$)',
)

/** Returns a function that lists the changes of a firm's rows that name one of these ids since the snapshot. */
export async function snapshot(ids: readonly string[], firmId: string): Promise<() => Promise<string[]>> {
  const before = await rowsNaming(ids, firmId)
  return async () => {
    const after = await rowsNaming(ids, firmId)
    return [...new Set([...before.keys(), ...after.keys()])]
      .filter((key) => before.get(key) !== after.get(key))
      .map((key) => `${key}: ${before.get(key) ?? 'nothing'} → ${after.get(key) ?? 'gone'}`)
  }
}

async function rowsNaming(ids: readonly string[], firmId: string): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const { name } of await rows<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'")) {
    if (VOLATILE.test(name)) continue
    // The audit log adds its hashes later, and the agent plans by itself.
    for (const { hash: _, prev_hash: __, seq: ___, revision: ____, next_at: _____, ...row } of await rows(
      `SELECT * FROM "${name}"`,
    )) {
      const text = JSON.stringify(row)
      // The attacker's own audit log names the ids too.
      const isForeign = 'firm_id' in row && row['firm_id'] !== firmId
      if (!isForeign && ids.some((id) => text.includes(id))) found.set(`${name} ${textOf(row, 'id') || text}`, text)
    }
  }
  return found
}
