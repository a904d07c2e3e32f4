import type { Context } from '../context.ts'
import { keyedHash } from '../crypto/secrets.ts'

/** Pseudonyms connect log entries of one origin or account. Without the portal's secret they identify nobody. */

const LENGTH = 16
type Source = Pick<Context, 'settings' | 'ip'>

/**
 * Returns the network of an IP address: the first half of an IPv6 address, because a subscriber has all of the rest.
 */
export function networkOf(ip: string): string {
  if (!ip.includes(':') || ip.includes('.')) return ip
  const [head = '', tail = ''] = ip.split('::')
  const groups = head.split(':').filter(Boolean)
  const missing = ip.includes('::') ? 8 - groups.length - tail.split(':').filter(Boolean).length : 0
  return [...groups, ...Array<string>(missing).fill('0'), ...tail.split(':')].slice(0, 4).join(':')
}

/** Returns the pseudonym of the network that a request came from, or undefined when it is unknown. */
export const sourcePseudonym = ({ settings, ip }: Source): string | undefined =>
  ip ? keyedHash(settings.AUTH_SECRET, 'log', 'source', networkOf(ip)).slice(0, LENGTH) : undefined

/** Returns the pseudonym of an account, by email address or user id. The account need not exist. */
export const accountPseudonym = ({ settings }: Pick<Source, 'settings'>, account: string): string =>
  keyedHash(settings.AUTH_SECRET, 'log', 'account', account).slice(0, LENGTH)
