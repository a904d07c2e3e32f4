import { createClient } from '@libsql/client/http'
import type { BatchItem } from 'drizzle-orm/batch'
import { drizzle } from 'drizzle-orm/libsql/http'
import type { SQLiteInsertValue, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Miniflare } from 'miniflare'
import { hashPassword } from '../../worker/src/auth/passwords/password-hash.ts'
import * as schema from '../../worker/src/db/schema/index.ts'
import { uuidv7 } from '../../worker/src/ids.ts'
import type { SeedFile } from './answers.ts'
import { type DemoEntry, seedAuditLog } from './audit-log.ts'
import { DEMO_BOOKKEEPER, DEMO_CLIENTS, DEMO_PASSWORD, type DemoClient } from './people.ts'
import { type SeededWorkform, seedAssignment } from './work.ts'
import { DEMO_WORKFORMS } from './workforms.ts'

const DAY = 86_400_000
const HOUR = 3_600_000

/** Collects the demo data, which is written in one batch. */
export interface Seeding {
  now: number
  id(): string
  /** Returns the time `days` ago. */
  ago(days: number): string
  /** Returns the calendar date `days` from today. */
  day(days: number): string
  add<T extends SQLiteTable>(table: T, row: SQLiteInsertValue<T>): void
  files: SeedFile[]
  /** Entries of the audit log, in any order. */
  auditLog: DemoEntry[]
}

/** Adds a firm and a dozen clients with workforms, files and chat to an empty database. */
export async function fill(databaseUrl: string, miniflare: Miniflare): Promise<void> {
  const client = createClient({ url: databaseUrl })
  const database = drizzle(client)
  const queries: BatchItem<'sqlite'>[] = []
  const now = Date.now()
  const seeding: Seeding = {
    now,
    id: () => uuidv7(),
    ago: (days) => new Date(now - days * DAY).toISOString(),
    day: (days) => new Date(now + days * DAY).toISOString().slice(0, 10),
    add: (table, row) => {
      queries.push(database.insert(table).values(row))
    },
    files: [],
    auditLog: [],
  }
  await seedFirm(seeding)
  const bucket = await miniflare.getR2Bucket('UPLOADS')
  for (const file of seeding.files) {
    await bucket.put(file.path, file.body, {
      httpMetadata: { contentType: file.type, cacheControl: 'private, max-age=3600' },
    })
  }
  const [first, ...rest] = queries
  if (first) await database.batch([first, ...rest])
  client.close()
}

async function seedFirm(s: Seeding): Promise<void> {
  const hash = await hashPassword(DEMO_PASSWORD)
  const [firmId, userId] = [s.id(), s.id()]
  const since = s.ago(720)
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  s.add(schema.firms, { id: firmId, name: DEMO_BOOKKEEPER.company, created_at: since })
  s.add(schema.authUsers, {
    id: userId,
    email: DEMO_BOOKKEEPER.email,
    password_hash: hash,
    email_confirmed_at: since,
    created_at: since,
    updated_at: since,
  })
  s.add(schema.profiles, {
    id: userId,
    role: 'bookkeeper',
    ...DEMO_BOOKKEEPER,
    firm_id: firmId,
    time_zone: timeZone,
    created_at: since,
    updated_at: since,
  })
  const workforms = DEMO_WORKFORMS.map((form, i): SeededWorkform => {
    const [id, versionId, at] = [s.id(), s.id(), s.ago(300 - 40 * i)]
    const stored = { name: form.name, description: form.description, fields: form.fields, created_at: at }
    s.add(schema.bookWorkforms, {
      ...stored,
      id,
      is_template: form.template,
      user_id: userId,
      firm_id: firmId,
      version: 1,
      updated_at: at,
    })
    s.add(schema.workformVersions, { ...stored, id: versionId, workform_id: id, version: 1 })
    s.auditLog.push({
      firmId,
      actorId: userId,
      role: 'bookkeeper',
      at,
      action: 'workform.created',
      subjectType: 'workform',
      subjectId: id,
      detail: { name: form.name, is_template: form.template, fields: form.fields.length },
    })
    return { id, versionId, name: form.name, fields: form.fields }
  })
  for (const client of DEMO_CLIENTS) seedClient(s, { userId, firmId, hash, timeZone }, client, workforms)
  seedAuditLog(s, s.auditLog)
}

interface DemoFirm {
  userId: string
  firmId: string
  hash: string
  timeZone: string
}

function seedClient(s: Seeding, firm: DemoFirm, client: DemoClient, workforms: SeededWorkform[]): void {
  const { name, email, phone, company, status } = client
  const [clientId, at] = [s.id(), s.ago(client.since)]
  const clientUserId = client.signedUp ? s.id() : null
  const times = { created_at: at, updated_at: at }
  if (clientUserId) {
    s.add(schema.authUsers, { id: clientUserId, email, password_hash: firm.hash, email_confirmed_at: at, ...times })
    s.add(schema.profiles, {
      id: clientUserId,
      role: 'client',
      name,
      email,
      phone,
      company,
      time_zone: firm.timeZone,
      ...times,
    })
  }
  const owner = { bookkeeper_id: firm.userId, firm_id: firm.firmId }
  s.add(schema.bookClients, { id: clientId, name, email, phone, company, status, ...owner, ...times })
  s.add(schema.bookClientAuth, {
    id: s.id(),
    client_id: clientId,
    auth_user_id: clientUserId,
    email,
    password_set: client.signedUp,
    ...times,
  })
  s.auditLog.push({
    firmId: firm.firmId,
    actorId: firm.userId,
    role: 'bookkeeper',
    at,
    action: 'client.created',
    subjectType: 'client',
    subjectId: clientId,
    clientId,
    detail: { name, email },
  })
  seedChat(s, firm, client, clientId)
  const { userId, firmId, timeZone } = firm
  for (const work of client.work) {
    const workform = workforms.find((w) => w.name === work.workform)
    if (workform) seedAssignment(s, { userId, firmId, clientId, clientUserId, timeZone }, client, work, workform)
  }
}

function seedChat(s: Seeding, firm: DemoFirm, client: DemoClient, clientId: string): void {
  const at = (hours: number) => new Date(s.now - hours * HOUR).toISOString()
  const id = s.id()
  const updated_at = at(client.chat.at(-1)?.[2] ?? client.since * 24)
  // Each side has read what it answered.
  const readBy = (side: 'bookkeeper' | 'client') => client.chat.findLastIndex(([sender]) => sender === side) + 1
  const [bookkeeperRead, clientRead] = [readBy('bookkeeper'), readBy('client')]
  s.add(schema.chatThreads, {
    id,
    bookkeeper_id: firm.userId,
    client_id: clientId,
    updated_at,
    bookkeeper_read: bookkeeperRead,
    bookkeeper_delivered: bookkeeperRead,
    client_read: clientRead,
    client_delivered: clientRead,
  })
  for (const [sender, message, hours] of client.chat) {
    s.add(schema.chatMessages, { id: s.id(), thread_id: id, sender, message, attachments: [], created_at: at(hours) })
  }
}
