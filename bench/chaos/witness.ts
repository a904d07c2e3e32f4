/** What people got to see, by the fault that was going on. */

export const SEEN = ['well', 'asked to wait', 'refused', 'no answer', 'unclean', 'no end'] as const
/**
 * `asked to wait`: 503 or 429 with Retry-After, as a problem document. `refused`: any other problem document below 500. `no answer`: the line
 * was cut, or nobody listened. `unclean`: anything else. `no end`: still nothing after a long while.
 */
export type Seen = (typeof SEEN)[number]

/** Nobody waits longer for an answer, in milliseconds. */
export const PATIENCE_MS = 45_000

/** What no answer may let anybody know: which database there is, where code lies, how it went wrong inside. */
const INSIDES =
  /SQLITE_|sqlite|libsql|hrana|\bat (async )?\S+ \(|\.[jt]s:\d+|node_modules|Durable Object|workerd|R2_|<html/i

/** Counts what people see, and keeps what they should not have seen. */
export class Witness {
  /** The fault that is going on. */
  fault = 'no fault'
  /** The longest wait for an answer, by fault, in milliseconds. */
  readonly longest = new Map<string, number>()
  readonly unclean: string[] = []
  private readonly counts = new Map<string, number>()

  note(fault: string, seen: Seen, took: number, what = ''): void {
    const key = `${fault}|${seen}`
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1)
    this.longest.set(fault, Math.max(took, this.longest.get(fault) ?? 0))
    if (seen === 'unclean' || seen === 'no end') this.unclean.push(`${fault}: ${seen}: ${what}`)
  }

  count(fault: string, seen: Seen): number {
    return this.counts.get(`${fault}|${seen}`) ?? 0
  }
}

/** What an answer looks like to whoever gets it. */
export function judge(response: Response, text: string): Seen {
  if (response.ok) return 'well'
  const isProblem = (response.headers.get('content-type') ?? '').startsWith('application/problem+json')
  if (!isProblem || INSIDES.test(text)) return 'unclean'
  const waits = Number(response.headers.get('retry-after')) > 0
  if (response.status === 503 || response.status === 429) return waits ? 'asked to wait' : 'unclean'
  return response.status < 500 ? 'refused' : 'unclean'
}
