/** Ranges that lead into a network of one's own: loopback, private, link-local, carrier-grade, and the unspecified address. */
const PRIVATE_V4 = /^(0|10|127)\.|^192\.168\.|^169\.254\.|^172\.(1[6-9]|2\d|3[01])\.|^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./
/** A number in any notation has become this form by the time an address is parsed. */
const IPV4 = /^(\d+\.){3}\d+$/
const PRIVATE_NAME = /(^|\.)(localhost|local|internal|home\.arpa)$/

/**
 * Whether the worker may call an address that a setting or another server names: https and not private, by what it says. In
 * development any http address will do.
 */
export function isPublicAddress(address: string, development: boolean): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username, password } = new URL(address)
  if (username || password) return false
  if (development) return protocol === 'https:' || protocol === 'http:'
  if (protocol !== 'https:') return false
  // An address in brackets is IPv6: a provider has a name, and what hides in such an address need not be understood.
  return !hostname.startsWith('[') && !(IPV4.test(hostname) && PRIVATE_V4.test(hostname)) && !PRIVATE_NAME.test(hostname.replace(/\.$/, ''))
}
