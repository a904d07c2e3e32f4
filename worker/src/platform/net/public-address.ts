/**
 * Decides which addresses from users, settings or other servers the worker may call (protection against SSRF). Checks
 * the output of the URL parser, which has normalized every notation of an IP address (decimal, hexadecimal, octal,
 * short, full-width).
 */

/**
 * IPv4 ranges outside the public internet, as address and prefix length (IANA special-purpose registry, multicast,
 * reserved).
 */
const SPECIAL_V4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]
/**
 * Ranges of 2000::/3 (global unicast) that are not public: protocol assignments, Teredo, documentation, and 6to4,
 * which embeds IPv4.
 */
const SPECIAL_V6: readonly (readonly [string, number])[] = [
  ['2001:0', 23],
  ['2001:db8', 32],
  ['2002:0', 16],
  ['3fff:0', 20],
]
const PRIVATE_NAME = /(^|\.)(localhost|local|localdomain|internal|intranet|private|corp|home|lan|home\.arpa|onion)$/

const IPV4 = /^\d{1,3}(\.\d{1,3}){3}$/

const numberV4 = (address: string): number => address.split('.').reduce((sum, byte) => sum * 256 + Number(byte), 0)

/** Returns the first 32 bits of an IPv6 address as normalized by the URL parser. */
function headV6(address: string): number {
  const [head = ''] = address.split('::')
  const [first = '0', second = '0'] = head === '' ? [] : head.split(':')
  return Number.parseInt(first, 16) * 65_536 + Number.parseInt(second || '0', 16)
}

const inside = (value: number, start: number, length: number): boolean => {
  const size = 2 ** (32 - length)
  return Math.floor(value / size) === Math.floor(start / size)
}

/** Returns whether an IPv4 or IPv6 address (without brackets) belongs to the public internet. */
export function isPublicIp(address: string): boolean {
  if (IPV4.test(address))
    return !SPECIAL_V4.some(([start, length]) => inside(numberV4(address), numberV4(start), length))
  if (!URL.canParse(`http://[${address}]/`)) return false
  const head = headV6(new URL(`http://[${address}]/`).hostname.slice(1, -1))
  return inside(head, 0x2000_0000, 3) && !SPECIAL_V6.some(([start, length]) => inside(head, headV6(start), length))
}

/** Returns the IP address of a host without brackets, or undefined for a name. */
export function ipOf(hostname: string): string | undefined {
  if (hostname.startsWith('[')) return hostname.slice(1, -1)
  return IPV4.test(hostname) ? hostname : undefined
}

/**
 * Returns whether the worker may call a URL: https, without credentials, and not private. In development any http URL
 * is allowed. Does not resolve names: see `resolve.ts`.
 */
export function isPublicAddress(address: string, development: boolean): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username, password } = new URL(address)
  if (username || password) return false
  if (development) return protocol === 'https:' || protocol === 'http:'
  if (protocol !== 'https:') return false
  const ip = ipOf(hostname)
  if (ip !== undefined) return isPublicIp(ip)
  const name = hostname.replace(/\.$/, '')
  return name.includes('.') && !PRIVATE_NAME.test(name)
}
