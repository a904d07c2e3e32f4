import { type Client, createClient } from '@libsql/client/http'
import { drizzle } from 'drizzle-orm/libsql/http'
import { approvalSteps } from '../src/auth/sign-up/approval.ts'
import { stamped } from '../src/db/writer/hrana.ts'
import { databaseFromEnvironment } from './database.ts'
import { StartError } from './sqld.ts'
import { command, readSettings } from './terminal.ts'

/**
 * `pnpm sign-ups`: lists bookkeepers who wait for approval (SIGN_UP=approval), in the database at LIBSQL_URL (token in LIBSQL_TOKEN) or
 * that of the portal on this machine. `approve <email>` lets one in and tells them by mail, with ORIGIN as the portal's address;
 * `refuse <email>` removes the account, so that the address can sign up again.
 */

interface Waiting {
  userId: string
  firmId: string
  email: string
  name: string
  company: string | null
  confirmed: string | null
  since: string
}

async function waiting(db: Client, email?: string): Promise<Waiting[]> {
  const sql = `SELECT u.id AS userId, f.id AS firmId, u.email, p.name, p.company, u.email_confirmed_at AS confirmed, f.awaiting_approval_since AS since
    FROM firms f JOIN profiles p ON p.firm_id = f.id JOIN auth_users u ON u.id = p.id
    WHERE f.awaiting_approval_since IS NOT NULL AND (?1 IS NULL OR u.email = lower(?1)) ORDER BY f.awaiting_approval_since`
  return (await db.execute({ sql, args: [email ?? null] })).rows as unknown as Waiting[]
}

async function approve(db: Client, applicant: Waiting): Promise<void> {
  const origin = process.env['ORIGIN'] || `http://127.0.0.1:${readSettings().port}`
  const now = new Date()
  const steps = approvalSteps({ db: drizzle(db), now, origin }, applicant)
  await db.batch(
    steps.map(({ statement }) => {
      const { sql, args } = stamped(statement, now.toISOString())
      return { sql, args: [...args] }
    }),
    'write',
  )
}

/** Their entries in the audit log stay; nothing else of them does. */
async function refuse(db: Client, { userId, firmId }: Waiting): Promise<void> {
  await db.batch(
    [
      { sql: 'DELETE FROM auth_users WHERE id = ?', args: [userId] },
      {
        sql: 'DELETE FROM firms WHERE id = ? AND NOT EXISTS (SELECT 1 FROM profiles p WHERE p.firm_id = firms.id)',
        args: [firmId],
      },
    ],
    'write',
  )
}

await command(async () => {
  const db = createClient(databaseFromEnvironment())
  const [verb, email] = process.argv.slice(2)
  if (verb === undefined) {
    const all = await waiting(db)
    for (const { email: address, name, company, since, confirmed } of all)
      console.log(
        `${since.slice(0, 10)}  ${address}  ${name}${company ? `, ${company}` : ''}${confirmed ? '' : '  (address not confirmed yet)'}`,
      )
    console.log(all.length === 0 ? 'Nobody waits for approval.' : 'Approve with: pnpm sign-ups approve <email>')
    return
  }
  if (!email || (verb !== 'approve' && verb !== 'refuse'))
    throw new StartError('Usage: pnpm sign-ups [approve <email> | refuse <email>]')
  const [applicant] = await waiting(db, email)
  if (!applicant) throw new StartError(`No sign-up of ${email} waits for approval.`)
  await (verb === 'approve' ? approve(db, applicant) : refuse(db, applicant))
  console.log(
    verb === 'approve' ? `${applicant.email} can sign in now.` : `The account of ${applicant.email} is removed.`,
  )
})
