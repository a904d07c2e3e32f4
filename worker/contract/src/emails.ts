/** The rules for email addresses. Free of zod, so that screens can check them before they ask the API. */
import { cleanLine, composed } from './text.ts'

export const EMAIL_INVALID = 'Please enter a valid email address.'

// What programs put around an address: quotation marks, brackets, the mark of text in spreadsheets, and what follows a
// link or ends a sentence. With them goes what is invisible, which would otherwise lose its place.
const OPENING = /^(?:mailto:|[\s\p{Default_Ignorable_Code_Point}'"`‘’‚‛“”„‟«»‹›<([{,;:])+/iu
const CLOSING = /[\s\p{Default_Ignorable_Code_Point}'"`‘’‚‛“”„‟«»‹›>)\]},;:./\\…]+$/u
/** Most characters of an address with a name. */
const TYPED_MAX = 1000
const NAMED = /^[^<>]*<([^<>]*)>[\s,;.]*$/

/**
 * Returns an address as people mean it: without what mail programs and spreadsheets put around it, in lower case, with
 * straight apostrophes. What remains can still be no address, see `isEmail`.
 */
export function cleanEmail(text: string): string {
  // An acute accent alone would become a space and a mark.
  const straight = composed(text.replaceAll('´', "'"), 'NFKC')
  const line = cleanLine(straight.replace(/[‘’‛ʼ′]/g, "'"))
  // No address, and the patterns below take long for long texts.
  if (line.length > TYPED_MAX) return line
  const [, named] = NAMED.exec(line) ?? []
  const link = /^\W*mailto:/i.test(line) ? line.replace(/\?.*/, '') : line
  // Some letters have no composed form in the other case.
  return composed((named ?? link).replace(OPENING, '').replace(CLOSING, '').toLowerCase())
}

// RFC 5322, 3.2.3, with the letters of all languages (RFC 6531).
const ATOM = String.raw`(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{N}!#$%&'*+/=?^_{|}~` + String.raw`\x60-])+`
const LOCAL = new RegExp(String.raw`^${ATOM}(?:\.${ATOM})*$`, 'u')
const LOCAL_MAX = 64
const ADDRESS_MAX = 254
/** A name on the Internet: at least two labels, of which the last is no number. */
const HOST = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/
/** Characters that would be another part of a URL, and those that URLs ignore. */
const OUTSIDE_HOST = /[\s\p{Cc}\p{Cf}/?#@:\\%[\]<>]/u

/** Returns a domain as the Domain Name System has it, in ASCII, or undefined if it cannot be one. */
export function asciiDomain(domain: string): string | undefined {
  const url = `http://${domain}`
  if (OUTSIDE_HOST.test(domain) || !URL.canParse(url)) return undefined
  const { hostname } = new URL(url)
  return HOST.test(hostname) ? hostname : undefined
}

/** Returns both parts of an address. */
export function partsOf(email: string): { local: string; domain: string } {
  const at = email.lastIndexOf('@')
  return { local: email.slice(0, Math.max(at, 0)), domain: email.slice(at + 1) }
}

/** Returns whether a text has the form of an email address, see `cleanEmail`. */
export function isEmail(email: string): boolean {
  const { local, domain } = partsOf(email)
  return (
    email.length <= ADDRESS_MAX && local.length <= LOCAL_MAX && LOCAL.test(local) && asciiDomain(domain) !== undefined
  )
}

/** Returns an address as mail servers expect it, with the domain in ASCII. */
export function asciiEmail(email: string): string {
  const { local, domain } = partsOf(email)
  return `${local}@${asciiDomain(domain) ?? domain}`
}
