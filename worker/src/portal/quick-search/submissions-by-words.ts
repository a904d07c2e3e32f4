import { cleanLine } from '@portal/contract/text'
import { foldText, SEARCH_PART_MIN } from '@portal/contract/search-text'
import { and, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { BookkeeperContext } from '../../context.ts'
import { bookFormSubmissions, bookWorkforms } from '../../platform/db/schema/index.ts'
import { clientContains } from '../../platform/search/client-search.ts'
import { likeAny } from '../../platform/search/contains-text.ts'
import { submissionsWhere } from './find-submissions.ts'
import { RESULTS_READ } from './results-shown.ts'

/** Newest submissions whose names are compared without the index, for words that it cannot find. */
const NEWEST_COMPARED = 200
/** Most clients that are looked up in the index, which has those of all firms. */
const CLIENTS_READ = 1000
/** Most submissions of these clients that are compared. */
const OF_CLIENTS_COMPARED = 200

const inWorkform = (word: string): SQL => likeAny(word, [bookWorkforms.name_order])

/** Returns a query for the submissions whose client contains all words that their workform does not. */
function submissionsOfClients({ actor }: BookkeeperContext, words: readonly string[]): SQL {
  const phrases = words.map((word) => sql`iif(${inWorkform(word)}, '', ${` "${word.replaceAll('"', '""')}"`})`)
  // A word that few clients have is looked up first. SQLite keeps the order of a CROSS JOIN.
  return sql`SELECT s.id FROM (
    SELECT clients_search.rowid AS seq FROM (
      SELECT DISTINCT rest FROM (
        SELECT ${sql.join(phrases, sql` || `)} AS rest FROM ${bookWorkforms}
        WHERE ${bookWorkforms.firm_id} = ${actor.firmId})
      WHERE rest <> '' ORDER BY length(rest) DESC)
    CROSS JOIN clients_search
      ON clients_search MATCH '{name folded_name email company folded_company} : (' || rest || ')'
    LIMIT ${CLIENTS_READ}) found
  CROSS JOIN book_clients c ON c.seq = found.seq AND c.bookkeeper_id = ${actor.userId}
  CROSS JOIN book_form_submissions s ON s.client_id = c.id
  LIMIT ${OF_CLIENTS_COMPARED}`
}

/**
 * Returns a query for the newest submissions of which each word is in the client's name, email or company, or in the
 * workform's name. The index of clients finds the words that the workform does not have. Words that it cannot find are
 * compared with the newest submissions only: short ones, and those of very many clients.
 */
export function submissionsByWords(ctx: BookkeeperContext, q: string) {
  const { id, bookkeeper_id, updated_at } = bookFormSubmissions
  const words = foldText(cleanLine(q)).split(' ')
  const indexed = words.filter((word) => Array.from(word).length >= SEARCH_PART_MIN)
  const newest = sql`SELECT id FROM (SELECT ${id} FROM ${bookFormSubmissions}
    WHERE ${bookkeeper_id} = ${ctx.actor.userId} ORDER BY ${updated_at} DESC, ${id} DESC LIMIT ${NEWEST_COMPARED})`
  const candidates =
    indexed.length > 0
      ? sql`(${newest} UNION ALL SELECT id FROM (${submissionsOfClients(ctx, indexed)}))`
      : sql`(${newest})`
  const hasWords = words.map((word) => or(inWorkform(word), clientContains(word, 'all')))
  return submissionsWhere(ctx, and(inArray(id, candidates), ...hasWords)).limit(RESULTS_READ)
}
