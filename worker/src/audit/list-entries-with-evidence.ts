import type { AuditEntry, AuditPage, AuditQuery } from '@portal/contract/audit'
import { and, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import type { BookkeeperContext } from '../context.ts'
import { bookClients, clientKeys } from '../db/schema/index.ts'
import { openEvidence } from './evidence.ts'
import { listEntries } from './list-entries.ts'

/** Shown instead of evidence whose key was deleted. */
const ERASED = 'Erased with the client.'

async function decrypted(entry: AuditEntry, keys: ReadonlyMap<string, string>): Promise<AuditEntry> {
  const { evidence, ...detail } = entry.detail
  if (typeof evidence !== 'string') return entry
  const client = entry.client_id ?? ''
  return {
    ...entry,
    detail: { ...detail, ...((await openEvidence(keys.get(client), client, evidence)) ?? { evidence: ERASED }) },
  }
}

/** Lists a page of the audit log, with the evidence about the bookkeeper's existing clients decrypted. */
export async function listEntriesWithEvidence(
  ctx: BookkeeperContext,
  query: z.output<typeof AuditQuery>,
): Promise<AuditPage> {
  const page = await listEntries(ctx, query)
  if (!page.items.some((e) => 'evidence' in e.detail)) return page
  const clients = [...new Set(page.items.flatMap((e) => ('evidence' in e.detail && e.client_id ? e.client_id : [])))]
  const keys = await ctx.db
    .select({ id: clientKeys.client_id, key: clientKeys.key })
    .from(clientKeys)
    .innerJoin(bookClients, eq(bookClients.id, clientKeys.client_id))
    .where(and(inArray(clientKeys.client_id, clients), eq(bookClients.bookkeeper_id, ctx.actor.userId)))
  const keysByClient = new Map(keys.map((k) => [k.id, k.key]))
  return { ...page, items: await Promise.all(page.items.map((entry) => decrypted(entry, keysByClient))) }
}
