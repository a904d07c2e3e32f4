import { createClient } from '@libsql/client/http'
import type { Session } from '@portal/contract/auth'
import { REMOTES } from '../../worker/local/build.ts'
import { publishAll } from '../../worker/local/publish-all.ts'
import { signAccessToken } from '../../worker/src/auth/sessions/access-token.ts'
import { uuidv7 } from '../../worker/src/ids.ts'
import { grow, idOf, KIND, timeOf } from '../fill.ts'
import { startWorld, type World } from '../world.ts'

/** Somebody's portal, whose pages are visited. */
export interface Visited extends AsyncDisposable {
  url: string
  bookkeeper: Session
  client: Session
  /** A section that the client has to fill in, of one field of each kind and more. */
  section: string
}

export const CLIENTS = 10_000
/** The runs take minutes: longer than a token usually holds. */
const HOLDS_MS = 60 * 60_000

const field = (type: string, name: string, more: object = {}): object => ({
  type,
  name,
  section: 'Company',
  required: false,
  ...more,
})
const FORM = [
  field('short-text', 'Legal name', { required: true, helpText: 'As it stands in the register.' }),
  field('short-text', 'Trading name'),
  field('email', 'Address for invoices', { required: true }),
  field('number', 'Number of employees', { min: 0 }),
  field('date', 'Founded on'),
  field('dropdown', 'Legal form', {
    required: true,
    options: ['Sole trader', 'Partnership', 'Limited company', 'Charity', 'Other'],
  }),
  field('checkbox', 'Services wanted', { options: ['Accounts', 'Payroll', 'Sales tax', 'Invoices', 'Advice'] }),
  field('long-text', 'Registered office', { required: true }),
  field('short-text', 'Main bank', { required: true }),
  field('date', 'End of the business year'),
  field('file', 'Extract from the register'),
  field('long-text', 'Anything else', { helpText: 'What we should know before we begin.' }),
].map((each, i) => ({ id: `field-${i}`, ...each }))

/** Gives the client's first section the form. What a client fills in is a version of a workform, and no version ever changes: a new one. */
async function giveForm(world: World): Promise<string> {
  const section = idOf(KIND.openSection, 3)
  const version = uuidv7()
  const db = createClient({ url: world.stack.sqld.url })
  await db.batch(
    [
      {
        sql: 'INSERT INTO workform_versions (id, workform_id, version, name, fields, created_at) VALUES (?, ?, 2, ?, ?, ?)',
        args: [version, idOf(KIND.workform, 1), 'Workform number 1', JSON.stringify(FORM), timeOf(0)],
      },
      { sql: 'UPDATE book_client_workforms SET workform_version_id = ? WHERE id = ?', args: [version, section] },
    ],
    'write',
  )
  db.close()
  return section
}

/** Stores a session and returns it as the browser keeps it. */
async function sessionOf(world: World, role: 'bookkeeper' | 'client', id: string): Promise<Session> {
  const [client_id, session_id, expires] = [
    role === 'client' ? idOf(KIND.client, 0) : null,
    uuidv7(),
    new Date(Date.now() + HOLDS_MS),
  ]
  const db = createClient({ url: world.stack.sqld.url })
  const now = new Date().toISOString()
  await db.execute({
    sql: `INSERT INTO sessions (id, user_id, client_id, refresh_hash, created_at, last_used_at, expires_at)
      VALUES (?, ?, ?, ?, ?, ?, ?)`,
    args: [session_id, id, client_id, session_id, now, now, expires.toISOString()],
  })
  db.close()
  const actor = { userId: id, role, firmId: world.firmId, clientId: client_id, sessionId: session_id, timeZone: 'UTC' }
  const { token } = await signAccessToken(world.secret, actor, expires)
  const [email, name] = role === 'client' ? ['client0@example.com', 'Ada Abbott'] : ['bench@example.com', 'Bench']
  const user = { id, role, email, name, company: null, time_zone: 'UTC', client_id }
  return { access_token: token, expires_at: expires.toISOString(), session_id, user }
}

/**
 * Starts a portal whose bookkeeper has ten thousand clients and all that belongs to them, and one of these clients a form to fill in.
 * @param shell what it serves to browsers; the portal's own shell and remotes where it is absent
 */
export async function startVisited(shell?: string): Promise<Visited> {
  const world = await startWorld(0, {}, shell)
  try {
    const clientUser = uuidv7()
    await grow(world, clientUser, 0, CLIENTS)
    const section = await giveForm(world)
    if (shell === undefined) await publishAll(world.stack, world.data, REMOTES)
    const bookkeeper = await sessionOf(world, 'bookkeeper', world.userId)
    const client = await sessionOf(world, 'client', clientUser)
    return { url: world.stack.url, bookkeeper, client, section, [Symbol.asyncDispose]: () => world.stop() }
  } catch (error) {
    await world.stop()
    throw error
  }
}
