import { createClient } from '@libsql/client/http'
import type { BatchItem } from 'drizzle-orm/batch'
import { drizzle } from 'drizzle-orm/libsql/http'
import type { Miniflare } from 'miniflare'
import { hashPassword } from '../../worker/src/portal/auth/passwords/password-hash.ts'
import * as schema from '../../worker/src/platform/db/schema/index.ts'
import { seedClient } from './client.ts'
import { DEMO_BOOKKEEPER, DEMO_CLIENTS, DEMO_PASSWORD } from './people.ts'
import { Seeding } from './seeding.ts'

/** Adds the firm, the person who runs it, and its workforms. */
function seedFirm(s: Seeding, passwordHash: string): void {
  const { firmId, bookkeeper, timeZone } = s
  const { userId } = bookkeeper
  const since = s.ago(720)
  const times = { created_at: since, updated_at: since }
  const { email, company } = DEMO_BOOKKEEPER
  s.add(schema.firms, { id: firmId, name: company, created_at: since })
  s.add(schema.authUsers, { id: userId, email, password_hash: passwordHash, email_confirmed_at: since, ...times })
  s.add(schema.profiles, {
    ...DEMO_BOOKKEEPER,
    id: userId,
    role: 'bookkeeper',
    firm_id: firmId,
    time_zone: timeZone,
    ...times,
  })
  for (const [i, { id, versionId, name, description, fields, template }] of s.workforms.entries()) {
    const created_at = s.ago(300 - 40 * i)
    const content = { name, description, fields, version: 1, created_at }
    const owner = { user_id: userId, firm_id: firmId }
    s.add(schema.bookWorkforms, { id, ...content, ...owner, is_template: template, updated_at: created_at })
    s.add(schema.workformVersions, { id: versionId, workform_id: id, ...content })
    s.log(created_at, bookkeeper, {
      action: 'workform.created',
      subjectType: 'workform',
      subjectId: id,
      detail: { name, is_template: template, fields: fields.length },
    })
  }
}

/** Adds a firm and a dozen clients with workforms, files and chat to an empty database. */
export async function fill(databaseUrl: string, miniflare: Miniflare): Promise<void> {
  const seeding = new Seeding()
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  seedFirm(seeding, passwordHash)
  for (const client of DEMO_CLIENTS) seedClient(seeding, client, passwordHash)
  const bucket = await miniflare.getR2Bucket('UPLOADS')
  for (const { path, type, body } of seeding.files)
    await bucket.put(path, body, { httpMetadata: { contentType: type, cacheControl: 'private, max-age=3600' } })
  const client = createClient({ url: databaseUrl })
  const database = drizzle(client)
  const [first, ...rest] = seeding
    .rows()
    .map(({ table, row }): BatchItem<'sqlite'> => database.insert(table).values(row))
  if (first) await database.batch([first, ...rest])
  client.close()
}
