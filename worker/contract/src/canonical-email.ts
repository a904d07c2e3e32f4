// oxlint-disable-next-line typescript/triple-slash-reference -- The release check compiles what it imports alone.
/// <reference path="./punycode.d.ts" />
import { toUnicode } from 'punycode/punycode.es6.js'
import { asciiDomain, cleanEmail, partsOf } from './emails.ts'

/**
 * Returns an address of a machine (a mail server, an identity provider) as the portal compares it: in lower case, with
 * the domain in the letters of its language. Removes nothing, because `'ada@example.com` can be another mailbox.
 */
export function withReadableDomain(address: string): string {
  const email = address.toLowerCase()
  const { local, domain } = partsOf(email)
  const ascii = asciiDomain(domain)
  if (ascii === undefined) return email
  const readable = ascii.includes('xn--') ? toUnicode(ascii) : ascii
  return `${local}@${asciiDomain(readable) === ascii ? readable : ascii}`
}

/**
 * Returns an address that a person typed as the portal stores, compares and shows it: cleaned (see `cleanEmail`), with
 * the domain in the letters of its language. Browsers send the same domain in ASCII (`xn--mnchen-3ya.example`).
 */
export const canonicalEmail = (text: string): string => withReadableDomain(cleanEmail(text))
