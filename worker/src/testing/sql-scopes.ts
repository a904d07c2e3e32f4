/** Parses SQL just enough to determine the table of an unqualified column. */

const LITERAL = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`/g

/** Returns the text of the template literal that starts at `from`, with `?` for each interpolation, and its end. */
function template(source: string, from: number, inner: string[]): { text: string; end: number } {
  let text = ''
  for (let i = from; i < source.length; i++) {
    const c = source[i]
    if (c === '`') return { text, end: i + 1 }
    if (c === '\\') text += source[++i] ?? ''
    else if (c === '$' && source[i + 1] === '{') {
      text += '?'
      i = collect(source, i + 2, inner) - 1
    } else text += c
  }
  return { text, end: source.length }
}

/** Collects the literals from `from` to the closing `}`. @returns the index after it */
function collect(source: string, from: number, into: string[]): number {
  let depth = 0
  for (let i = from; i < source.length; ) {
    LITERAL.lastIndex = i
    const c = source[i]
    const literal = LITERAL.exec(source)
    if (literal?.index === i && c === '`') {
      const { text, end } = template(source, i + 1, into)
      into.push(text)
      i = end
      continue
    }
    if (literal?.index === i) {
      if (c !== '/') into.push(literal[0].slice(1, -1))
      i += literal[0].length
      continue
    }
    if (c === '{') depth++
    if (c === '}' && depth-- === 0) return i + 1
    i++
  }
  return source.length
}

/** Returns all string and template literals of a TypeScript source, nested ones separately. */
export function literalsOf(source: string): string[] {
  const found: string[] = []
  for (let i = 0; i < source.length; ) i = collect(source, i, found)
  return found
}

/** Columns of each table, by the table's name. */
export type Columns = ReadonlyMap<string, ReadonlySet<string>>

interface Scope {
  tables: string[]
  bare: string[]
  /** The enclosing scope whose columns are visible; undefined for a subquery in FROM. */
  outer: Scope | undefined
}

const TOKEN = /'(?:[^']|'')*'|[A-Za-z_]\w*|[^\sA-Za-z_]/g
const BEFORE_TABLE = new Set(['from', 'join', 'update', 'into'])
const CLAUSE = new Set([
  'where',
  'on',
  'set',
  'order',
  'group',
  'limit',
  'returning',
  'select',
  'values',
  'having',
  'union',
])

/** Returns the scopes of a statement, each with its tables and unqualified names. */
function scopesOf(sql: string): Scope[] {
  const tokens = (sql.match(TOKEN) ?? []).map((t) => t.toLowerCase())
  const root: Scope = { tables: [], bare: [], outer: undefined }
  const all = [root]
  const stack = [{ scope: root, inFrom: false }]
  for (const [i, token] of tokens.entries()) {
    const top = stack.at(-1) ?? { scope: root, inFrom: false }
    const [before = '', after = ''] = [tokens[i - 1], tokens[i + 1]]
    const isTable = BEFORE_TABLE.has(before) || (before === ',' && top.inFrom)
    if (token === '(') {
      const inner: Scope =
        after === 'select' ? { tables: [], bare: [], outer: isTable ? undefined : top.scope } : top.scope
      if (after === 'select') all.push(inner)
      stack.push({ scope: inner, inFrom: false })
    } else if (token === ')') stack.pop()
    else if (/^[a-z_]/.test(token)) {
      if (CLAUSE.has(token)) top.inFrom = false
      if (isTable) {
        top.scope.tables.push(token)
        top.inFrom = true
      } else if (before !== '.' && before !== 'as' && after !== '.' && after !== '(') top.scope.bare.push(token)
    }
  }
  return all
}

/** Returns the unqualified columns of subqueries that exist both in their own tables and in enclosing ones. */
export function ambiguousColumns(sql: string, columns: Columns): string[] {
  const has = (scope: Scope, name: string): boolean => scope.tables.some((table) => columns.get(table)?.has(name))
  return scopesOf(sql).flatMap((scope) =>
    scope.bare.filter((name) => {
      if (!has(scope, name)) return false
      for (let outer = scope.outer; outer; outer = outer.outer) if (has(outer, name)) return true
      return false
    }),
  )
}
