import { cleanLine } from '@portal/contract/text'
import { canonicalEmail } from '@portal/contract/canonical-email'
import { SEARCH_PART_MIN, searchParts } from '@portal/contract/search-text'
import { and, count, lte, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { integer, sqliteTable } from 'drizzle-orm/sqlite-core'
import type { SignedIn } from '../../context.ts'
import { bookClients } from '../db/schema/index.ts'
import { likeAny } from './contains-text.ts'
import { searchedDigits } from './phone-digits.ts'

/**
 * The trigram index of clients' names, emails, companies and phone numbers, kept by triggers. It ignores case and
 * accents. It holds the clients of all firms, so a lookup costs as much as the text is frequent among all of them. Not
 * in the schema, because Drizzle cannot create virtual tables.
 */
const clientsSearch = sqliteTable('clients_search', { rowid: integer().notNull() })

/** Most rows that are looked up one by one. With more matches, a scan in list order fills a page sooner. */
const LOOKUP_LIMIT = 1000

/** The columns of the index with names and emails. */
const NAMED = 'name folded_name email'

/** What a search covers: names and emails only, or companies and phone numbers as well. */
export type SearchScope = 'name-and-email' | 'all'

/** Returns the words and the digits of a phone number to search for. */
const searchTerms = (q: string, scope: SearchScope) => ({
  parts: searchParts(q.replaceAll('\0', '')),
  digits: scope === 'all' ? searchedDigits(q) : undefined,
})

/**
 * Returns the text as addresses have it, which are not folded: with ß and ø, and international domains in their own
 * letters. Undefined if the folded words are the same.
 */
function searchedAddress(q: string): string | undefined {
  const address = /@|xn--/i.test(q) ? canonicalEmail(q) : cleanLine(q).toLowerCase()
  return address === searchParts(q).join(' ') ? undefined : address
}

const phraseOf = (text: string): string => `"${text.replaceAll('"', '""')}"`

/** Returns a condition on clients_search: a client contains all words of the text. */
function matchesText(q: string, scope: SearchScope): SQL {
  const { parts, digits } = searchTerms(q, scope)
  const phrases = parts.map(phraseOf).join(' AND ')
  const address = searchedAddress(q)
  const terms = [
    `{${scope === 'all' ? `${NAMED} company folded_company` : NAMED}} : (${phrases})`,
    ...(address ? [`email : ${phraseOf(address)}`] : []),
    ...(digits ? [`phone_digits : "${digits}"`] : []),
  ]
  return sql`clients_search MATCH ${terms.join(' OR ')}`
}

/** Returns whether a text is too short for the index. */
function isTooShort(q: string, scope: SearchScope): boolean {
  const { parts, digits } = searchTerms(q, scope)
  return [...parts, ...(digits ? [digits] : [])].some((part) => Array.from(part).length < SEARCH_PART_MIN)
}

/**
 * Returns a condition: a client contains all words of the text, in any case and accent. Scans every client it is
 * applied to.
 */
export function clientContains(q: string, scope: SearchScope): SQL {
  const { name_order, email, company, folded_company, phone_digits } = bookClients
  const { parts, digits } = searchTerms(q, scope)
  const others: SQLWrapper[] = scope === 'all' ? [company, folded_company] : []
  const address = searchedAddress(q)
  const containsAll = and(...parts.map((part) => likeAny(part, [name_order, email, ...others])))
  const found = [
    containsAll,
    address ? likeAny(address, [email]) : undefined,
    digits ? likeAny(digits, [phone_digits]) : undefined,
  ]
  return sql`(${or(...found)})`
}

/**
 * Returns the parts of a query for the bookkeeper's clients that contain all words of a text: a UNION ALL of two
 * queries, of which only one returns rows. If `isRare`, the first looks up the clients in `matches`, which has the
 * `seq` of clients of all firms. The second scans the clients whose bookkeeper is `scannedOwner`, which is null when
 * there is no scan, for those that meet `isScanned`.
 */
export function clientSearch({ db, actor }: Pick<SignedIn, 'db' | 'actor'>, q: string, scope: SearchScope) {
  const matches = db.$with('matches').as(
    db
      .select({ seq: clientsSearch.rowid })
      .from(clientsSearch)
      .where(matchesText(q, scope))
      .limit(LOOKUP_LIMIT + 1),
  )
  const isScanned = clientContains(q, scope)
  if (isTooShort(q, scope)) return { matches, isRare: sql`false`, isScanned, scannedOwner: sql`${actor.userId}` }
  const n = db.select({ n: count() }).from(matches)
  // Part of the owner, so that the index seeks it only once: SQLite would evaluate another condition for each row.
  const scannedOwner = sql`CASE WHEN ${n} > ${LOOKUP_LIMIT} THEN ${actor.userId} END`
  return { matches, isRare: lte(n, LOOKUP_LIMIT), isScanned, scannedOwner }
}
