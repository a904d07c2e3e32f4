import type { Settings } from '../../env.ts'
import { ipOf, isPublicAddress } from './public-address.ts'
import { classifyHost } from './resolve.ts'

/**
 * Returns why nothing can be sent to an address, or undefined. Outside development, an address must use https
 * and resolve to the public internet at this moment. Redirects are never followed.
 */
export async function addressProblem(
  { development, DOH_URL }: Pick<Settings, 'development' | 'DOH_URL'>,
  address: string,
): Promise<string | undefined> {
  // URL parsing removes line breaks and tabs, so the called address would differ from the one shown.
  if (/[\s\p{Cc}]/u.test(address) || !URL.canParse(address))
    return 'Please enter a complete address, such as https://hooks.example.com/portal.'
  const { protocol, hostname, username, password } = new URL(address)
  if (username || password) return 'The address must not contain a user name or password.'
  if (!isPublicAddress(address, development)) {
    return protocol === 'https:'
      ? 'This address does not lead to the public internet.'
      : 'Please enter an https address.'
  }
  if (development || ipOf(hostname) !== undefined) return undefined
  const target = await classifyHost(DOH_URL, hostname)
  if (target === 'public') return undefined
  return target === 'private'
    ? 'This address does not lead to the public internet.'
    : 'The host name of this address could not be resolved.'
}
