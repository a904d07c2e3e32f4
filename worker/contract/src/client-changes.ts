import * as z from 'zod'
import { Tag } from './clients.ts'
import { Id } from './common.ts'
import { MAX_CHANGED_CLIENTS } from './limits.ts'
import { CLIENT_STATUSES } from './statuses.ts'

/** Schemas of changes of several clients at once. */

/** A change of several clients at once. */
export const ClientsChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('status'), status: z.enum(CLIENT_STATUSES) }),
  z.object({ kind: z.literal('tag'), tag: Tag }),
  z.object({ kind: z.literal('untag'), tag: Tag }),
  z.object({ kind: z.literal('archive') }),
  z.object({ kind: z.literal('restore') }),
])
export type ClientsChange = z.infer<typeof ClientsChange>
export const ChangeClients = z.object({ ids: z.array(Id).min(1).max(MAX_CHANGED_CLIENTS), change: ClientsChange })
export type ChangeClients = z.input<typeof ChangeClients>
/**
 * The result for each client, in the order of the ids. `changed` is false for clients that were already as requested;
 * `reason` says why `ok` is false, and `status` is the client's status before the change.
 */
export const ChangedClients = z.object({
  results: z.array(
    z.object({
      client_id: Id,
      ok: z.boolean(),
      changed: z.boolean(),
      reason: z.string().nullable(),
      status: z.enum(CLIENT_STATUSES).nullable(),
    }),
  ),
})
export type ChangedClients = z.infer<typeof ChangedClients>
