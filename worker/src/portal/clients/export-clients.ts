import type { ExportClients, ExportQuery, ListedClient } from '@portal/contract/clients'
import { BOM, csvLine } from '@portal/contract/csv'
import { and, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { audit } from '../../platform/audit/append.ts'
import { countAttempt } from '../../platform/limits/attempts.ts'
import type { BookkeeperContext } from '../../context.ts'
import { eachPage } from '../../platform/db/page.ts'
import { bookClients } from '../../platform/db/schema/index.ts'
import { commit } from '../../platform/db/write.ts'
import { streamTexts } from '../../platform/http/stream.ts'
import { listClients } from './list-clients.ts'
import { LISTED_COLUMNS } from './own-client.ts'

/** Rows per read. Bounds the memory of an export. */
const PAGE_SIZE = 1000
const COLUMNS = [
  'Name',
  'Email',
  'Phone',
  'Company',
  'Status',
  'Created',
  'Tags',
  'Sections',
  'Approved sections',
  'Next due',
  'Last activity',
]
const PHONE = COLUMNS.indexOf('Phone')

/** Returns the cells of a client's row. */
function cellsOf(client: ListedClient, dayOf: (at: string) => string): string[] {
  const { name, email, phone, company, status, created_at, tags, sections, sections_done, ...last } = client
  return [
    name,
    email,
    phone ?? '',
    company ?? '',
    status,
    dayOf(created_at),
    tags.join(', '),
    String(sections),
    String(sections_done),
    last.next_due ?? '',
    last.last_activity_at ? dayOf(last.last_activity_at) : '',
  ]
}

/** Yields the CSV text of an export, page by page. */
async function* csvOf(ctx: BookkeeperContext, pages: AsyncIterable<readonly ListedClient[]>): AsyncGenerator<string> {
  // Created once: a format costs more than formatting a page of rows.
  const day = new Intl.DateTimeFormat('en-CA', {
    timeZone: ctx.actor.timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  const dayOf = (at: string): string => day.format(Date.parse(at))
  yield BOM + csvLine(COLUMNS)
  for await (const clients of pages) yield clients.map((client) => csvLine(cellsOf(client, dayOf), PHONE)).join('')
}

/** Yields the bookkeeper's clients with these ids, in their order, page by page. */
async function* clientsWith(ctx: BookkeeperContext, ids: readonly string[]): AsyncGenerator<ListedClient[]> {
  for (let from = 0; from < ids.length; from += PAGE_SIZE) {
    const wanted = ids.slice(from, from + PAGE_SIZE)
    const clients = await ctx.db
      .select(LISTED_COLUMNS)
      .from(bookClients)
      .where(and(eq(bookClients.bookkeeper_id, ctx.actor.userId), inArray(bookClients.id, wanted)))
    const byId = new Map(clients.map((client) => [client.id, client]))
    yield wanted.flatMap((id) => byId.get(id) ?? [])
  }
}

/** Streams a CSV file. The audit log records the export before the first row is sent. */
async function exportPages(
  ctx: BookkeeperContext,
  pages: AsyncIterable<readonly ListedClient[]>,
  detail: Record<string, unknown>,
): Promise<ReadableStream<Uint8Array>> {
  const { userId } = ctx.actor
  await countAttempt(ctx, 'bulk', userId)
  await commit(ctx, [audit(ctx, { action: 'clients.exported', subjectType: 'account', subjectId: userId, detail })])
  return streamTexts(csvOf(ctx, pages))
}

/**
 * Streams the bookkeeper's clients as a CSV file, searched, filtered and sorted like the list.
 * @throws AppError `too_many_requests`
 */
export function exportClients(ctx: BookkeeperContext, query: z.output<typeof ExportQuery>) {
  const { q, status, show, tag, sort } = query
  const pages = eachPage((cursor) => listClients(ctx, { ...query, limit: PAGE_SIZE, cursor }))
  return exportPages(ctx, pages, {
    q: q ?? null,
    status: status ?? null,
    sort,
    ...(show && { show }),
    ...(tag && { tag }),
  })
}

/**
 * Streams the given clients of the bookkeeper as a CSV file. Others are left out.
 * @throws AppError `too_many_requests`
 */
export function exportSelected(ctx: BookkeeperContext, { ids }: z.output<typeof ExportClients>) {
  const distinct = [...new Set(ids)]
  return exportPages(ctx, clientsWith(ctx, distinct), { clients: distinct.length })
}
