import * as fc from 'fast-check'
import { pathOf, QUERIES } from '../../../worker/src/testing/access-rules.ts'
import type { Schema } from '../document.ts'
import { isSlow, type Subject, type Tried } from './tried.ts'

/** A body that its schema takes, made at random. */
function anyOf(schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (choices) return fc.oneof(...choices.map((c) => anyOf(c, depth)))
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'object') {
    const properties = Object.entries(schema.properties ?? {}).map(
      ([key, child]) => [key, anyOf(child, depth + 1)] as const,
    )
    const fixed = fc.record(Object.fromEntries(properties), { requiredKeys: schema.required ?? [] })
    if (typeof schema.additionalProperties !== 'object') return fixed
    const free = fc.dictionary(
      fc.string({ unit: 'binary', maxLength: 8 }),
      anyOf(schema.additionalProperties, depth + 1),
      {
        maxKeys: 4,
        noNullPrototype: true,
      },
    )
    return fc.tuple(fixed, free).map(([a, b]) => ({ ...b, ...(a as object) }))
  }
  if (type === 'array')
    return fc.array(schema.items ? anyOf(schema.items, depth + 1) : fc.anything({ maxDepth: 2 }), {
      minLength: schema.minItems ?? 0,
      maxLength: 4,
    })
  if (type === 'string' && schema.format === 'uuid') return fc.uuid()
  if (type === 'string' && schema.format === 'date-time')
    return fc.date({ noInvalidDate: true }).map((d) => d.toISOString())
  if (type === 'string')
    return fc.string({
      unit: 'binary',
      minLength: schema.minLength ?? 0,
      maxLength: Math.min(schema.maxLength ?? 60, 60),
    })
  if (type === 'integer')
    return fc.integer({ min: Math.max(schema.minimum ?? -1e9, -1e9), max: Math.min(schema.maximum ?? 1e9, 1e9) })
  if (type === 'number') return fc.double({ noNaN: true, noDefaultInfinity: true })
  if (type === 'boolean') return fc.boolean()
  return fc.jsonValue({ maxDepth: 3 })
}

const BODIES = 12
const SLOW_BODIES = 4

/** Bodies that the schema takes, made at random. */
export async function random({ operation, route, things, ask }: Subject, schema: Schema, seed: number): Promise<Tried> {
  const broke: string[] = []
  const bodies = fc.sample(anyOf(schema), { seed, numRuns: isSlow(operation) ? SLOW_BODIES : BODIES })
  for (const body of bodies) {
    const text = JSON.stringify(body)
    const { bad } = await ask(pathOf(route, things) + (QUERIES[operation.key] ?? ''), text)
    if (bad) broke.push(`${operation.key} with ${text.slice(0, 200)} (seed ${seed}): ${bad}`)
  }
  return { tried: bodies.length, broke }
}
