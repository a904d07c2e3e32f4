import type { Client } from '@portal/contract/clients'
import type { BookkeeperProfile } from '../sections/assignable.ts'
import { auditEach } from '../../platform/audit/append.ts'
import { firstInvitationSteps, type InvitedWorkform } from '../auth/invitations/invite.ts'
import type { BookkeeperContext } from '../../context.ts'
import { bookClientAuth, bookClients, chatThreads } from '../../platform/db/schema/index.ts'
import { type Step, step } from '../../platform/db/write.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { putDocuments, publishToUser } from '../../platform/outbox/enqueue.ts'
import { clientOnboarding } from '../webhooks/bodies.ts'
import { queueWebhooks } from '../webhooks/queue.ts'
import { foldedColumns } from '../../platform/search/fold-text.ts'
import { bookkeeperInfo, clientInfo } from '../../platform/storage/client-documents.ts'
import { requireInvitable } from './rules.ts'

/** Returns steps that insert the clients, their sign-in records and their conversations. */
function rowSteps(ctx: BookkeeperContext, clients: readonly Client[]): Step[] {
  const { userId, firmId } = ctx.actor
  const rows = clients.map(({ password_set, ...client }) => {
    const { id, email, created_at, updated_at } = client
    return {
      client: { ...client, ...foldedColumns(client), bookkeeper_id: userId, firm_id: firmId },
      auth: { id: uuidv7(), client_id: id, email, password_set, created_at, updated_at },
      thread: { id: uuidv7(), bookkeeper_id: userId, client_id: id, updated_at },
    }
  })
  return [
    step(ctx.db.insert(bookClients).values(rows.map((r) => r.client))),
    step(ctx.db.insert(bookClientAuth).values(rows.map((r) => r.auth))),
    step(ctx.db.insert(chatThreads).values(rows.map((r) => r.thread))),
  ]
}

/** Options for creating clients. */
interface Creation {
  bookkeeper: BookkeeperProfile
  /** The workforms assigned in the same batch. */
  workforms: readonly InvitedWorkform[]
  /** One line of text for the invitation. */
  personalLine?: string | null
  /** Whether to send invitations now. */
  invite: boolean
  /** Whether the clients come from a file. */
  imported: boolean
}

/**
 * Returns the steps that create clients (at least one) with everything that belongs to them. Every way to create
 * clients uses them. `CLIENT_CONFLICTS` maps the constraints to errors.
 */
export function newClientSteps(
  ctx: BookkeeperContext,
  clients: readonly Client[],
  { bookkeeper, workforms, personalLine, invite, imported }: Creation,
): Step[] {
  const [first] = clients
  const [deadline = null] = workforms.flatMap(({ dueDate }) => dueDate ?? []).toSorted()
  const invitations = clients.map(({ id, email, name }) => ({
    clientId: id,
    email,
    name,
    invitedBy: bookkeeper.name,
    firm: bookkeeper.company,
    oneTap: bookkeeper.oneTap,
    personalLine,
    workforms,
  }))
  return [
    ...requireInvitable(
      ctx,
      clients.map((c) => c.email),
    ),
    ...rowSteps(ctx, clients),
    ...(invite ? firstInvitationSteps(ctx, ctx.actor, invitations) : []),
    putDocuments(ctx, [bookkeeperInfo(ctx, bookkeeper), ...clients.map((client) => clientInfo(ctx, client))]),
    queueWebhooks(
      ctx,
      ctx.actor.userId,
      clients.map((client) => ({
        clientId: client.id,
        body: clientOnboarding(ctx, client, bookkeeper, deadline),
      })),
    ),
    // One event for all, so that open tabs fetch the list once.
    publishToUser(
      ctx,
      ctx.actor.userId,
      'client.changed',
      first && clients.length === 1 ? { client_id: first.id } : {},
    ),
    auditEach(
      ctx,
      clients.map(({ id, name, email }) => ({
        action: 'client.created',
        subjectType: 'client',
        subjectId: id,
        clientId: id,
        detail: {
          name,
          email,
          ...(personalLine ? { personal_line: true } : {}),
          ...(imported ? { imported, invited: invite } : {}),
        },
      })),
    ),
  ]
}
