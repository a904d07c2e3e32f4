import type { Turn } from '@portal/contract/charts'

/**
 * Keep the number of submissions per bookkeeper and whose turn it is, because counting them for each dashboard would
 * read all submissions.
 */

const [CLIENT, YOU, DONE]: readonly Turn[] = ['client', 'you', 'done']

/** Returns whose turn it is in a submission as SQL; null while it has no sections. */
const turnOf = (row: 'old' | 'new'): string =>
  `CASE WHEN ${row}.waiting > 0 THEN '${YOU}' WHEN ${row}.is_pending THEN '${CLIENT}'
    WHEN ${row}.is_approved THEN '${DONE}' END`

const INCREMENT = `INSERT INTO turn_counts (bookkeeper_id, turn, n) SELECT new.bookkeeper_id, ${turnOf('new')}, 1
    WHERE new.bookkeeper_id IS NOT NULL AND ${turnOf('new')} IS NOT NULL
    ON CONFLICT (bookkeeper_id, turn) DO UPDATE SET n = n + 1;`
const DECREMENT = `UPDATE turn_counts SET n = n - 1
    WHERE bookkeeper_id = old.bookkeeper_id AND turn = ${turnOf('old')};`

export const TURN_COUNTS_TRIGGERS = [
  `CREATE TRIGGER turn_counts_added AFTER INSERT ON book_form_submissions BEGIN
  ${INCREMENT}
END`,
  `CREATE TRIGGER turn_counts_moved AFTER UPDATE OF waiting, is_pending, is_approved, bookkeeper_id
ON book_form_submissions
WHEN old.bookkeeper_id IS NOT new.bookkeeper_id OR ${turnOf('old')} IS NOT ${turnOf('new')} BEGIN
  ${DECREMENT}
  ${INCREMENT}
END`,
  `CREATE TRIGGER turn_counts_gone AFTER DELETE ON book_form_submissions BEGIN
  ${DECREMENT}
END`,
]
