import { uuidv7 } from '../../../worker/src/ids.ts'
import { send } from '../../../worker/src/testing/work.ts'
import type { Attack } from '../attack.ts'
import type { Firm } from '../firms.ts'

/** A request sent again with the same Idempotency-Key, by others and elsewhere. */
export async function borrowedKeys(firm: Firm, other: Firm): Promise<Attack> {
  const broke: string[] = []
  const key = { 'idempotency-key': uuidv7() }
  const client = () => ({ name: 'Kay', email: `${uuidv7()}@example.com`, phone: '1' })
  const made = (await (await send(firm.bookkeeper, 'POST', '/api/clients', client(), key)).json()) as { id: string }
  const stolen = await (await send(other.bookkeeper, 'POST', '/api/clients', client(), key)).text()
  if (stolen.includes(made.id)) broke.push("another bookkeeper's request with the same key gets the stored answer")
  const form = { name: 'Form', fields: [{ id: 'a', name: 'A', section: 'S' }] }
  const elsewhere = await send(firm.bookkeeper, 'POST', '/api/workforms', form, key)
  const text = await elsewhere.text()
  if (elsewhere.status >= 500 || text.includes(made.id))
    broke.push(`another route with the same key answers ${elsewhere.status} ${text.slice(0, 120)}`)
  return { what: 'keys of requests, borrowed', tried: '3 requests', broke }
}
