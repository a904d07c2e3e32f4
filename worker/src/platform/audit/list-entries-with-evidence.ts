import type { AuditEntry, AuditPage, AuditQuery } from '@portal/contract/audit'
import { and, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import type { BookkeeperContext } from '../../context.ts'
import { bookClients, clientKeys } from '../db/schema/index.ts'
import { EvidenceBudget, hasEvidence, openEvidence } from './evidence.ts'
import { listEntries } from './list-entries.ts'

/** Shown instead of evidence whose key was deleted. */
const ERASED = 'Erased with the client.'
/** Shown instead of evidence whose object is missing or differs from its hash. */
const LOST = 'Missing or changed since it was recorded.'
const TOO_LARGE = 'Too large to show here. Export the audit log to see it.'

/** Returns a function that decrypts the evidence of an entry, if it is about one of the bookkeeper's clients. */
export async function evidenceReader(
  ctx: BookkeeperContext,
  entries: readonly AuditEntry[],
): Promise<(entry: AuditEntry) => Promise<AuditEntry>> {
  const withEvidence = entries.filter(({ detail }) => hasEvidence(detail))
  if (withEvidence.length === 0) return async (entry) => entry
  const clients = new Set(withEvidence.flatMap(({ client_id }) => client_id ?? []))
  const rows = await ctx.db
    .select({ id: clientKeys.client_id, key: clientKeys.key })
    .from(clientKeys)
    .innerJoin(bookClients, eq(bookClients.id, clientKeys.client_id))
    .where(and(inArray(clientKeys.client_id, [...clients]), eq(bookClients.bookkeeper_id, ctx.actor.userId)))
  const keys = new Map(rows.map(({ id, key }) => [id, key]))
  return async (entry) => {
    if (!hasEvidence(entry.detail)) return entry
    const { evidence: _inline, evidence_object: _object, ...detail } = entry.detail
    const client = entry.client_id ?? ''
    const key = keys.get(client)
    const evidence = await openEvidence(ctx, key, client, entry.detail)
    return { ...entry, detail: { ...detail, ...(evidence ?? { evidence: key ? LOST : ERASED }) } }
  }
}

function withoutEvidence(entry: AuditEntry): AuditEntry {
  const { evidence_object: _object, ...detail } = entry.detail
  return { ...entry, detail: { ...detail, evidence: TOO_LARGE } }
}

/** Lists a page of the audit log, with the evidence about the bookkeeper's existing clients decrypted. */
export async function listEntriesWithEvidence(
  ctx: BookkeeperContext,
  query: z.output<typeof AuditQuery>,
): Promise<AuditPage> {
  const page = await listEntries(ctx, query)
  const read = await evidenceReader(ctx, page.items)
  const budget = new EvidenceBudget()
  const items = page.items.map(async (entry) => (budget.allows(entry.detail) ? read(entry) : withoutEvidence(entry)))
  return { ...page, items: await Promise.all(items) }
}
