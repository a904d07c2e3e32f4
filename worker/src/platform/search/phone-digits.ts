/** Characters of which phone numbers consist. */
const PHONE = /^[\d\s()+./-]+$/
/** Numbers with a country code or a trunk prefix have more digits than this. */
const SUBSCRIBER_DIGITS = 9

/**
 * Returns the digits of a text that may be a part of a phone number, otherwise undefined. An international or trunk
 * prefix is dropped from a whole number, so that `+44 20 7946 0018` finds `020 7946 0018`.
 */
export function searchedDigits(q: string): string | undefined {
  if (!PHONE.test(q)) return undefined
  const digits = q.replace(/\D/g, '')
  if (digits === '') return undefined
  return /^\s*[+0]/.test(q) && digits.length > SUBSCRIBER_DIGITS ? digits.slice(-SUBSCRIBER_DIGITS) : digits
}
