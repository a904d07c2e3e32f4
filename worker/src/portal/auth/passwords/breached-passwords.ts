import { createHash } from 'node:crypto'
import type { Settings } from '../../../env.ts'
import { log } from '../../../platform/log.ts'

const HAVE_I_BEEN_PWNED = 'https://api.pwnedpasswords.com/range/'
const TIMEOUT_MS = 2000
const MAX_RESPONSE_LENGTH = 200_000
const PREFIX_LENGTH = 5

/** SHA-1, because the range API uses it. Nothing here relies on its strength. */
const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex').toUpperCase()

/**
 * Returns whether a password is known from a breach, by the range API of Have I Been Pwned: it gets five digits of the
 * hash and returns the rest of every hash with that prefix. Returns false when the service does not answer in time; the
 * built-in list of common passwords still applies.
 */
export async function isBreached(
  config: Pick<Settings, 'BREACHED_URL' | 'development'>,
  password: string,
): Promise<boolean> {
  const address = config.BREACHED_URL ?? (config.development ? '' : HAVE_I_BEEN_PWNED)
  if (!address) return false
  const hash = sha1(password)
  try {
    const response = await fetch(address + hash.slice(0, PREFIX_LENGTH), {
      // Padding hides the size of the response, which would hint at the prefix.
      headers: { 'add-padding': 'true' },
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!response.ok) throw new Error(`${response.status}`)
    const lines = (await response.text()).slice(0, MAX_RESPONSE_LENGTH).split(/\r?\n/)
    // Padding has a count of zero.
    return lines.some((line) => line.startsWith(`${hash.slice(PREFIX_LENGTH)}:`) && !line.endsWith(':0'))
  } catch (error) {
    log('breaches_unknown', { error: error instanceof Error ? error.name : 'unknown' })
    return false
  }
}
