import { eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { sessions } from '../../../platform/db/schema/index.ts'
import { commit, type Step } from '../../../platform/db/write.ts'
import { AppError } from '../../../errors.ts'
import { uuidv7 } from '../../../platform/ids.ts'
import { forgetFailures } from '../../../platform/limits/attempts.ts'
import { sendMail } from '../../../platform/outbox/enqueue.ts'
import {
  type Account,
  actorOf,
  auditClientAccount,
  type ClientRecord,
  isConfirmed,
  linkedRecords,
  offeredRecords,
  requireNoBookkeeper,
} from '../accounts.ts'
import { clientAccountSteps } from '../client-account-steps.ts'
import { passwordMail } from '../mails.ts'
import { linkRecords } from '../records/link-records.ts'
import { forgetOtherDevices } from '../sessions/devices.ts'
import { revokeSessions } from '../sessions/revoke-sessions.ts'
import { requireUnguessablePassword } from './password-rules.ts'
import { hashInTurn } from './queued-hashing.ts'
import { voidCodesAndLinks } from './void-codes-and-links.ts'

/** A client who has proven to own an email address. */
export interface ProvenClient {
  email: string
  account: Account | undefined
  /** The client records of the address. */
  records: readonly ClientRecord[]
  /** The record that the invitation was for, if there was one. */
  invitedAs?: string
  /** A step that uses up the proof, or fails the batch. */
  consumeProof: Step
  timeZone?: string | undefined
}

/**
 * Sets the password of a client: creates or updates the account, ends all sessions, voids all other codes and links of
 * the address, and mails the owner. Only a new account is linked to a record.
 * @throws AppError the error of `consumeProof`, `password_weak` (the proof stays valid), `session_expired` (no record),
 *   `email_used_by_bookkeeper`, `account_exists` (created by another request in the meantime)
 */
export async function setProvenClientPassword(ctx: Context, client: ProvenClient, password: string): Promise<void> {
  const { email, account, records } = client
  if (isConfirmed(account, 'bookkeeper')) throw new AppError('email_used_by_bookkeeper')
  const own = linkedRecords(account, records)
  if (own.length === 0 && offeredRecords(email, records).length === 0)
    throw new AppError('session_expired', {
      title: 'Session Error',
      detail: 'Client data not found. Please start the process again.',
    })
  const newlyLinked = recordsToLink(client)
  const known = [...own, ...newlyLinked]
  const [first] = known
  await requireUnguessablePassword(ctx, password, {
    email,
    name: first?.name ?? '',
    companies: known.flatMap((r) => [r.company, r.firm]),
  })
  const hash = await hashInTurn(ctx, { knownAs: email }, password)
  const userId = account?.id ?? uuidv7()
  const isReset = account?.role === 'client' && Boolean(account.passwordHash)
  const actor = actorOf(userId, 'client', first?.firmId ?? null)
  await commit(
    ctx,
    [
      client.consumeProof,
      requireNoBookkeeper(ctx, email),
      ...clientAccountSteps(ctx, client, { userId, hash, recordId: newlyLinked[0]?.id }),
      ...voidCodesAndLinks(ctx, email, userId),
      ...revokeSessions(ctx, actor, eq(sessions.user_id, userId), 'password_reset'),
      ...forgetOtherDevices(ctx, userId),
      ...linkRecords(ctx, userId, email, newlyLinked, 'account.password_set'),
      ...own.map((record) => auditClientAccount(userId, record, 'account.password_reset')),
      sendMail(
        ctx,
        passwordMail(ctx, { email, passkeys: account?.passkeys ?? 0 }, 'client', isReset ? 'changed' : 'set'),
      ),
    ],
    { 'auth_users.email': 'account_exists' },
  )
  await forgetFailures(ctx, 'sign-in', email)
}

/**
 * Returns the records to link to a new account: the one that the client was invited as, or else the only one. When
 * there are several, the client decides after signing in.
 */
function recordsToLink({ email, account, records, invitedAs }: ProvenClient): ClientRecord[] {
  if (isConfirmed(account, 'client')) return []
  const offered = offeredRecords(email, records)
  if (invitedAs !== undefined) return offered.filter((r) => r.id === invitedAs)
  return offered.length === 1 ? offered : []
}
