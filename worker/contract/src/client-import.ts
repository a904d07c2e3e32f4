import { canonicalEmail } from './canonical-email.ts'
import { isEmail } from './emails.ts'
import { CLIENT_PHONE_MAX, CLIENT_TEXT_MAX } from './limits.ts'
import { spreadsheetError } from './spreadsheet-errors.ts'
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

/** Returns the problem of a cell whose text was lost before the import, otherwise the given problems. */
function checkText(what: string, text: string, problems: string[]): string[] {
  if (text.includes('\uFFFD'))
    return [`The ${what} “${shortened(text)}” contains a character that could not be read. Correct it in the file.`]
  const error = spreadsheetError(what, text)
  return error === undefined ? problems : [error]
}

/** Returns the problem of an email. @param text the email as it is in the file */
function emailProblems(email: string, text: string): string[] {
  if (!email) return ['The email is missing.']
  return isEmail(email) ? [] : [`"${shortened(text)}" is not a valid email address.`]
}

const unknownStatus = (text: string): string =>
  `The status "${shortened(text)}" is not new, onboarding, active or inactive.`

/** Returns the client that a row describes, and all problems. Create the client only when there are none. */
export function readImportRow(cells: ImportCells): { client: ImportedClient; problems: string[] } {
  const [name, phone, company] = [cleanLine(cells.name), cleanPhone(cells.phone), cleanLine(cells.company)]
  const [email, emailText] = [canonicalEmail(cells.email), cleanLine(cells.email)]
  const statusText = cleanLine(cells.status)
  const status = statusText === '' ? 'new' : CLIENT_STATUSES.find((s) => s === statusText.toLowerCase())
  const problems = [
    ...checkText('name', name, name ? tooLong('name', name, CLIENT_TEXT_MAX) : ['The name is missing.']),
    ...checkText('email', emailText, emailProblems(email, emailText)),
    ...checkText('phone', phone, tooLong('phone', phone, CLIENT_PHONE_MAX)),
    ...checkText('company', company, tooLong('company', company, CLIENT_TEXT_MAX)),
    ...checkText('status', statusText, status ? [] : [unknownStatus(statusText)]),
  ]
  return { client: { name, email, phone: phone || null, company: company || null, status: status ?? 'new' }, problems }
}
