import type { Session } from '@portal/contract/auth'
import { REMOTES } from '../../tools/run/build.ts'
import { publishAll } from '../../tools/publish/publish-all.ts'
import { uuidv7 } from '../../worker/src/platform/ids.ts'
import { fill } from './fill.ts'
import { CLIENT, idOf, KIND, timeOf } from './fill-rows.ts'
import { LONG_FIELDS, submitLongReview } from './long-section.ts'
import { BOOKKEEPER, HOUR_MS, type Production, startProduction } from './production.ts'

/** A filled portal with its shell and remotes, for browsers. */
export interface Site extends AsyncDisposable {
  url: string
  /** Sessions as the browser stores them. */
  sessions: Record<'bookkeeper' | 'client', Session>
}

/** The client's section with a field of each kind. */
export const SECTION = idOf(KIND.openSection, 3)
const FIELDS = [
  { type: 'short-text', name: 'Legal name', required: true, helpText: 'As in the register.' },
  { type: 'short-text', name: 'Trading name' },
  { type: 'email', name: 'Address for invoices', required: true },
  { type: 'number', name: 'Number of employees', min: 0 },
  { type: 'date', name: 'Founded on' },
  { type: 'dropdown', name: 'Legal form', required: true, options: ['Sole trader', 'Partnership', 'Charity', 'Other'] },
  { type: 'checkbox', name: 'Services', options: ['Accounts', 'Payroll', 'Sales tax', 'Invoices', 'Advice'] },
  { type: 'long-text', name: 'Registered office', required: true },
  { type: 'short-text', name: 'Main bank', required: true },
  { type: 'date', name: 'End of the business year' },
  { type: 'file', name: 'Extract from the register' },
  { type: 'long-text', name: 'Anything else', helpText: 'What we should know before we begin.' },
].map((field, i) => ({ id: `field-${i}`, section: 'Company', required: false, ...field }))

/** Gives the first section of open workform `i` its fields. A workform version never changes, so this adds one. */
async function addFields({ db }: Production, i: number, fields: readonly object[]): Promise<void> {
  const version = uuidv7()
  const added = {
    sql: 'INSERT INTO workform_versions (id, workform_id, version, name, fields, created_at) VALUES (?, ?, 2, ?, ?, ?)',
    args: [version, idOf(KIND.workform, i), `Workform number ${i}`, JSON.stringify(fields), timeOf(0)],
  }
  const used = {
    sql: 'UPDATE book_client_workforms SET workform_version_id = ? WHERE id = ?',
    args: [version, idOf(KIND.openSection, 3 * i)],
  }
  await db.batch([added, used], 'write')
}

/**
 * Starts a site whose bookkeeper has `clients` clients.
 * @param shell build of the whole app without federation: the remotes are published, but not loaded
 */
export async function startSite(clients: number, shell?: string): Promise<Site> {
  const portal = await startProduction(shell === undefined ? {} : { shell })
  const { db, stack, data, userId, sessionId, token } = portal
  const client = await fill(portal, clients)
  await addFields(portal, 1, FIELDS)
  await addFields(portal, 2, LONG_FIELDS)
  await addFields(portal, 3, LONG_FIELDS)
  await submitLongReview(portal)
  await publishAll(stack, data, REMOTES)
  if (shell !== undefined) await db.execute("UPDATE remote_versions SET sdk = '999.0.0'")
  const expires_at = new Date(Date.now() + HOUR_MS).toISOString()
  const person = { company: null, time_zone: 'UTC' }
  return {
    url: stack.url,
    sessions: {
      bookkeeper: {
        access_token: token,
        expires_at,
        session_id: sessionId,
        user: { ...person, ...BOOKKEEPER, id: userId, role: 'bookkeeper', client_id: null },
      },
      client: {
        access_token: client.token,
        expires_at,
        session_id: client.sessionId,
        user: {
          ...person,
          email: CLIENT.email,
          name: CLIENT.name,
          id: CLIENT.userId,
          role: 'client',
          client_id: CLIENT.id,
        },
      },
    },
    [Symbol.asyncDispose]: () => portal.stop(),
  }
}
