import type { Settings } from '../env.ts'
import { ipOf, isPublicAddress } from '../net/public-address.ts'
import { classifyHost } from '../net/resolve.ts'

/**
 * Why nothing may be sent to an address, in words; undefined where it may. Outside development it must be https and lead to the public
 * internet, by what it says and by what its name resolves to at this moment. Redirects are another matter: they are never followed.
 */
export async function addressProblem(
  { development, DOH_URL }: Pick<Settings, 'development' | 'DOH_URL'>,
  address: string,
): Promise<string | undefined> {
  // The parser would leave line breaks and tabs out: what is shown would not be what is called.
  if (/[\s\p{Cc}]/u.test(address) || !URL.canParse(address))
    return 'Please enter a complete address, such as https://hooks.example.com/portal.'
  const { protocol, hostname, username, password } = new URL(address)
  if (username || password) return 'An address must not hold a user name or password.'
  if (!isPublicAddress(address, development)) {
    return protocol === 'https:'
      ? 'This address does not lead to the public internet.'
      : 'Please enter an https address.'
  }
  if (development || ipOf(hostname) !== undefined) return undefined
  const where = await classifyHost(DOH_URL, hostname)
  if (where === 'public') return undefined
  return where === 'private'
    ? 'This address does not lead to the public internet.'
    : 'The name of this address could not be looked up.'
}
