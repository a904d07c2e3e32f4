import { and, eq, exists, inArray, isNull, or, sql } from 'drizzle-orm'
import { audit } from '../../platform/audit/append.ts'
import type { BookkeeperContext } from '../../context.ts'
import {
  auditLog,
  authUsers,
  bookClients,
  bookClientWorkforms,
  bookFormSubmissions,
  files,
  sessions,
} from '../../platform/db/schema/index.ts'
import { COMMIT_TIME } from '../../platform/db/statement.ts'
import { uuidSql } from '../../platform/db/uuid-sql.ts'
import { check, commit, type Step, step } from '../../platform/db/write.ts'
import { found } from '../../errors.ts'
import { putDocuments, publishToEach, publishToUser } from '../../platform/outbox/enqueue.ts'
import { noClientInfo } from '../../platform/storage/client-documents.ts'
import { removeFiles } from '../../platform/storage/remove-files.ts'
import { forgetSteps } from './forget-client.ts'
import { isOwnClient, ownClient } from './own-client.ts'
import { soleAccount } from './sole-account.ts'

/** Returns steps that delete the client's account if no other bookkeeper shares it. */
function accountSteps({ db, actor, now }: BookkeeperContext, clientId: string): Step[] {
  const account = soleAccount(db, clientId)
  const entry = sql`INSERT INTO ${auditLog}
      (id, firm_id, actor_id, actor_role, action, subject_type, subject_id, client_id, detail, at)
    SELECT ${uuidSql(now.getTime())}, ${actor.firmId}, ${actor.userId}, ${actor.role}, 'account.deleted',
      'account', account.id, ${clientId}, '{}', ${COMMIT_TIME}
    FROM ${account} account`
  return [
    { ...step(entry), audits: true },
    step(db.delete(files).where(inArray(files.owner_id, account))),
    step(db.delete(authUsers).where(inArray(authUsers.id, account))),
  ]
}

/** Returns a step that ends the sessions of the client and of the account that is deleted with the client. */
function revokeSessions(ctx: BookkeeperContext, clientId: string): Step {
  const { id, user_id, client_id, revoked_at } = sessions
  const isAffected = or(eq(client_id, clientId), inArray(user_id, soleAccount(ctx.db, clientId)))
  return publishToEach(
    ctx,
    'session.revoked',
    ctx.db
      .select({ user_id, ids: sql`json_object('session_id', ${id})`.as('ids') })
      .from(sessions)
      .where(and(isAffected, isNull(revoked_at))),
  )
}

/**
 * Erases a client without assigned workforms: chat, notifications, invitations, files, queued mail and the key to their
 * evidence in the audit log. Ends their sessions, and deletes their account if no other bookkeeper shares it.
 * @throws AppError `not_found`, `cannot_delete_client`
 */
export async function deleteClient(ctx: BookkeeperContext, id: string): Promise<void> {
  const { db, actor } = ctx
  const { name, email } = found((await ownClient(ctx, id))[0])
  await commit(ctx, [
    check('not_found', exists(ownClient(ctx, id))),
    check('cannot_delete_client', eq(db.$count(bookClientWorkforms, eq(bookClientWorkforms.client_id, id)), 0)),
    revokeSessions(ctx, id),
    ...removeFiles(ctx, eq(files.client_id, id)),
    // If removing an object fails, the sweep finds it as an object without a row.
    step(db.delete(files).where(eq(files.client_id, id))),
    step(db.delete(bookFormSubmissions).where(eq(bookFormSubmissions.client_id, id))),
    ...forgetSteps(ctx, id),
    ...accountSteps(ctx, id),
    step(db.delete(bookClients).where(isOwnClient(ctx, id)), 'not_found'),
    putDocuments(ctx, [noClientInfo(ctx, id)]),
    publishToUser(ctx, actor.userId, 'client.changed', { client_id: id }),
    audit(ctx, {
      action: 'client.deleted',
      subjectType: 'client',
      subjectId: id,
      clientId: id,
      detail: { name, email },
    }),
  ])
}
