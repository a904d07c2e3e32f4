import { hashPassword } from '../../worker/src/auth/passwords/password-hash.ts'
import { bookkeeperThings, clientThings, PASSWORD, type Things } from '../../worker/src/testing/access-world.ts'
import {
  newBookkeeper,
  newClient,
  type TestBookkeeper,
  type TestClient,
  textOf,
} from '../../worker/src/testing/portal.ts'
import { fieldsIn } from '../../worker/src/testing/sections.ts'
import { assigned, change, newWorkform, rows, sectionsOf } from '../../worker/src/testing/work.ts'

/** A client with one of everything. */
export interface Owned {
  client: TestClient
  things: Things
}

/** A bookkeeper with one of everything and two clients, each with a workform of their own. */
export interface Firm {
  bookkeeper: TestBookkeeper
  one: Owned
  two: Owned
}

/** A firm with all that an attacker could want. */
export async function newFirm(): Promise<Firm> {
  const bookkeeper = await newBookkeeper()
  await change('UPDATE auth_users SET password_hash = ? WHERE id = ?', await hashPassword(PASSWORD), bookkeeper.userId)
  const own = await bookkeeperThings(bookkeeper)
  const withThings = async (name: string): Promise<Owned> => {
    const client = await newClient(bookkeeper, name)
    const workform = await newWorkform(bookkeeper, { fields: fieldsIn('First') })
    await assigned(bookkeeper, workform, [client.clientId])
    const [section] = await sectionsOf(client.clientId, workform.id)
    return { client, things: { ...own, ...(await clientThings(client, section?.id ?? '')), workform: workform.id } }
  }
  return { bookkeeper, one: await withThings('Cleo One'), two: await withThings('Cleo Two') }
}

/** What nobody outside a firm may ever be told. */
export const secretsOf = ({ bookkeeper, one, two }: Firm): string[] => [
  ...new Set([
    ...Object.values(one.things),
    ...Object.values(two.things),
    bookkeeper.email,
    bookkeeper.firmId,
    one.client.email,
    two.client.email,
  ]),
]

/** What of its client nobody but they and their bookkeeper may be told. */
export const secretsOfOne = ({ one: { client, things } }: Firm): string[] => [
  client.email,
  things.client,
  things.workform,
  things.section,
  things.file,
  things.upload,
  things.thread,
  things.message,
]

/** Tables that change by themselves: what waits to be sent, and what the portal remembers about itself. */
const RESTLESS =
  /^(sqlite_|_|__|outbox|idempotency|clients_search|chat_search|download_tickets|webhook_deliveries|.*_(data|idx|content|docsize|config)$)/

/** Rows of a firm in the database that name one of these ids, as text: the same before and after what must have no effect. */
export async function tracesOf(ids: readonly string[], { bookkeeper }: Firm): Promise<Map<string, string>> {
  const tables = await rows<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'")
  const traces = new Map<string, string>()
  for (const { name } of tables) {
    if (RESTLESS.test(name)) continue
    for (const row of await rows(`SELECT * FROM "${name}"`)) {
      // What others have in their own trail of what they tried is theirs.
      if ('firm_id' in row && row['firm_id'] !== bookkeeper.firmId) continue
      // Sealing the trail adds the hashes later.
      const { hash: _, prev_hash: __, seq: ___, ...stable } = row
      const text = JSON.stringify(stable)
      if (ids.some((id) => text.includes(id))) traces.set(`${name} ${textOf(row, 'id') || text}`, text)
    }
  }
  return traces
}

/** What differs between two looks at the same traces. */
export function differences(before: Map<string, string>, after: Map<string, string>): string[] {
  const keys = new Set([...before.keys(), ...after.keys()])
  return [...keys]
    .filter((key) => before.get(key) !== after.get(key))
    .map((key) => `${key}: ${before.get(key) ?? 'nothing'} → ${after.get(key) ?? 'gone'}`)
}
