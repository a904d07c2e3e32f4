import type { Context } from '../context.ts'
import { keyedHash } from '../crypto/secrets.ts'

/** Marks by which lines of the log are found together, and which tell nobody without the portal's secret what they stand for. */

const LENGTH = 16
type Marked = Pick<Context, 'settings' | 'ip'>

/** Of an IPv6 address the first half: one subscriber has all of the rest. */
export function network(ip: string): string {
  if (!ip.includes(':') || ip.includes('.')) return ip
  const [head = '', tail = ''] = ip.split('::')
  const groups = head.split(':').filter(Boolean)
  const missing = ip.includes('::') ? 8 - groups.length - tail.split(':').filter(Boolean).length : 0
  return [...groups, ...Array<string>(missing).fill('0'), ...tail.split(':')].slice(0, 4).join(':')
}

/** The mark of the network that a request came from; undefined where it is not known. */
export const sourceMark = ({ settings, ip }: Marked): string | undefined =>
  ip ? keyedHash(settings.AUTH_SECRET, 'log', 'source', network(ip)).slice(0, LENGTH) : undefined

/** The mark of an account: an e-mail address or a user id, whether it exists or not. */
export const accountMark = ({ settings }: Pick<Marked, 'settings'>, account: string): string =>
  keyedHash(settings.AUTH_SECRET, 'log', 'account', account).slice(0, LENGTH)
