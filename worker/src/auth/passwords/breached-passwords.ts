import { createHash } from 'node:crypto'
import type { Settings } from '../../env.ts'
import { log } from '../../log.ts'

/** Passwords that were found in breaches are tried everywhere else: they are looked up where they are known. */

const HAVE_I_BEEN_PWNED = 'https://api.pwnedpasswords.com/range/'
const WAIT_MS = 2000
const ANSWER_MAX = 200_000
const PREFIX = 5

/** SHA-1 as the lists are kept, which protects nothing here. */
const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex').toUpperCase()

/**
 * Whether a password is known from a breach. Five digits of its hash are told, which it shares with thousands of others; the answer names
 * the rest of each. Where nobody answers in time, nobody is kept from choosing a password: the list of the portal's own has judged it.
 */
export async function isBreached(
  config: Pick<Settings, 'BREACHED_URL' | 'development'>,
  password: string,
): Promise<boolean> {
  const address = config.BREACHED_URL ?? (config.development ? '' : HAVE_I_BEEN_PWNED)
  if (!address) return false
  const hash = sha1(password)
  try {
    const response = await fetch(address + hash.slice(0, PREFIX), {
      // Answers of one length: what travels tells less about what was asked.
      headers: { 'add-padding': 'true' },
      redirect: 'manual',
      signal: AbortSignal.timeout(WAIT_MS),
    })
    if (!response.ok) throw new Error(`${response.status}`)
    const lines = (await response.text()).slice(0, ANSWER_MAX).split(/\r?\n/)
    // What pads an answer counts zero.
    return lines.some((line) => line.startsWith(`${hash.slice(PREFIX)}:`) && !line.endsWith(':0'))
  } catch (error) {
    log('breaches_unknown', { error: error instanceof Error ? error.name : 'unknown' })
    return false
  }
}
