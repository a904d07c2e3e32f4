import type { World } from '../world.ts'
import { rows } from './rows.ts'
import { OVERALL, type Tally } from './tally.ts'

/** Clients, workforms, due dates: each there once, as it was set last; the text files of client folders say the same. */

export async function checkOffice(world: World, tally: Tally): Promise<void> {
  const { ledger, stand } = world
  const emails = await rows<{ email: string; id: string }>(world, 'SELECT email, id FROM book_clients')
  for (const [email, promise] of ledger.clients) {
    const found = emails.filter((c) => c.email === email)
    tally.note(
      'imported clients',
      promise,
      found.length === 1 && found[0]?.id === promise.id ? undefined : `${email}: ${found.length} rows`,
    )
  }
  const known = new Set([
    ...ledger.clients.keys(),
    ...world.bookkeepers.flatMap((b) => b.clients.map((c) => c.person.email)),
  ])
  const more = emails.filter((c) => !known.has(c.email)).length
  tally.note('nothing doubled', OVERALL, more > 0 ? `${more} more clients than were acknowledged` : undefined)
  const companies = await rows<{ id: string; company: string }>(world, 'SELECT id, company FROM book_clients')
  for (const [id, promise] of ledger.companies) {
    const company = companies.find((c) => c.id === id)?.company
    tally.note(
      'changed clients',
      promise,
      company === promise.company ? undefined : `client ${id}: company is ${company}`,
    )
  }
  const forms = await rows<{ id: string; name: string }>(world, 'SELECT id, name FROM book_workforms')
  for (const [id, promise] of ledger.workforms) {
    const found = forms.filter((f) => f.name === promise.name)
    tally.note(
      'workforms',
      promise,
      found.length === 1 && found[0]?.id === id ? undefined : `${promise.name}: ${found.length} rows`,
    )
  }
  const documents = await stand.miniflare.getR2Bucket('DOCUMENTS')
  for (const [pair, promise] of ledger.dueDates) {
    const [client = '', workform = ''] = pair.split(' ')
    const sql = 'SELECT DISTINCT due_date FROM book_client_workforms WHERE client_id = ? AND workform_id = ?'
    const dates = (await rows<{ due_date: string }>(world, sql, client, workform)).map((r) => r.due_date)
    tally.note(
      'due dates',
      promise,
      dates.length === 1 && dates[0] === promise.date ? undefined : `${pair}: due ${dates.join()}`,
    )
    const path = `bookkeeper-${promise.bookkeeperId}/client-${client}/workform-${workform}.txt`
    const text = (await (await documents.get(path))?.text()) ?? 'not there'
    tally.note('text files', promise, text.includes(`Due date: ${promise.date}`) ? undefined : `${path}: ${text}`)
  }
}
