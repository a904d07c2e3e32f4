import { pathOf, QUERIES, type Route } from '../../../worker/src/testing/access-rules.ts'
import { ask } from '../../../worker/src/testing/access-world.ts'
import { badProblem } from '../answers.ts'
import { type Operation, type Place, type Schema, withAt } from '../document.ts'
import type { Firm } from '../firms.ts'
import { TEXTS, TYPES, typesOf } from './nasty.ts'
import { callerOf, type Tried } from './tried.ts'

const HOLE = '@@hole@@'

/** Fields of a workform arrive in many shapes and are made into one: what a field lacks it gets, and what it has too much is dropped. */
const LOOSE = /^fields\b/

/** The errors of an answer that names a place among the wrong ones, or what is missing about it. */
function namesPlace(text: string, place: Place): boolean {
  const { errors = [] } = JSON.parse(text) as { errors?: { path: string }[] }
  const wanted = place.map(String).join('.')
  return errors.some((e) => e.path === wanted || e.path.startsWith(`${wanted}.`) || wanted.startsWith(`${e.path}.`))
}

/** A request that would go well, but for one place. */
export async function inBody(firm: Firm, operation: Operation, route: Route, at: Place, schema: Schema, given: unknown): Promise<Tried> {
  // The same complaint about many values is one.
  const wrongs = new Map<string, string[]>()
  const takes = LOOSE.test(at.join('.')) ? undefined : typesOf(schema)
  const nasties = takes === undefined || takes.has('string') ? [...TYPES, ...TEXTS] : [...TYPES, ...TEXTS.slice(0, 2)]
  const holed = JSON.stringify(withAt(given, at, HOLE))
  const path = pathOf(route, firm.one.things) + (QUERIES[operation.key] ?? '')
  for (const { what, json, type } of nasties) {
    const answer = await ask(
      callerOf(firm, operation),
      operation.method,
      path,
      holed.replace(`"${HOLE}"`, () => json),
    )
    const text = await answer.text()
    const wrong = takes !== undefined && !takes.has(type)
    const bad =
      badProblem(answer.status, answer.headers.get('content-type'), text) ??
      (wrong && answer.status !== 429 && answer.status !== 400
        ? `${answer.status}, though it takes ${[...takes].join(' or ')} alone`
        : undefined) ??
      (wrong && answer.status === 400 && !namesPlace(text, at) ? `does not name the field: ${text.slice(0, 200)}` : undefined)
    if (bad) wrongs.set(bad, [...(wrongs.get(bad) ?? []), what])
  }
  const broke = [...wrongs].map(([bad, whats]) => `${operation.key} with ${whats.join(' or ')} as ${at.join('.')}: ${bad}`)
  return { tried: nasties.length, broke }
}
