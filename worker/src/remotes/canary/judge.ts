import { FAILURES, type Failure } from '@portal/contract/vitals'

/** The statistics of a canary release: docs/decisions/0033-canary-releases.md explains them. */

/** The people who have used a version, and for how many of them it failed, by kind. */
export interface Tally {
  people: number
  failed: Readonly<Partial<Record<Failure, number>>>
}

/** A kind of failure from which the canary's people suffer more than the others. */
export interface Finding {
  kind: Failure
  canary: { failed: number; people: number }
  live: { failed: number; people: number }
}

/** The chance that a canary that is as good as the live version is rolled back. */
export const FALSE_ALARM = 0.02
/** A canary does not advance while its failures would be this unlikely for a version as good as the live one. */
const SUSPICION = 0.1
/** Until this many people have used the live version, the missing ones are assumed to have had no failure. */
const ASSUMED_PEOPLE = 20

const logFactorials = [0]
function logFactorial(n: number): number {
  while (logFactorials.length <= n) logFactorials.push((logFactorials.at(-1) ?? 0) + Math.log(logFactorials.length))
  return logFactorials[n] ?? Number.NaN
}

const logChoose = (n: number, k: number): number => logFactorial(n) - logFactorial(k) - logFactorial(n - k)

/**
 * Returns the probability of at least `hits` marked items in a random sample (Fisher's exact test, one-sided).
 * @param sample size of the sample
 * @param marked how many of `all` are marked
 */
export function tailProbability(hits: number, sample: number, marked: number, all: number): number {
  let term = Math.exp(logChoose(marked, hits) + logChoose(all - marked, sample - hits) - logChoose(all, sample))
  let sum = 0
  for (let i = hits; i <= Math.min(sample, marked) && term > 0; i++) {
    sum += term
    term *= ((marked - i) * (sample - i)) / ((i + 1) * (all - marked - sample + i + 1))
  }
  return Math.min(1, sum)
}

/**
 * Returns the failures of a kind, and the probability that the canary has at least as many of them if both versions
 * fail equally often; 1 if it fails for no larger share of people.
 */
function compare(kind: Failure, canary: Tally, live: Tally): Finding & { probability: number } {
  const [failed, liveFailed] = [canary.failed[kind] ?? 0, live.failed[kind] ?? 0]
  const others = Math.max(live.people, ASSUMED_PEOPLE)
  const isHigher = failed * others > liveFailed * canary.people
  return {
    kind,
    canary: { failed, people: canary.people },
    live: { failed: liveFailed, people: live.people },
    probability: isHigher ? tailProbability(failed, canary.people, failed + liveFailed, canary.people + others) : 1,
  }
}

/**
 * Returns the probability below which n failing people of a kind prove that the canary is worse. A test that is
 * repeated errs more often, so each n gets a smaller part of the chance of a false alarm: 1/(n(n+1)) adds up to 1
 * over all n. A test that simulates canaries covers repeated looks at the same n.
 */
const levelOf = (failed: number): number => FALSE_ALARM / FAILURES.length / (failed * (failed + 1))

/** Returns the clearest proof that a canary fails for more people than the live version, or undefined. */
export function judge(canary: Tally, live: Tally): Finding | undefined {
  const [worst] = FAILURES.map((kind) => compare(kind, canary, live))
    .filter(({ canary: { failed }, probability }) => failed > 0 && probability < levelOf(failed))
    .sort((a, b) => a.probability - b.probability)
  if (!worst) return undefined
  const { kind, canary: ofCanary, live: ofLive } = worst
  return { kind, canary: ofCanary, live: ofLive }
}

/** Returns whether a canary might be worse than the live version, although that is not proven. */
export const isSuspect = (canary: Tally, live: Tally): boolean =>
  FAILURES.some((kind) => compare(kind, canary, live).probability < SUSPICION)
