import { clientRows, idOf, KIND } from './fill-rows.ts'
import { bodyOf } from './measure.ts'
import type { Production } from './production.ts'

/** Changes the phone number of client `i`, once: the request carries the version that `fill` inserted. */
export function updateClient(portal: Production, i: number): Promise<string> {
  const [client] = clientRows(portal)(i)
  if (!client) throw new Error('no such client')
  const { name, email, company, status, updated_at } = client
  const body = JSON.stringify({ name, email, company, status, updated_at, phone: '555 0199' })
  return bodyOf(portal.ask(`/api/clients/${idOf(KIND.client, i)}`, { method: 'PATCH', body }))
}
