import { createHash } from 'node:crypto'
import { acceptInvitation, byCode, PASSWORD } from './accounts.ts'
import { type Caller, eventually, inLink, mailTo } from './caller.ts'

/** What bookkeepers and clients do all day. */

const field = (id: string, section: string, type = 'short-text') => ({ id, name: id, type, section })
const FORM = {
  name: 'Year end',
  fields: [field('a', 'First'), field('scan', 'First', 'file'), field('b', 'Second'), field('c', 'Third')],
}
const pdf = (mark: string): Blob => new Blob([`%PDF-1.7\n% ${mark}\n`, 'x'.repeat(200), '\n%%EOF\n'])
const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

interface Section {
  assignment_id: string
  name: string
}
/** Who works: their tokens, and the ids of what they work on. */
export interface Desk {
  bookkeeper: string
  client: string
  clientId: string
  workformId: string
  sections: Section[]
}

/** Clients and workforms, up to a client who has signed in and has something to fill in. */
export async function setUp(caller: Caller, bookkeeper: string): Promise<Desk> {
  const token = bookkeeper
  const { id: workformId = '' } = await caller.json('POST /api/workforms', { token, body: FORM })
  await caller.ask('POST /api/workforms/{id}/duplicate', { token, of: { id: workformId }, body: {} })
  const person = (name: string) => ({ name, email: `${name.toLowerCase()}@example.com`, phone: '555 0100' })
  const assignment = { workform_id: workformId, due_date: day(7) }
  const { id: clientId = '' } = await caller.json('POST /api/clients', {
    token,
    body: { ...person('Cleo'), assignment },
  })
  const client = await acceptInvitation(caller, 'cleo@example.com')
  const { id: other = '' } = await caller.json('POST /api/clients', { token, body: person('Otto') })
  await byCode(caller, 'otto@example.com')
  await caller.ask('POST /api/assignments', {
    token,
    body: { workform_id: workformId, clients: [{ client_id: other, due_date: day(7) }] },
  })
  const { items } = await caller.json<{ items: { sections: Section[] }[] }>('GET /api/portal/workforms', {
    token: client,
  })
  return { bookkeeper, client, clientId, workformId, sections: items[0]?.sections ?? [] }
}

/** Reading and changing clients and workforms. */
export async function clients(caller: Caller, { bookkeeper: token, clientId, workformId }: Desk): Promise<void> {
  const of = { id: clientId }
  await caller.ask('GET /api/clients', { token, query: { q: 'cleo' } })
  await caller.ask('GET /api/clients/counts', { token })
  await caller.ask('GET /api/clients/export', { token }).then((r) => r.text())
  await caller.ask('GET /api/clients/{id}/folder', { token, of })
  await caller.ask('POST /api/clients/{id}/folder', { token, of, body: {} })
  await caller.ask('GET /api/clients/{id}/webhook', { token, of })
  await caller.ask('POST /api/clients/import/check', {
    token,
    body: { emails: ['cleo@example.com', 'nobody@example.com'] },
  })
  const row = (name: string) => ({ name, email: `${name}@example.com`, phone: '555 0100', company: '', status: 'new' })
  await caller.ask('POST /api/clients/import', {
    token,
    body: {
      rows: ['ada', 'ben', 'gus'].map(row),
      invite: true,
      assignment: { workform_id: workformId, due_date: day(7) },
    },
  })
  const { id = '', ...rest } = await caller.json('POST /api/clients', {
    token,
    body: { name: 'Pia', email: 'pia@example.com', phone: '555 0100' },
  })
  const { updated_at } = rest
  await caller.ask('POST /api/clients/{id}/invitation', { token, of: { id }, body: {} })
  await caller.ask('PATCH /api/clients/{id}', {
    token,
    of: { id },
    body: { name: 'Pia', email: 'pia@example.org', phone: '555 0101', status: 'active', updated_at },
  })
  await caller.ask('POST /api/assignments', {
    token,
    body: { workform_id: workformId, clients: [{ client_id: id, due_date: day(9) }], notes: 'Be gentle.' },
  })
  await caller.ask('PATCH /api/clients/{id}/workforms/{workformId}', {
    token,
    of: { id, workformId },
    body: { due_date: day(10) },
  })
  await caller.ask('DELETE /api/clients/{id}/workforms/{workformId}', { token, of: { id, workformId } })
  await caller.ask('DELETE /api/clients/{id}', { token, of: { id } })
  await caller.ask('GET /api/clients/{id}', { token, of })
}

/** Workforms, and templates of files. */
export async function workforms(caller: Caller, { bookkeeper: token, workformId }: Desk): Promise<void> {
  const of = { id: workformId }
  await caller.ask('GET /api/workforms', { token, query: { q: 'year' } })
  await caller.ask('GET /api/workforms/templates', { token })
  await caller.ask('GET /api/workforms/{id}/impact', { token, of })
  const { version } = await caller.json('GET /api/workforms/{id}', { token, of })
  await caller.ask('PATCH /api/workforms/{id}', {
    token,
    of,
    body: { ...FORM, fields: [...FORM.fields, field('d', 'Fourth')], version },
  })
  const { id = '' } = await caller.json('POST /api/workforms', { token, body: { ...FORM, is_template: true } })
  await caller.ask('DELETE /api/workforms/{id}', { token, of: { id } })
  await caller.ask('POST /api/templates/files', { token, query: { name: 'a.pdf' }, raw: pdf('template') })
  await caller.ask('POST /api/templates/uploads', { token, body: { name: 'b.pdf', size: 1000 } })
}

/** The client fills sections in, with files, and submits them. */
export async function fillIn(caller: Caller, { client: token, sections }: Desk): Promise<void> {
  const [first, second, third] = sections
  const of = { id: first?.assignment_id ?? '' }
  await caller.ask('GET /api/portal/sections/{id}', { token, of })
  await caller.ask('PUT /api/portal/sections/{id}/draft', {
    token,
    of,
    body: { answers: { a: 'Ann' }, base_version: 0 },
  })
  const file = await caller.json('POST /api/portal/sections/{id}/files', {
    token,
    of,
    query: { field: 'scan', name: 'a.pdf' },
    raw: pdf('one'),
  })
  const gone = await caller.json('POST /api/portal/sections/{id}/files', {
    token,
    of,
    query: { field: 'scan', name: 'b.pdf' },
    raw: pdf('two'),
  })
  await caller.ask('DELETE /api/portal/files/{id}', { token, of: { id: gone['id'] ?? '' } })
  await caller.ask('GET /api/portal/sections/{id}/duplicates', {
    token,
    of,
    query: { sha256: createHash('sha256').update('x').digest('hex') },
  })
  await caller.ask('GET /api/files/{id}', { token, of: { id: file['id'] ?? '' } }).then((r) => r.arrayBuffer())
  const big = pdf('three')
  const begin = () =>
    caller.json('POST /api/portal/sections/{id}/uploads', {
      token,
      of,
      body: { field: 'scan', name: 'c.pdf', size: big.size },
    })
  const { id = '' } = await begin()
  await caller.ask('GET /api/uploads/{id}', { token, of: { id } })
  await caller.ask('PUT /api/uploads/{id}/parts/{part}', { token, of: { id, part: '1' }, raw: big })
  await caller.ask('POST /api/uploads/{id}/complete', { token, of: { id }, body: {} })
  await caller.ask('DELETE /api/uploads/{id}', { token, of: { id: (await begin())['id'] ?? '' } })
  const answers = { a: 'Ann', scan: [{ ...file }] }
  await caller.ask('POST /api/portal/sections/{id}/submit', {
    token,
    of,
    body: { answers, version: 0 },
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
  for (const section of [second, third]) {
    const answered = { [section?.name === 'Second' ? 'b' : 'c']: 'An answer' }
    await caller.ask('POST /api/portal/sections/{id}/submit', {
      token,
      of: { id: section?.assignment_id ?? '' },
      body: { answers: answered, version: 0 },
    })
  }
  await caller.ask('GET /api/auth/records', { token })
}

/** The bookkeeper looks at what was submitted, and decides. */
export async function review(
  caller: Caller,
  { bookkeeper: token, sections, clientId, workformId }: Desk,
): Promise<void> {
  const [first, second, third] = sections.map((s) => s.assignment_id)
  const key = { 'idempotency-key': crypto.randomUUID() }
  await caller.ask('GET /api/dashboard', { token })
  await caller.ask('GET /api/submissions', { token, query: { q: 'cleo', filter: 'pending' } })
  await caller.ask('GET /api/submissions/waiting', { token, query: { workform: workformId, client: clientId } })
  const { items } = await caller.json<{ items: { sections: { answers: { scan?: { id: string }[] } }[] }[] }>(
    'GET /api/submissions',
    {
      token,
      query: { client: clientId },
    },
  )
  const file = items[0]?.sections[0]?.answers.scan?.[0]?.id ?? ''
  await caller.ask('GET /api/files/{id}/preview', { token, of: { id: file } }).then((r) => r.arrayBuffer())
  const { path = '' } = await caller.json('POST /api/downloads', { token, body: { client: clientId } })
  await caller
    .ask('GET /api/downloads/{ticket}', { of: { ticket: path.split('/').at(-1) ?? '' } })
    .then((r) => r.arrayBuffer())
  await caller.ask('POST /api/sections/{id}/approve', {
    token,
    of: { id: first ?? '' },
    body: { version: 1, notes: 'Good' },
    headers: key,
  })
  await caller.ask('POST /api/sections/{id}/undo', { token, of: { id: first ?? '' }, body: { version: 2 } })
  await caller.ask('POST /api/sections/{id}/reject', {
    token,
    of: { id: first ?? '' },
    body: { version: 3, reason: 'Not readable' },
  })
  const waiting = [second, third].map((assignment_id) => ({ assignment_id, version: 1 }))
  await caller.ask('POST /api/submissions/approve', {
    token,
    body: { workform_id: workformId, client_id: clientId, sections: waiting },
  })
  await caller.ask('GET /api/sections/{id}/history', { token, of: { id: first ?? '' } })
}

/** Both sides write to each other. */
export async function chat(caller: Caller, { bookkeeper, client, sections }: Desk): Promise<void> {
  const { items } = await caller.json<{ items: { id: string }[] }>('GET /api/chat/threads', {
    token: bookkeeper,
    query: { q: 'cleo' },
  })
  const of = { id: items[0]?.id ?? '' }
  const { id: file } = await caller.json('POST /api/chat/threads/{id}/files', {
    token: client,
    of,
    query: { name: 'a.pdf' },
    raw: pdf('chat'),
  })
  await caller.ask('POST /api/chat/threads/{id}/uploads', { token: client, of, body: { name: 'b.pdf', size: 1000 } })
  const about = sections[0]?.assignment_id
  const { id: messageId = '' } = await caller.json('POST /api/chat/threads/{id}/messages', {
    token: client,
    of,
    body: { message: 'Hello', attachments: [file], about },
  })
  await caller.ask('POST /api/chat/threads/{id}/messages', { token: bookkeeper, of, body: { message: 'Hello Cleo' } })
  await caller.ask('PATCH /api/chat/threads/{id}/messages/{messageId}', {
    token: client,
    of: { ...of, messageId },
    body: { message: 'Hello!' },
  })
  await caller.ask('GET /api/chat/threads/{id}/messages', { token: bookkeeper, of })
  await caller.ask('GET /api/chat/unread', { token: bookkeeper })
  await caller.ask('POST /api/chat/delivered', { token: bookkeeper, body: {} })
  await caller.ask('POST /api/chat/threads/{id}/read', { token: bookkeeper, of, body: { seq: 1 } })
  await caller.ask('POST /api/chat/threads/{id}/presence', { token: bookkeeper, of, body: {} })
  await caller.ask('GET /api/chat/threads/{id}/sections', { token: bookkeeper, of })
  await caller.ask('DELETE /api/chat/threads/{id}/messages/{messageId}', { token: client, of: { ...of, messageId } })
  await caller.ask('GET /api/notifications', { token: client })
  const own = await caller.json<{ items: { id: string }[] }>('GET /api/notifications', { token: bookkeeper })
  await caller.ask('GET /api/notifications/all', { token: bookkeeper })
  await caller.ask('POST /api/notifications/read', { token: bookkeeper, body: { ids: own.items.map((n) => n.id) } })
}

/** The agent's plan for a client. */
export async function agent(
  caller: Caller,
  email: string,
  { bookkeeper: token, clientId, workformId }: Desk,
): Promise<void> {
  const of = { id: clientId }
  type Plan = { upcoming: { day: string }[] }
  const planned = await eventually(async () => {
    const run = JSON.stringify({ now: new Date().toISOString(), bookkeeper: email })
    await fetch(`${caller.url}/dev/follow-ups`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: run,
    })
    const { upcoming } = await caller.json<Plan>('GET /api/follow-ups/clients/{id}', { token, of })
    return upcoming[0]?.day
  })
  await caller.ask('GET /api/follow-ups', { token })
  const on = { ...of, day: planned }
  await caller.ask('PUT /api/follow-ups/clients/{id}/days/{day}', {
    token,
    of: on,
    body: { subject: 'Hello', text: 'Please look.' },
  })
  await caller.ask('PUT /api/follow-ups/clients/{id}/days/{day}/skip', { token, of: on, body: { skipped: true } })
  await caller.ask('DELETE /api/follow-ups/clients/{id}/days/{day}', { token, of: on })
  await caller.ask('PUT /api/follow-ups/clients/{id}/workforms/{workformId}', {
    token,
    of: { ...of, workformId },
    body: { paused: true },
  })
  await caller.ask('PUT /api/follow-ups/clients/{id}', { token, of, body: { mode: 'off' } })
}

/** A client declines another bookkeeper, accepts when asked again, and changes over. */
export async function records(caller: Caller, { client }: Desk, other: string): Promise<void> {
  const cleo = { token: other, body: { name: 'Cleo', email: 'cleo@example.com', phone: '555 0100' } }
  const { id: first = '' } = await caller.json('POST /api/clients', cleo)
  const { access_token: token = client } = await caller.json('POST /api/auth/sign-in', {
    body: { email: 'cleo@example.com', password: PASSWORD, portal: 'client' },
  })
  await caller.ask('GET /api/auth/records', { token })
  await caller.ask('POST /api/auth/records/{id}/decline', { token, of: { id: first }, body: { report: false } })
  await caller.ask('DELETE /api/clients/{id}', { token: other, of: { id: first } })
  const { id = '' } = await caller.json('POST /api/clients', cleo)
  await caller.ask('POST /api/auth/records/{id}/accept', { token, of: { id } })
  await caller.ask('POST /api/auth/records/switch', { token, body: { client_id: id } })
  const of = { id }
  const change = async (email: string): Promise<string> => {
    const { updated_at } = await caller.json('GET /api/clients/{id}', { token: other, of })
    await caller.ask('PATCH /api/clients/{id}', {
      token: other,
      of,
      body: { ...cleo.body, status: 'active', email, updated_at },
    })
    return inLink(await mailTo(caller, email, 'Confirm your new address'), 'token')
  }
  const requested = async (): Promise<string> => {
    const answer: unknown = await caller.json('GET /api/auth/records', { token })
    return (answer as { email_changes: { id: string }[] }).email_changes[0]?.id ?? ''
  }
  await change('cleo@elsewhere.example')
  await caller.ask('POST /api/auth/email-changes/{id}/refuse', { token, of: { id: await requested() } })
  const mailed = await change('cleo@new.example')
  const proof = { token: mailed, password: PASSWORD }
  await caller.ask('POST /api/auth/email-changes/{id}/confirm', { token, of: { id: await requested() }, body: proof })
}
