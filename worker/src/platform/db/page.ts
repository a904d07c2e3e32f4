import { encodeCursor, type PageKey } from './cursor.ts'

/** A page of a list. `next` is the cursor of the next page, if there is one. */
export interface Page<T> {
  items: T[]
  next: string | null
}

interface PageSpec<Row> {
  limit: number
  /** Name of the sort order, for the cursor. */
  sort: string
  /** Returns the key that a row is sorted by. */
  keyOf: (row: Row) => PageKey
}

/** Reads a page of a sorted query. */
export async function readPage<Row>(
  query: { limit: (limit: number) => PromiseLike<Row[]> },
  { limit, sort, keyOf }: PageSpec<Row>,
): Promise<Page<Row>> {
  // The additional row shows whether there is another page.
  const rows = await query.limit(limit + 1)
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, next: last && rows.length > limit ? encodeCursor(sort, keyOf(last)) : null }
}

/** Yields the items of all pages, page by page. @param read reads the page at a cursor */
export async function* eachPage<T>(read: (cursor: string | undefined) => Promise<Page<T>>): AsyncGenerator<T[]> {
  for (let cursor: string | undefined; ; ) {
    const { items, next } = await read(cursor)
    yield items
    if (next === null) return
    cursor = next
  }
}
