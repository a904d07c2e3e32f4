/** Compares JSON schemas by who relies on them: what one sends must still be taken, what one reads must still be there. */

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
type Node = Record<string, Json>
export type Side = 'request' | 'answer'

/** A difference: what it demands of the next version. */
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

/** Keywords by which a greater number allows more, and those by which it allows less. */
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

  /** Allows more: harmless to who sends, news to who reads. */
  #wider(path: string, what: string): void {
    this.#add(path, what, this.#side === 'request' ? 'minor' : 'major')
  }

  /** Allows less: who sends may be refused; who reads never sees what is gone. */
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
      if (after[key] === undefined) this.#wider(path, `${key} is gone`)
      else if (before[key] === undefined) this.#narrower(path, `${key} is new`)
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
    for (const value of a && b ? a : []) if (!b?.has(value)) this.#narrower(path, `${value} is gone`)
    for (const value of a && b ? b : []) if (!a?.has(value)) this.#wider(path, `${value} is new`)
  }

  #properties(path: string, before: Node, after: Node): void {
    const [a, b] = [nodeOf(before['properties']), nodeOf(after['properties'])]
    const [needed, needs] = [listOf(before['required']), listOf(after['required'])]
    for (const name of Object.keys(a)) {
      const at = `${path}.${name}`
      const next = b[name]
      if (next === undefined) {
        this.#add(at, 'was removed', 'major')
        continue
      }
      if (needed.includes(name) && !needs.includes(name)) this.#wider(at, 'may be absent now')
      if (!needed.includes(name) && needs.includes(name)) this.#narrower(at, 'is required now')
      this.compare(at, nodeOf(a[name]), nodeOf(next))
    }
    for (const name of Object.keys(b)) {
      if (a[name] !== undefined) continue
      const demanded = this.#side === 'request' && needs.includes(name)
      this.#add(`${path}.${name}`, demanded ? 'was added and is required' : 'was added', demanded ? 'major' : 'minor')
    }
  }

  /** Alternatives: each is compared with the one that it most likely became. */
  #alternatives(path: string, before: Node[], after: Node[]): void {
    const rest = after.filter((b) => !before.some((a) => textOf(a) === textOf(b)))
    for (const a of before) {
      if (after.some((b) => textOf(a) === textOf(b))) continue
      const index = rest.findIndex((b) => kindOf(a) === kindOf(b))
      const [next] = index === -1 ? [] : rest.splice(index, 1)
      if (next) this.compare(path, a, next)
      else this.#narrower(path, `${kindOf(a)} is gone`)
    }
    for (const b of rest) this.#wider(path, `${kindOf(b)} is new`)
  }

  compare(path: string, before: Node, after: Node): void {
    if (textOf(before) === textOf(after)) return
    const [a, b] = [branchesOf(before), branchesOf(after)]
    if (a.length > 1 || b.length > 1) return this.#alternatives(path, a, b)
    if (textOf(before['type']) !== textOf(after['type'])) {
      if (after['type'] === undefined) return this.#wider(path, 'any type is allowed')
      if (before['type'] === undefined) return this.#narrower(path, `it is ${textOf(after['type'])} now`)
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
      else for (const [i, part] of old.entries()) this.compare(`${path}/${i}`, nodeOf(part), nodeOf(fresh[i]))
    }
  }
}

const branchesOf = (node: Node): Node[] => {
  const branches = listOf(node['anyOf'] ?? node['oneOf'])
  if (branches.length > 0) return branches.flatMap((branch) => branchesOf(nodeOf(branch)))
  const types = listOf(node['type'])
  return types.length > 0 ? types.map((type) => (type === 'null' ? { type } : { ...node, type })) : [node]
}

/** What an alternative is: its type, and the value by which it is told from its siblings. */
function kindOf(node: Node): string {
  const marks = Object.entries(nodeOf(node['properties'])).filter(([, p]) => isNode(p) && p['const'] !== undefined)
  return [textOf(node['type'] ?? null), ...marks.map(([name, p]) => `${name} ${textOf(nodeOf(p)['const'])}`)].join(' ')
}

/** The differences between two JSON schemas, to whoever is on that side. */
export function compareSchemas(path: string, before: Json, after: Json, side: Side): Change[] {
  const comparison = new Comparison(side)
  comparison.compare(path, nodeOf(before), nodeOf(after))
  return comparison.changes
}
