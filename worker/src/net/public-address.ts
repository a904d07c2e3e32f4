/**
 * Which addresses the worker may call when a person, a setting or another server names them. Judged by what the URL parser has made of
 * them: every notation of a number (decimal, hexadecimal, octal, short, full-width) has become the plain one by then.
 */

/** IPv4 that is not the public internet: first address and length of the prefix (IANA's special-purpose registry, multicast, reserved). */
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
/** Inside 2000::/3, the only IPv6 that is routed: protocol assignments (Teredo among them), documentation, and 6to4, which hides IPv4. */
const SPECIAL_V6: readonly (readonly [string, number])[] = [
  ['2001:0', 23],
  ['2001:db8', 32],
  ['2002:0', 16],
  ['3fff:0', 20],
]
const PRIVATE_NAME = /(^|\.)(localhost|local|localdomain|internal|intranet|private|corp|home|lan|home\.arpa|onion)$/

const IPV4 = /^\d{1,3}(\.\d{1,3}){3}$/

const numberV4 = (address: string): number => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)

/** The first 32 bits of an IPv6 address in the URL parser's form. */
function headV6(address: string): number {
  const [head = ''] = address.split('::')
  const [first = '0', second = '0'] = head === '' ? [] : head.split(':')
  return Number.parseInt(first, 16) * 65_536 + Number.parseInt(second || '0', 16)
}

const inside = (value: number, start: number, length: number): boolean => {
  const size = 2 ** (32 - length)
  return Math.floor(value / size) === Math.floor(start / size)
}

/** Whether a plain IPv4 or IPv6 address (as a URL or a DNS answer has it, without brackets) is one of the public internet. */
export function isPublicIp(address: string): boolean {
  if (IPV4.test(address))
    return !SPECIAL_V4.some(([start, length]) => inside(numberV4(address), numberV4(start), length))
  if (!URL.canParse(`http://[${address}]/`)) return false
  const head = headV6(new URL(`http://[${address}]/`).hostname.slice(1, -1))
  return inside(head, 0x2000_0000, 3) && !SPECIAL_V6.some(([start, length]) => inside(head, headV6(start), length))
}

/** The address itself where a host is one: without brackets; undefined for a name. */
export function ipOf(hostname: string): string | undefined {
  if (hostname.startsWith('[')) return hostname.slice(1, -1)
  return IPV4.test(hostname) ? hostname : undefined
}

/**
 * Whether the worker may call an address, by what it says: https, without credentials, and not private. In development any http address
 * will do. What a name leads to is not looked up: see `resolve.ts`.
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
