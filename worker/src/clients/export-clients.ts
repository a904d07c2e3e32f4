import type { ClientsPage, ExportQuery } from '@portal/contract/clients'
import { BOM, csvLine } from '@portal/contract/csv'
import type { z } from 'zod'
import { audit } from '../audit/append.ts'
import { countAttempt } from '../limits/attempts.ts'
import type { BookkeeperContext } from '../context.ts'
import { commit } from '../db/write.ts'
import { streamTexts } from '../http/stream.ts'
import { listClients } from './list-clients.ts'

/** Rows that one read brings: the memory that an export takes, whatever its length. */
const PAGE = 1000
const COLUMNS = ['Name', 'Email', 'Phone', 'Company', 'Status', 'Created']

/** The lines of an export, a page at a time. */
async function* pages(ctx: BookkeeperContext, query: z.output<typeof ExportQuery>): AsyncGenerator<string> {
  // One for all rows: making one costs more than a page of them.
  const day = new Intl.DateTimeFormat('en-CA', {
    timeZone: ctx.actor.timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  yield BOM + csvLine(COLUMNS)
  for (let cursor: string | undefined; ; ) {
    const { items, next } = JSON.parse(await listClients(ctx, { ...query, limit: PAGE, cursor })) as ClientsPage
    const lines = items.map((c) =>
      csvLine([c.name, c.email, c.phone ?? '', c.company ?? '', c.status, day.format(Date.parse(c.created_at))]),
    )
    yield lines.join('')
    if (next === null) return
    cursor = next
  }
}

/**
 * The bookkeeper's clients as a CSV file, searched, filtered and sorted like the list. The trail has it before the first row leaves.
 * The file is read as it is sent: its length costs no memory.
 */
export async function exportClients(
  ctx: BookkeeperContext,
  query: z.output<typeof ExportQuery>,
): Promise<ReadableStream<Uint8Array>> {
  const { userId } = ctx.actor
  await countAttempt(ctx, 'bulk', userId)
  const { q, status, sort } = query
  await commit(ctx, [
    audit(ctx, {
      action: 'clients.exported',
      subjectType: 'account',
      subjectId: userId,
      detail: { q: q ?? null, status: status ?? null, sort },
    }),
  ])
  return streamTexts(pages(ctx, query))
}
