import { asciiEmail } from '@portal/contract/emails'
import type { Address, Email } from 'postal-mime'

/** The server that checks mail for Cloudflare Email Routing, as it calls itself in its results. */
const AUTHSERV_ID = 'mx.cloudflare.net'

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** One result of the receiving server, such as `dmarc=pass header.from=example.com`. */
interface Result {
  method: string
  result: string
  properties: ReadonlyMap<string, string>
}

/**
 * Returns a header value without comments and quoted strings, because the sender's server can choose their text; empty
 * when one of them is not closed.
 */
function withoutQuotations(value: string): string {
  let [text, depth, isQuoted] = ['', 0, false]
  for (let i = 0; i < value.length; i++) {
    const character = value.charAt(i)
    if (character === '\\') i++
    else if (isQuoted) isQuoted = character !== '"'
    else if (character === '"') isQuoted = true
    else if (character === '(') depth++
    else if (character === ')') depth--
    else if (depth === 0) text += character
  }
  return isQuoted || depth !== 0 ? '' : text
}

/** Returns the results of the checks by the receiving server: those it has added above the headers of the sender. */
function authenticationResults({ headers }: Pick<Email, 'headers'>): Result[] {
  const added = headers.find(({ key }) => key === 'authentication-results' || key === 'arc-authentication-results')
  const value = (added?.value ?? '').replace(/^\s*i=\d+\s*;/i, '').toLowerCase()
  const [server = '', ...results] = withoutQuotations(value)
    .split(';')
    .map((part) => part.trim())
  if (server.split(/\s/)[0] !== AUTHSERV_ID) return []
  return results.map((part) => {
    const [[method = '', result = ''] = [], ...properties] = part.split(/\s+/).map((word) => word.split('='))
    return { method, result, properties: new Map(properties.map(([name = '', text = '']) => [name, text])) }
  })
}

/**
 * Returns whether SPF, DKIM and DMARC (RFC 8601) show that a mail is from the owner of an address: DMARC passed, or the
 * domain has no policy and one of the two others passed for this domain.
 */
function isAuthentic(mail: Pick<Email, 'headers'>, address: string): boolean {
  const results = authenticationResults(mail)
  const domain = domainOf(address)
  const [dmarc, ...others] = results.filter(({ method }) => method === 'dmarc')
  // The receiving server adds one result. A second one was smuggled into a value.
  if (others.length > 0) return false
  if (dmarc?.result === 'pass') return dmarc.properties.get('header.from') === domain
  if (dmarc && dmarc.result !== 'none') return false
  const isOfDomain = ({ properties }: Result, name: string): boolean => domainOf(properties.get(name) ?? '') === domain
  return results
    .filter(({ result }) => result === 'pass')
    .some(
      (passed) =>
        (passed.method === 'spf' && isOfDomain(passed, 'smtp.mailfrom')) ||
        (passed.method === 'dkim' && (isOfDomain(passed, 'header.d') || isOfDomain(passed, 'header.i'))),
    )
}

/** Returns an address as servers write it. */
const onWire = (address: string): string => asciiEmail(address.trim().toLowerCase())

const addressOf = (from: Address | undefined): string => onWire(from?.address ?? '')

/** Returns whether a mail was sent by the owner of an address: by its envelope, its From header and their checks. */
export function isSentBy(address: string, envelopeFrom: string, mail: Pick<Email, 'from' | 'headers'>): boolean {
  const own = onWire(address)
  const senders = [onWire(envelopeFrom), addressOf(mail.from)]
  const fromHeaders = mail.headers.filter(({ key }) => key === 'from')
  return fromHeaders.length === 1 && senders.every((sender) => sender === own) && isAuthentic(mail, own)
}
