/** Compares JSON schemas: old requests must still be valid, and new responses must still have what clients read. */

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
type Node = Record<string, Json>
export type Side = 'request' | 'response'

/** A change, with the version bump that it requires. */
export interface Change {
  path: string
  what: string
  level: 'major' | 'minor'
}

const isNode = (value: Json | undefined): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const nodeOf = (value: Json | undefined): Node => (isNode(value) ? value : {})
const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])
const textOf = (value: Json | undefined): string => JSON.stringify(value)

/** Keywords for upper bounds, where a greater number allows more, and for lower bounds. */
const UPPER = ['maxLength', 'maximum', 'exclusiveMaximum', 'maxItems']
const LOWER = ['minLength', 'minimum', 'exclusiveMinimum', 'minItems']

class Comparison {
  readonly changes: Change[] = []
  readonly #side: Side

  constructor(side: Side) {
    this.#side = side
  }

  #add(path: string, what: string, level: Change['level']): void {
    this.changes.push({ path, what, level })
  }

  /** Records that the schema allows more, which breaks readers of responses only. */
  #wider(path: string, what: string): void {
    this.#add(path, what, this.#side === 'request' ? 'minor' : 'major')
  }

  /** Records that the schema allows less, which breaks senders of requests only. */
  #narrower(path: string, what: string): void {
    this.#add(path, what, this.#side === 'request' ? 'major' : 'minor')
  }

  #bounds(path: string, before: Node, after: Node): void {
    for (const [keywords, more] of [
      [UPPER, 1],
      [LOWER, -1],
    ] as const) {
      for (const key of keywords) {
        const none = more * Number.POSITIVE_INFINITY
        const [a, b] = [Number(before[key] ?? none), Number(after[key] ?? none)]
        if (a === b) continue
        if (b * more > a * more) this.#wider(path, `${key} ${a} became ${b}`)
        else this.#narrower(path, `${key} ${a} became ${b}`)
      }
    }
    for (const key of ['pattern', 'format']) {
      if (textOf(before[key]) === textOf(after[key])) continue
      if (after[key] === undefined) this.#wider(path, `${key} was removed`)
      else if (before[key] === undefined) this.#narrower(path, `${key} was added`)
      else this.#add(path, `${key} changed`, 'major')
    }
  }

  #values(path: string, before: Node, after: Node): void {
    const valuesOf = (node: Node): Set<string> | undefined => {
      const values = node['const'] === undefined ? node['enum'] : [node['const']]
      return Array.isArray(values) ? new Set(values.map(textOf)) : undefined
    }
    const [a, b] = [valuesOf(before), valuesOf(after)]
    if (a && !b) this.#wider(path, 'any value is allowed')
    else if (!a && b) this.#narrower(path, 'only some values are allowed')
    for (const value of a && b ? a : []) if (!b?.has(value)) this.#narrower(path, `${value} was removed`)
    for (const value of a && b ? b : []) if (!a?.has(value)) this.#wider(path, `${value} was added`)
  }

  #properties(path: string, before: Node, after: Node): void {
    const [a, b] = [nodeOf(before['properties']), nodeOf(after['properties'])]
    const [requiredBefore, requiredAfter] = [listOf(before['required']), listOf(after['required'])]
    for (const name of Object.keys(a)) {
      const at = `${path}.${name}`
      const next = b[name]
      if (next === undefined) {
        this.#add(at, 'was removed', 'major')
        continue
      }
      if (requiredBefore.includes(name) && !requiredAfter.includes(name)) this.#wider(at, 'is now optional')
      if (!requiredBefore.includes(name) && requiredAfter.includes(name)) this.#narrower(at, 'is now required')
      this.compare(at, nodeOf(a[name]), nodeOf(next))
    }
    for (const name of Object.keys(b)) {
      if (a[name] !== undefined) continue
      const isRequired = this.#side === 'request' && requiredAfter.includes(name)
      this.#add(
        `${path}.${name}`,
        isRequired ? 'was added and is required' : 'was added',
        isRequired ? 'major' : 'minor',
      )
    }
  }

  /** Compares each alternative with the one that most likely replaced it. */
  #alternatives(path: string, before: Node[], after: Node[]): void {
    const rest = after.filter((b) => !before.some((a) => textOf(a) === textOf(b)))
    for (const a of before) {
      if (after.some((b) => textOf(a) === textOf(b))) continue
      const index = rest.findIndex((b) => kindOf(a) === kindOf(b))
      const [next] = index === -1 ? [] : rest.splice(index, 1)
      if (next) this.compare(path, a, next)
      else this.#narrower(path, `${kindOf(a)} was removed`)
    }
    for (const b of rest) this.#wider(path, `${kindOf(b)} was added`)
  }

  compare(path: string, before: Node, after: Node): void {
    if (textOf(before) === textOf(after)) return
    const [a, b] = [branchesOf(before), branchesOf(after)]
    if (a.length > 1 || b.length > 1) return this.#alternatives(path, a, b)
    if (textOf(before['type']) !== textOf(after['type'])) {
      if (after['type'] === undefined) return this.#wider(path, 'any type is allowed')
      if (before['type'] === undefined) return this.#narrower(path, `it is now ${textOf(after['type'])}`)
      return this.#add(path, `${textOf(before['type'])} became ${textOf(after['type'])}`, 'major')
    }
    this.#bounds(path, before, after)
    this.#values(path, before, after)
    this.#properties(path, before, after)
    if (isNode(before['items']) || isNode(after['items']))
      this.compare(`${path}[]`, nodeOf(before['items']), nodeOf(after['items']))
    if (isNode(before['additionalProperties']) && isNode(after['additionalProperties']))
      this.compare(`${path}{}`, before['additionalProperties'], after['additionalProperties'])
    for (const key of ['allOf', 'prefixItems']) {
      const [old, fresh] = [listOf(before[key]), listOf(after[key])]
      if (old.length !== fresh.length) this.#add(path, `${key} changed`, 'major')
      else for (const [i, schema] of old.entries()) this.compare(`${path}/${i}`, nodeOf(schema), nodeOf(fresh[i]))
    }
  }
}

const branchesOf = (node: Node): Node[] => {
  const branches = listOf(node['anyOf'] ?? node['oneOf'])
  if (branches.length > 0) return branches.flatMap((branch) => branchesOf(nodeOf(branch)))
  const types = listOf(node['type'])
  return types.length > 0 ? types.map((type) => (type === 'null' ? { type } : { ...node, type })) : [node]
}

/** Identifies an alternative by its type and its constant properties. */
function kindOf(node: Node): string {
  const marks = Object.entries(nodeOf(node['properties'])).filter(([, p]) => isNode(p) && p['const'] !== undefined)
  return [textOf(node['type'] ?? null), ...marks.map(([name, p]) => `${name} ${textOf(nodeOf(p)['const'])}`)].join(' ')
}

/** Returns the changes between two JSON schemas of a request or a response. */
export function compareSchemas(path: string, before: Json, after: Json, side: Side): Change[] {
  const comparison = new Comparison(side)
  comparison.compare(path, nodeOf(before), nodeOf(after))
  return comparison.changes
}
