import { foldText } from '@portal/contract/search-text'

const foldIfNeeded = (text: string | null): string | null =>
  text && !/^\p{ASCII}*$/u.test(text) ? foldText(text) : null

/** Returns the columns of a client that a search without the index reads. LIKE folds the case of ASCII itself. */
export const foldedColumns = ({ name, company }: { name: string; company: string | null }) => ({
  folded_name: foldIfNeeded(name),
  folded_company: foldIfNeeded(company),
})
