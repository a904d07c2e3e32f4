import { ipOf } from './public-address.ts'

/** The network of every address that cannot be parsed, so that they share one limit. */
const UNREADABLE = 'unreadable'
/** The first 80 and the next 16 bits of an IPv6 address that contains an IPv4 address (RFC 4291). */
const MAPPED = '0:0:0:0:0:ffff'

/** Returns the eight groups of an IPv6 address as normalized by the URL parser. */
function groupsOf(address: string): string[] {
  const [head, tail] = address.split('::').map((half) => half.split(':').filter(Boolean))
  if (!tail) return head ?? []
  return [...(head ?? []), ...Array<string>(8 - (head?.length ?? 0) - tail.length).fill('0'), ...tail]
}

/** Returns the IPv4 address in the last two groups of an IPv6 address. */
function embeddedV4(groups: readonly string[]): string {
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/**
 * Returns the network of an IP address, in one notation: an IPv4 address as it is, and the /64 of an IPv6 address,
 * because a subscriber has all addresses of a /64. An empty address, which means unknown, stays empty.
 */
export function networkOf(address: string): string {
  if (address === '') return ''
  const url = `http://${address.includes(':') ? `[${address}]` : address}/`
  const ip = URL.canParse(url) ? ipOf(new URL(url).hostname) : undefined
  if (ip === undefined) return UNREADABLE
  if (!ip.includes(':')) return ip
  const groups = groupsOf(ip)
  if (groups.slice(0, 6).join(':') === MAPPED) return embeddedV4(groups)
  return `${groups.slice(0, 4).join(':')}::/64`
}

/**
 * Returns the site of a network: the /48 of a /64, because providers assign up to a /48, with 65,536 networks, to one
 * customer. An IPv4 address is a site of its own.
 */
export const siteOf = (network: string): string =>
  network.includes(':') ? `${network.split(':').slice(0, 3).join(':')}::/48` : network
