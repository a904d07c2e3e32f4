import { isPublicIp } from './public-address.ts'

/** Names are looked up over HTTPS (RFC 8484's JSON form, as 1.1.1.1 serves it): a worker has no resolver of its own. */

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
 * Whether a name leads to addresses of the public internet, and to nothing else.
 * @returns `unknown` where it leads nowhere or could not be looked up: then it must not be called
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
