import { type Attack, count } from './attack.ts'

/** Counts what was tried, and keeps what gave way. */
export class Tally {
  private readonly broke: string[] = []
  private tried = 0
  private readonly what: string
  private readonly unit: string

  constructor(what: string, unit: string) {
    this.what = what
    this.unit = unit
  }

  /** One try: whether the portal held, and what was seen where it did not. */
  held(held: boolean, seen: () => string): void {
    this.tried++
    if (!held) this.broke.push(seen())
  }

  attack(): Attack {
    return { what: this.what, tried: count(this.tried, this.unit), broke: this.broke }
  }
}
