/** One thing that was tried on the portal, and what gave way. */
export interface Attack {
  what: string
  /** How often and on what, such as '1,204 requests on 98 routes'. */
  tried: string
  /** What should not have been possible, one line each; nothing where the portal held. */
  broke: string[]
}

const SHOWN = 40

/** A number as it is read. */
export const count = (n: number, what: string): string => `${n.toLocaleString('en')} ${what}`

/** Prints the attacks as a table, and below it what broke. */
export function printAttacks(attacks: readonly Attack[]): void {
  const head: Attack = { what: 'What', tried: 'Tried', broke: [] }
  const widths = (['what', 'tried'] as const).map((c) => Math.max(...[head, ...attacks].map((a) => a[c].length)))
  const line = (a: Attack, end: string) =>
    `| ${a.what.padEnd(widths[0] ?? 0)} | ${a.tried.padEnd(widths[1] ?? 0)} | ${end} |`
  console.log(line(head, '     '))
  console.log(`|${[...widths, 5].map((w) => '-'.repeat(w + 2)).join('|')}|`)
  for (const attack of attacks) console.log(line(attack, attack.broke.length > 0 ? 'BROKE' : 'held '))
  for (const { what, broke } of attacks) {
    if (broke.length === 0) continue
    console.log(`\n${what}:`)
    for (const text of broke.slice(0, SHOWN)) console.log(`  ${text}`)
    if (broke.length > SHOWN) console.log(`  and ${broke.length - SHOWN} more`)
  }
}

/** An attack while it goes on: what is tried is counted, and what gave way is kept. */
export class Trial {
  private tried = 0
  private readonly broke: string[] = []
  private readonly what: string

  constructor(what: string) {
    this.what = what
  }

  /** One try: `held` is what must be the case. */
  must(held: boolean, otherwise: string): void {
    this.tried++
    if (!held) this.broke.push(otherwise)
  }

  /** One request that must be answered with one of these codes of the contract, whatever it would have got. */
  async refused(what: string, answer: Response | Promise<Response>, ...codes: string[]): Promise<void> {
    const response = await answer
    const text = await response.text()
    const { code = '' } = text.startsWith('{') ? (JSON.parse(text) as { code?: string }) : {}
    this.must(
      response.status >= 400 && response.status < 500 && (codes.length === 0 || codes.includes(code)),
      `${what}: ${response.status} ${text.slice(0, 160)}`,
    )
  }

  /** One request that must go well: what its JSON is. */
  async good<T = unknown>(what: string, answer: Response | Promise<Response>): Promise<T | undefined> {
    const response = await answer
    const text = await response.text()
    this.must(response.ok, `${what}: ${response.status} ${text.slice(0, 160)}`)
    return response.ok ? (JSON.parse(text) as T) : undefined
  }

  /** What came of it. */
  result(unit = 'tries'): Attack {
    return { what: this.what, tried: count(this.tried, unit), broke: this.broke }
  }
}
