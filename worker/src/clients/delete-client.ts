import { audit } from '../audit/append.ts'
import { removeFiles } from '../assignments/withdraw.ts'
import type { BookkeeperContext } from '../context.ts'
import { commit, require, step } from '../db/write.ts'
import { found } from '../errors.ts'
import { putDocuments, tellEach, tellUser } from '../outbox/enqueue.ts'
import { noClientInfo } from './documents.ts'
import { ownClient } from './get-client.ts'

/**
 * Deletes a client who has no workform assigned, with chat, notifications, invitations and files; whoever is signed in as the client is
 * signed out.
 * @throws AppError `not_found`, `cannot_delete_client`
 */
export async function deleteClient(ctx: BookkeeperContext, id: string): Promise<void> {
  const { userId } = ctx.actor
  const client = found((await ownClient(ctx, id))[0])
  const own = 'id = ? AND bookkeeper_id = ?'
  await commit(ctx, [
    require('not_found', `EXISTS (SELECT 1 FROM book_clients WHERE ${own})`, [id, userId]),
    require('cannot_delete_client', 'NOT EXISTS (SELECT 1 FROM book_client_workforms WHERE client_id = ?)', [id]),
    tellEach(ctx, 'session.revoked', {
      sql: `SELECT user_id, json_object('session_id', id) AS ids FROM sessions WHERE client_id = ? AND revoked_at IS NULL`,
      args: [id],
    }),
    ...removeFiles(ctx, { where: 'client_id = ?', args: [id] }),
    // The rows stay until their objects are gone; nothing else may hold on to the client.
    step({ sql: 'UPDATE files SET client_id = NULL WHERE client_id = ?', args: [id] }),
    step({ sql: 'DELETE FROM book_form_submissions WHERE client_id = ?', args: [id] }),
    step({ sql: `DELETE FROM book_clients WHERE ${own}`, args: [id, userId] }, 'not_found'),
    putDocuments(ctx, [noClientInfo(ctx, id)]),
    tellUser(ctx, userId, 'client.changed', { client_id: id }),
    audit(ctx, {
      action: 'client.deleted',
      subjectType: 'client',
      subjectId: id,
      clientId: id,
      detail: { name: client.name, email: client.email },
    }),
  ])
}
