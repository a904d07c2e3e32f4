import type { AuditExportQuery } from '@portal/contract/audit'
import { BOM, csvLine } from '@portal/contract/csv'
import type { z } from 'zod'
import { countAttempt } from '../limits/attempts.ts'
import type { BookkeeperContext } from '../../context.ts'
import { eachPage } from '../db/page.ts'
import { commit } from '../db/write.ts'
import { streamTexts } from '../http/stream.ts'
import { audit } from './append.ts'
import { listEntries } from './list-entries.ts'
import { evidenceReader } from './list-entries-with-evidence.ts'

/** Rows per read. An entry may have tens of kilobytes. */
const PAGE_SIZE = 250
/** Characters after which what was read is sent. */
const CHUNK_SIZE = 500_000
const COLUMNS = ['Number', 'Time (UTC)', 'Who', 'Role', 'Action', 'Kind', 'Client', 'Workform', 'Section', 'Details']

async function* pages(ctx: BookkeeperContext, query: z.output<typeof AuditExportQuery>): AsyncGenerator<string> {
  yield BOM + csvLine(COLUMNS)
  const readPage = (cursor: string | undefined) => listEntries(ctx, { ...query, limit: PAGE_SIZE, cursor })
  for await (const entries of eachPage(readPage)) {
    const read = await evidenceReader(ctx, entries)
    let lines = ''
    for (const entry of entries) {
      const e = await read(entry)
      lines += csvLine([
        String(e.number),
        e.at,
        e.who ?? '',
        e.by === 'client' || e.by === 'agent' ? e.by : 'bookkeeper',
        e.action,
        e.kind,
        e.client_name ?? '',
        e.workform_name ?? '',
        e.section_name ?? '',
        JSON.stringify(e.detail),
      ])
      if (lines.length < CHUNK_SIZE) continue
      yield lines
      lines = ''
    }
    yield lines
  }
}

/**
 * Exports the audit log as CSV, filtered like the list. The export is recorded before the first row is sent.
 * @throws AppError `too_many_requests`
 */
export async function exportEntries(
  ctx: BookkeeperContext,
  query: z.output<typeof AuditExportQuery>,
): Promise<ReadableStream<Uint8Array>> {
  const { userId } = ctx.actor
  await countAttempt(ctx, 'bulk', userId)
  await commit(ctx, [
    audit(ctx, { action: 'audit.exported', subjectType: 'account', subjectId: userId, detail: { ...query } }),
  ])
  return streamTexts(pages(ctx, query))
}
