import { audit } from '../audit/append.ts'
import { removeFiles } from '../storage/remove-files.ts'
import type { BookkeeperContext } from '../context.ts'
import { uuidSql } from '../db/uuid-sql.ts'
import { commit, require, type Step, step } from '../db/write.ts'
import { COMMIT_TIME } from '../db/statement.ts'
import { found } from '../errors.ts'
import { putDocuments, publishToEach, publishToUser } from '../outbox/enqueue.ts'
import { noClientInfo } from '../storage/client-documents.ts'
import { forgetSteps } from './forget-client.ts'
import { ownClient } from './get-client.ts'

/** Selects the client's account if no other bookkeeper has the person as a client or has invited them. */
const SOLE_ACCOUNT = `SELECT u.id FROM book_clients d LEFT JOIN book_client_auth a ON a.client_id = d.id
    JOIN auth_users u ON u.id = a.auth_user_id OR (a.auth_user_id IS NULL AND u.email = d.email)
    JOIN profiles p ON p.id = u.id
  WHERE d.id = ? AND p.role = 'client'
    AND NOT EXISTS (SELECT 1 FROM book_client_auth o WHERE o.auth_user_id = u.id AND o.client_id <> d.id)
    AND NOT EXISTS (SELECT 1 FROM book_clients c LEFT JOIN book_client_auth o ON o.client_id = c.id
      WHERE c.email = u.email AND c.id <> d.id AND o.auth_user_id IS NULL AND o.declined_at IS NULL)`

/** Returns steps that delete the client's account if no other bookkeeper shares it. */
function accountSteps(ctx: BookkeeperContext, clientId: string): Step[] {
  const { userId, firmId, role } = ctx.actor
  const entry = {
    sql: `INSERT INTO audit_log (id, firm_id, actor_id, actor_role, action, subject_type, subject_id, client_id, detail,
            at)
          SELECT ${uuidSql(ctx.now.getTime())}, ?, ?, ?, 'account.deleted', 'account', l.id, ?, '{}', ?
            FROM (${SOLE_ACCOUNT}) l`,
    args: [firmId, userId, role, clientId, COMMIT_TIME, clientId],
  }
  return [
    { ...step(entry), audits: true },
    step({ sql: `DELETE FROM files WHERE owner_id IN (${SOLE_ACCOUNT})`, args: [clientId] }),
    step({ sql: `DELETE FROM auth_users WHERE id IN (${SOLE_ACCOUNT})`, args: [clientId] }),
  ]
}

/**
 * Erases a client without assigned workforms: chat, notifications, invitations, files, queued mail and the key to their
 * evidence in the audit log. Ends their sessions, and deletes their account if no other bookkeeper shares it.
 * @throws AppError `not_found`, `cannot_delete_client`
 */
export async function deleteClient(ctx: BookkeeperContext, id: string): Promise<void> {
  const { userId } = ctx.actor
  const client = found((await ownClient(ctx, id))[0])
  const own = 'id = ? AND bookkeeper_id = ?'
  await commit(ctx, [
    require('not_found', `EXISTS (SELECT 1 FROM book_clients WHERE ${own})`, [id, userId]),
    require('cannot_delete_client', 'NOT EXISTS (SELECT 1 FROM book_client_workforms WHERE client_id = ?)', [id]),
    publishToEach(ctx, 'session.revoked', {
      sql: `SELECT user_id, json_object('session_id', id) AS ids FROM sessions
            WHERE (client_id = ? OR user_id IN (${SOLE_ACCOUNT})) AND revoked_at IS NULL`,
      args: [id, id],
    }),
    ...removeFiles(ctx, { where: 'client_id = ?', args: [id] }),
    // If removing an object fails, the sweep finds it as an object without a row.
    step({ sql: 'DELETE FROM files WHERE client_id = ?', args: [id] }),
    step({ sql: 'DELETE FROM book_form_submissions WHERE client_id = ?', args: [id] }),
    ...forgetSteps(ctx, { id, email: client.email, accounts: SOLE_ACCOUNT }),
    ...accountSteps(ctx, id),
    step({ sql: `DELETE FROM book_clients WHERE ${own}`, args: [id, userId] }, 'not_found'),
    putDocuments(ctx, [noClientInfo(ctx, id)]),
    publishToUser(ctx, userId, 'client.changed', { client_id: id }),
    audit(ctx, {
      action: 'client.deleted',
      subjectType: 'client',
      subjectId: id,
      clientId: id,
      detail: { name: client.name, email: client.email },
    }),
  ])
}
