import { linkFor } from './mailbox.ts'
import { unique } from './test-data.ts'
import type { Client, Person } from './users.ts'

/** Returns addresses for visitors that work, for pages that say without one that the link is invalid. */
export async function visitorLinks(url: string, bookkeeper: Person, client: Client): Promise<string[]> {
  const email = `${unique('invited')}@example.com`
  await bookkeeper.request('POST', '/clients', { name: 'Jane Miller', email, phone: '555 0100' })
  const path = `/follow-ups/clients/${client.id}/reminder`
  const { subject, text, version } = await bookkeeper.request<Record<string, string>>('GET', path)
  await bookkeeper.request('POST', path, { subject, text, version })
  const [assignment = ''] = client.sections.values()
  const delegation = { name: 'Ben Okafor', days: 7 }
  const { token } = await client.request<{ token: string }>(
    'POST',
    `/portal/sections/${assignment}/delegations`,
    delegation,
  )
  const mailed = await Promise.all([
    linkFor(url, email, /\/client-setup\?token=/),
    linkFor(url, client.email, /\/client-link#[\w-]+\/client-dashboard\?section=/),
    linkFor(url, client.email, /\/mail-off\?token=/),
  ])
  return [...mailed, `${url}/guest#${token}`]
}
