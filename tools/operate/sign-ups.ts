import { type Client, createClient } from '@libsql/client/http'
import { canonicalEmail } from '@portal/contract/canonical-email'
import { drizzle } from 'drizzle-orm/libsql/http'
import { approvalSteps } from '../../worker/src/portal/auth/sign-up/approval.ts'
import { command, readSettings } from '../command/command.ts'
import { StartError } from '../command/start-error.ts'
import { databaseFromEnvironment } from '../database/database.ts'
import { retryWhileBusy } from '../database/retry-while-busy.ts'
import { runSteps } from '../database/run-steps.ts'
import { originsAt } from '../run/origins-at.ts'

const USAGE = `pnpm sign-ups                   lists bookkeepers who wait for approval (SIGN_UP=approval)
pnpm sign-ups approve <email>   approves a bookkeeper, and sends a mail with a link to the portal (ORIGIN)
pnpm sign-ups refuse <email>    removes the account, so that the address can sign up again

The database: LIBSQL_URL and LIBSQL_TOKEN, or the portal on this machine.`

interface Applicant {
  userId: string
  firmId: string
  email: string
  name: string
  company: string | null
  confirmed: string | null
  since: string
}

async function listApplicants(db: Client, email?: string): Promise<Applicant[]> {
  const sql = `
    SELECT u.id AS userId, f.id AS firmId, u.email, p.name, p.company, u.email_confirmed_at AS confirmed,
      f.awaiting_approval_since AS since
    FROM firms f JOIN profiles p ON p.firm_id = f.id JOIN auth_users u ON u.id = p.id
    WHERE f.awaiting_approval_since IS NOT NULL AND (?1 IS NULL OR u.email = ?1)
    ORDER BY f.awaiting_approval_since`
  return (await db.execute({ sql, args: [email === undefined ? null : canonicalEmail(email)] }))
    .rows as unknown as Applicant[]
}

async function approve(db: Client, applicant: Applicant): Promise<void> {
  const origin = process.env['ORIGIN'] || originsAt(readSettings().port).LOCAL_ORIGIN
  const now = new Date()
  const steps = approvalSteps({ db: drizzle(db), now, origin }, applicant)
  await runSteps(db, steps, now)
}

/** Deletes the account and its firm, except for their entries in the audit log. */
async function refuse(db: Client, { userId, firmId }: Applicant): Promise<void> {
  const statements = [
    { sql: 'DELETE FROM auth_users WHERE id = ?', args: [userId] },
    {
      sql: 'DELETE FROM firms WHERE id = ? AND NOT EXISTS (SELECT 1 FROM profiles p WHERE p.firm_id = firms.id)',
      args: [firmId],
    },
  ]
  await retryWhileBusy(() => db.batch(statements, 'write'))
}

await command(USAGE, async () => {
  const db = createClient(databaseFromEnvironment())
  const [verb, email] = process.argv.slice(2)
  if (verb === undefined) {
    const applicants = await listApplicants(db)
    for (const { email: address, name, company, since, confirmed } of applicants) {
      const person = company ? `${name}, ${company}` : name
      console.log(`${since.slice(0, 10)}  ${address}  ${person}${confirmed ? '' : '  (address not confirmed)'}`)
    }
    console.log(
      applicants.length === 0 ? 'No sign-ups are waiting for approval.' : 'Approve with: pnpm sign-ups approve <email>',
    )
    return
  }
  if (!email || (verb !== 'approve' && verb !== 'refuse')) throw new StartError(USAGE)
  const [applicant] = await listApplicants(db, email)
  if (!applicant) throw new StartError(`No sign-up by ${email} is waiting for approval.`)
  await (verb === 'approve' ? approve(db, applicant) : refuse(db, applicant))
  console.log(
    verb === 'approve' ? `${applicant.email} can now sign in.` : `The account of ${applicant.email} was removed.`,
  )
})
