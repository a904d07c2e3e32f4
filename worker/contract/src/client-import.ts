import { isEmail } from './fields.ts'
import { CLIENT_PHONE_MAX, CLIENT_TEXT_MAX } from './limits.ts'
import { CLIENT_STATUSES, type ClientStatus } from './statuses.ts'
import { hasWebAddress } from './web-address.ts'

/** What is a client in a row of a file: judged in the browser, so that the preview can tell, and again by the worker. */

/** The cells of a row, by what they mean; '' where there is none. */
export interface ImportCells {
  name: string
  email: string
  phone: string
  company: string
  status: string
}

/** A client as a row describes them. */
export interface ImportedClient {
  name: string
  email: string
  phone: string | null
  company: string | null
  status: ClientStatus
}

/** One line: a quoted cell may hold line breaks. */
const plain = (text: string): string =>
  text
    .split(/[\p{Cc}\u2028\u2029]+/u)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ')

const tooLong = (what: string, text: string, max: number): string[] =>
  text.length > max ? [`The ${what} is longer than ${max} characters.`] : []

/** Whatever a message quotes from a file, it stays short. */
const short = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

function emailProblems(email: string): string[] {
  if (!email) return ['The email is missing.']
  return isEmail(email) ? [] : [`"${short(email)}" is not a valid email address.`]
}

/** The address in a cell, as it is stored. */
export const importEmail = (cell: string): string =>
  plain(cell)
    .replace(/^mailto:/i, '')
    .toLowerCase()

/** Reads a row. @returns the client, and everything that is wrong; the client may be created only when nothing is */
export function readImportRow(cells: ImportCells): { client: ImportedClient; problems: string[] } {
  const [name, phone, company] = [plain(cells.name), plain(cells.phone), plain(cells.company)]
  const email = importEmail(cells.email)
  const wanted = plain(cells.status).toLowerCase()
  const status = wanted === '' ? 'new' : CLIENT_STATUSES.find((s) => s === wanted)
  const problems = [
    ...(name ? tooLong('name', name, CLIENT_TEXT_MAX) : ['The name is missing.']),
    ...(hasWebAddress(name) ? ['The name cannot contain a web address.'] : []),
    ...emailProblems(email),
    ...tooLong('phone', phone, CLIENT_PHONE_MAX),
    ...tooLong('company', company, CLIENT_TEXT_MAX),
    ...(status ? [] : [`The status "${short(plain(cells.status))}" is not new, onboarding, active or inactive.`]),
  ]
  return { client: { name, email, phone: phone || null, company: company || null, status: status ?? 'new' }, problems }
}
