import type { Target } from './target.ts'

/** An attempt to break in. If it throws, the portal counts as broken. */
export interface Attack {
  name: string
  run: (t: Trial, target: Target) => Promise<void>
}

const registered: Attack[] = []

/** Registers an attack. The runner calls `run` with a new trial, in order of registration. */
export const attack = (name: string, run: Attack['run']): void => void registered.push({ name, run })

/** Returns the attacks registered since the last call. */
export const takeAttacks = (): Attack[] => registered.splice(0)

/** Counts the checks of an attack and collects the holes that it finds. */
export class Trial {
  checks = 0
  readonly holes: string[] = []
  /** Details for the report. */
  readonly notes: string[] = []

  /** Records whether the portal held. `hole` describes what it means if not. */
  check(held: boolean, hole: string): void {
    this.checks++
    if (!held) this.holes.push(hole)
  }

  /** Expects a client error (4xx), with one of `codes` if there are any. */
  async refuses(what: string, response: Response | Promise<Response>, ...codes: string[]): Promise<void> {
    const { status, text } = await read(response)
    const { code = '' } = text.startsWith('{') ? (JSON.parse(text) as { code?: string }) : {}
    const held = status >= 400 && status < 500 && (codes.length === 0 || codes.includes(code))
    this.check(held, `${what}: ${status} ${text.slice(0, 160)}`)
  }

  /** Expects success and returns the JSON. @throws Error, which ends the attack, when the request fails */
  async accepts<T = unknown>(what: string, response: Response | Promise<Response>): Promise<T> {
    const { ok, status, text } = await read(response)
    this.checks++
    if (!ok) throw new Error(`${what}: ${status} ${text.slice(0, 160)}`)
    return JSON.parse(text || 'null') as T
  }

  /**
   * Sends a request many times at once. Expects one or more successes, but at most `winners`, and the others to be
   * refused. Returns the JSON of the successes.
   */
  async race<T = unknown>(
    what: string,
    send: (i: number) => Promise<Response>,
    { times = 20, winners = 1 } = {},
  ): Promise<T[]> {
    const responses = await Promise.all(Array.from({ length: times }, async (_, i) => read(await send(i))))
    const won = responses.filter(({ ok }) => ok)
    const failed = responses.find(({ ok, status }) => !ok && !LATE.has(status))
    this.check(!failed, `${what}, ${times} at once: ${failed?.status} ${failed?.text.slice(0, 160)}`)
    this.check(won.length >= 1 && won.length <= winners, `${what}: ${won.length} of ${times} at once succeeded`)
    return won.map(({ text }) => JSON.parse(text || 'null') as T)
  }
}

/** Statuses of requests that lost the race. */
const LATE = new Set([400, 401, 404, 409, 429])

/** Reads a response to its end, so that its connection is free again. */
async function read(response: Response | Promise<Response>): Promise<{ ok: boolean; status: number; text: string }> {
  const answer = await response
  return { ok: answer.ok, status: answer.status, text: await answer.text() }
}
