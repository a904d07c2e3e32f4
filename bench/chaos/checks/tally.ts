import type { Promised } from '../ledger.ts'

/** Counts promises that were kept, and tells of those that were not. */
export class Tally {
  /** By the fault during which they were made. */
  readonly kept = new Map<string, number>()
  readonly broken: { check: string; during: string; what: string }[] = []
  private readonly byCheck = new Map<string, number>()

  /** A promise, and why it was broken; undefined where it was kept. */
  note(check: string, { during }: Promised, problem: string | undefined): void {
    this.byCheck.set(check, (this.byCheck.get(check) ?? 0) + 1)
    if (problem === undefined) this.kept.set(during, (this.kept.get(during) ?? 0) + 1)
    else this.broken.push({ check, during, what: problem })
  }

  get keptCount(): number {
    return [...this.kept.values()].reduce((sum, n) => sum + n, 0)
  }

  /** How many promises each check looked at, and how many of them were broken. */
  checks(): { check: string; promises: number; broken: number }[] {
    return [...this.byCheck].map(([check, promises]) => ({
      check,
      promises,
      broken: this.broken.filter((b) => b.check === check).length,
    }))
  }
}

/** What belongs to the run as a whole. */
export const OVERALL: Promised = { during: 'the whole run' }

/** Texts as often as each is there. */
export function counted(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

/** JSON with the keys of objects in order, so that two that mean the same are the same. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
