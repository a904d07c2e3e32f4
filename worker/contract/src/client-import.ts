import { canonicalEmail } from './canonical-email.ts'
import { isEmail } from './emails.ts'
import { CLIENT_PHONE_MAX, CLIENT_TEXT_MAX } from './limits.ts'
import { CLIENT_STATUSES, type ClientStatus } from './statuses.ts'
import { cleanLine, cleanPhone, cutText } from './text.ts'

/** Reads clients from the rows of a file. The browser uses it for the preview, the worker for the import. */

/** The cells of a row by meaning; '' when there is no such cell. */
export interface ImportCells {
  name: string
  email: string
  phone: string
  company: string
  status: string
}

/** A client as described by a row. */
export interface ImportedClient {
  name: string
  email: string
  phone: string | null
  company: string | null
  status: ClientStatus
}

const tooLong = (what: string, text: string, max: number): string[] =>
  text.length > max ? [`The ${what} is longer than ${max} characters.`] : []

const shortened = (text: string): string => cutText(text, 40, '…')

function emailProblems(email: string): string[] {
  if (!email) return ['The email is missing.']
  return isEmail(email) ? [] : [`"${shortened(email)}" is not a valid email address.`]
}

/** Returns the client that a row describes, and all problems. Create the client only when there are none. */
export function readImportRow(cells: ImportCells): { client: ImportedClient; problems: string[] } {
  const [name, phone, company] = [cleanLine(cells.name), cleanPhone(cells.phone), cleanLine(cells.company)]
  const email = canonicalEmail(cells.email)
  const statusText = cleanLine(cells.status)
  const status = statusText === '' ? 'new' : CLIENT_STATUSES.find((s) => s === statusText.toLowerCase())
  const problems = [
    ...(name ? tooLong('name', name, CLIENT_TEXT_MAX) : ['The name is missing.']),
    ...emailProblems(email),
    ...tooLong('phone', phone, CLIENT_PHONE_MAX),
    ...tooLong('company', company, CLIENT_TEXT_MAX),
    ...(status ? [] : [`The status "${shortened(statusText)}" is not new, onboarding, active or inactive.`]),
  ]
  return { client: { name, email, phone: phone || null, company: company || null, status: status ?? 'new' }, problems }
}
