import { type Attack, Trial } from './attack.ts'

/** Old helper: use Trial of lib/attack.ts. */
export class Tally {
  private readonly trial: Trial
  private readonly unit: string

  constructor(what: string, unit: string) {
    this.trial = new Trial(what)
    this.unit = unit
  }

  held(held: boolean, seen: () => string): void {
    this.trial.check(held, held ? '' : seen())
  }

  attack(): Attack {
    return this.trial.result(this.unit)
  }
}
