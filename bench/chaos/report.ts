import type { Tally } from './checks/tally.ts'
import type { Fault } from './faults.ts'
import { SEEN } from './witness.ts'
import type { World } from './world.ts'

/** What a run is printed as: fault by fault, check by check, and what was broken. */

/** Broken promises that are told of each check. */
const SHOWN = 5

function table(head: readonly string[], lines: readonly (readonly string[])[]): void {
  const widths = head.map((h, i) => Math.max(h.length, ...lines.map((l) => l[i]?.length ?? 0)))
  const print = (line: readonly string[]) =>
    console.log(`| ${widths.map((w, i) => (line[i] ?? '').padEnd(w)).join(' | ')} |`)
  print(head)
  console.log(`|${widths.map((w) => '-'.repeat(w + 2)).join('|')}|`)
  for (const line of lines) print(line)
  console.log('')
}

export interface Report {
  world: World
  tally: Tally
  chosen: readonly Fault[]
  seed: number
}

export function printReport({ world, tally, chosen }: Report): void {
  const { witness, stand } = world
  const line = (name: string, times: string): string[] => {
    const broken = tally.broken.filter((b) => b.during === name).length
    const longest = witness.longest.get(name)
    return [
      name,
      times,
      ...SEEN.map((seen) => String(witness.count(name, seen) || '')),
      longest === undefined ? '' : `${(longest / 1000).toFixed(1)} s`,
      String(tally.kept.get(name) ?? 0),
      String(broken || ''),
    ]
  }
  console.log('')
  table(
    [
      'Fault',
      'Times',
      ...SEEN.map((s) => s.replace(/^./, (c) => c.toUpperCase())),
      'Longest',
      'Promises kept',
      'Broken',
    ],
    [
      line('no fault', ''),
      ...chosen.map((f) => {
        const missing = f.missing?.(stand)
        return missing === undefined ? line(f.name, String(f.times)) : [f.name, `not tried: ${missing}`]
      }),
      line('the whole run', ''),
    ],
  )
  table(
    ['Check', 'Promises', 'Broken'],
    tally.checks().map((c) => [c.check, String(c.promises), String(c.broken || '')]),
  )
  if (stand.errors.size > 0) {
    console.log('Errors that the worker logged:')
    for (const [error, times] of stand.errors) console.log(`  ${times} × ${error}`)
    console.log('')
  }
  for (const [check, broken] of Map.groupBy(tally.broken, (b) => b.check)) {
    for (const { during, what } of broken.slice(0, SHOWN)) console.log(`✗ ${check} (${during}): ${what}`)
    if (broken.length > SHOWN) console.log(`  and ${broken.length - SHOWN} more`)
  }
  console.log(`${tally.keptCount} promises kept, ${tally.broken.length} broken`)
}
