import { isPublicIp } from './public-address.ts'

/** Resolves names with DNS over HTTPS (the JSON format of 1.1.1.1), because a worker has no resolver. */

const TIMEOUT_MS = 5000
const TYPES = { A: 1, AAAA: 28 } as const

interface Answer {
  Status: number
  Answer?: { type: number; data: string }[]
}

async function lookUp(resolver: string, name: string, type: keyof typeof TYPES): Promise<string[]> {
  const url = new URL(resolver)
  url.searchParams.set('name', name)
  url.searchParams.set('type', type)
  const response = await fetch(url, {
    headers: { accept: 'application/dns-json' },
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw new Error(`resolver answered ${response.status}`)
  }
  const { Status, Answer = [] } = await response.json<Answer>()
  if (Status !== 0) throw new Error(`name not resolved: ${Status}`)
  return Answer.filter((a) => a.type === TYPES[type]).map((a) => a.data)
}

/**
 * Resolves a name and returns `public` if all its addresses are public, or `private` if not.
 * @returns `unknown` when it has no address or the lookup failed; it must not be called then
 */
export async function classifyHost(resolver: string, name: string): Promise<'public' | 'private' | 'unknown'> {
  try {
    const found = (await Promise.all([lookUp(resolver, name, 'A'), lookUp(resolver, name, 'AAAA')])).flat()
    if (found.length === 0) return 'unknown'
    return found.every(isPublicIp) ? 'public' : 'private'
  } catch {
    return 'unknown'
  }
}
