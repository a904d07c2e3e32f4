import { rows } from '../../../worker/src/testing/work.ts'
import type { Trial } from '../attack.ts'

/** How many ask at once. */
export const N = 20

/** What who came too late may be told. */
export const REFUSALS = new Set([400, 401, 404, 409, 429])

/** Sends all at once. @returns those that went well */
export async function race(
  trial: Trial,
  what: string,
  most: number,
  asked: readonly Promise<Response>[],
): Promise<Response[]> {
  const answers = await Promise.all(asked)
  const won = answers.filter((a) => a.ok)
  const odd = answers.filter((a) => !a.ok && !REFUSALS.has(a.status))
  trial.must(odd.length === 0, `${what}: ${odd[0]?.status} ${await odd[0]?.text()}`)
  trial.must(won.length <= most && won.length >= 1, `${what}: ${won.length} of ${answers.length} went well`)
  return won
}

/** The same, so many times. */
export const times = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i))

/** How many rows there are. */
export const many = async (sql: string, ...args: string[]): Promise<number> =>
  Number((await rows<{ n: number }>(`SELECT count(*) AS n ${sql}`, ...args))[0]?.n)

/** How often the trail says so of a subject. */
export const entries = (action: string, subject: string) =>
  many('FROM audit_log WHERE action = ? AND subject_id = ?', action, subject)
