import { MAX_JSON_BYTES } from '@portal/contract/limits'
import { VITALS_BYTES } from '@portal/contract/vitals'
import { pathOf, QUERIES } from '../../../worker/src/testing/access-rules.ts'
import { type Operation, type Place, type Schema, withAt } from '../document.ts'
import { type Nasty, TELLING_TEXTS, TEXTS, TOO_MUCH, TYPES, typesOf } from './nasty.ts'
import { type Answered, isSlow, type Subject, type Tried } from './tried.ts'

const HOLE = '@@hole@@'

/** Fields of a workform arrive in many shapes and are made into one: what a field lacks it gets, and what it has too much is dropped. */
const LOOSE = /^fields\b/

/** The errors of an answer that names a place among the wrong ones, or what is missing about it. */
function namesPlace(text: string, place: Place): boolean {
  const { errors = [] } = JSON.parse(text) as { errors?: { path: string }[] }
  const wanted = place.map(String).join('.')
  return errors.some((e) => e.path === wanted || e.path.startsWith(`${wanted}.`) || wanted.startsWith(`${e.path}.`))
}

/** The longest that an operation reads at one place. */
const mostOf = ({ key }: Operation): number => (key === 'POST /api/vitals' ? VITALS_BYTES : MAX_JSON_BYTES)

/** What is wrong with an answer to a value at a place that takes these types alone; undefined: of every type. */
function wrongWith(
  { status, text, bad }: Answered,
  nasty: Nasty,
  at: Place,
  takes: Set<string> | undefined,
  most: number,
): string | undefined {
  if (bad || status === 429) return bad
  if (TOO_MUCH.includes(nasty) || nasty.json.length > most)
    return status === 413 ? undefined : `${status}, though it is too much`
  if (takes === undefined || takes.has(nasty.type)) return undefined
  if (status !== 400) return `${status}, though it takes ${[...takes].join(' or ')} alone`
  return namesPlace(text, at) ? undefined : `does not name the field: ${text.slice(0, 200)}`
}

/** Requests that would go well, but for one place. */
export async function inBody(subject: Subject, at: Place, schema: Schema, given: unknown): Promise<Tried> {
  const { operation, route, things, ask } = subject
  const takes = LOOSE.test(at.join('.')) ? undefined : typesOf(schema)
  const texts =
    takes !== undefined && !takes.has('string') ? TEXTS.slice(0, 2) : isSlow(operation) ? TELLING_TEXTS : TEXTS
  const nasties = [...TYPES, ...TOO_MUCH, ...texts]
  const holed = JSON.stringify(withAt(given, at, HOLE))
  const path = pathOf(route, things) + (QUERIES[operation.key] ?? '')
  // The same complaint about many values is one.
  const wrongs = new Map<string, string[]>()
  for (const nasty of nasties) {
    const answered = await ask(
      path,
      holed.replace(`"${HOLE}"`, () => nasty.json),
    )
    const wrong = wrongWith(answered, nasty, at, takes, mostOf(operation))
    if (wrong) wrongs.set(wrong, [...(wrongs.get(wrong) ?? []), nasty.what])
  }
  const broke = [...wrongs].map(
    ([wrong, whats]) => `${operation.key}, ${at.join('.')}: ${wrong} (with ${whats.join(' or ')})`,
  )
  return { tried: nasties.length, broke }
}
