import type { ExportQuery } from '@portal/contract/clients'
import { BOM, csvLine } from '@portal/contract/csv'
import type { z } from 'zod'
import { audit } from '../audit/append.ts'
import { countAttempt } from '../limits/attempts.ts'
import type { BookkeeperContext } from '../context.ts'
import { eachPage } from '../db/page.ts'
import { commit } from '../db/write.ts'
import { streamTexts } from '../http/stream.ts'
import { listClients } from './list-clients.ts'

/** Rows per read. Bounds the memory of an export. */
const PAGE_SIZE = 1000
const COLUMNS = ['Name', 'Email', 'Phone', 'Company', 'Status', 'Created']

/** Yields the CSV text of an export, page by page. */
async function* pages(ctx: BookkeeperContext, query: z.output<typeof ExportQuery>): AsyncGenerator<string> {
  // Created once: a format costs more than formatting a page of rows.
  const day = new Intl.DateTimeFormat('en-CA', {
    timeZone: ctx.actor.timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  yield BOM + csvLine(COLUMNS)
  for await (const clients of eachPage((cursor) => listClients(ctx, { ...query, limit: PAGE_SIZE, cursor }))) {
    const lines = clients.map((c) =>
      csvLine([c.name, c.email, c.phone ?? '', c.company ?? '', c.status, day.format(Date.parse(c.created_at))]),
    )
    yield lines.join('')
  }
}

/**
 * Streams the bookkeeper's clients as a CSV file, searched, filtered and sorted like the list. The audit log records
 * the export before the first row is sent.
 * @throws AppError `too_many_requests`
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
