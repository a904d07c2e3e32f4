import { attack, Trial as NewTrial } from './lib/attack.ts'
import type { Target } from './lib/target.ts'

// Old helpers, until all files use lib/attack.ts.

export interface Attack {
  what: string
  tried: string
  broke: string[]
}

export const count = (n: number, what: string): string => `${n.toLocaleString('en')} ${what}`

/** Registers a topic of the old style as one attack. */
export const attackOldStyle = (run: (target: Target) => Promise<Attack[]>): void =>
  attack('all', async (t, target) => {
    for (const { what, tried, broke } of await run(target)) {
      t.notes.push(`${what}: ${tried}`)
      t.broke.push(...broke.map((line) => `${what}: ${line}`))
    }
  })

export class Trial extends NewTrial {
  private readonly what: string

  constructor(what: string) {
    super()
    this.what = what
  }

  must(held: boolean, otherwise: string): void {
    this.check(held, otherwise)
  }

  refused(what: string, answer: Response | Promise<Response>, ...codes: string[]): Promise<void> {
    return this.refuses(what, answer, ...codes)
  }

  async good<T = unknown>(what: string, answer: Response | Promise<Response>): Promise<T | undefined> {
    return this.accepts<T>(what, answer)
  }

  result(unit = 'tries'): Attack {
    return { what: this.what, tried: count(this.checks, unit), broke: this.broke }
  }
}
