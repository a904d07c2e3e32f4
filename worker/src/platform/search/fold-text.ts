import { foldText } from '@portal/contract/search-text'

/** Returns a text as `foldText` does, or null if it is ASCII, whose case SQLite folds itself. */
export const foldedIfNeeded = (text: string | null): string | null =>
  text && !/^\p{ASCII}*$/u.test(text) ? foldText(text) : null

/** Returns the folded columns of a client. */
export const foldedColumns = ({ name, company }: { name: string; company: string | null }) => ({
  folded_name: foldedIfNeeded(name),
  folded_company: foldedIfNeeded(company),
})

/** Returns the folded columns of a workform. */
export const foldedWorkform = ({ name, description }: { name: string; description: string | null }) => ({
  folded_name: foldedIfNeeded(name),
  folded_description: foldedIfNeeded(description),
})
