/** A rule or at-rule with its body: declarations as text, and nested rules. */
interface Block {
  prelude: string
  body: Node[]
}
type Node = string | Block

/** Returns the index after the string, comment or bracket that starts at `at`; `at` if none does. */
function skip(css: string, at: number): number {
  const char = css[at]
  if (char === '\\') return at + 2
  if (css.startsWith('/*', at)) return css.indexOf('*/', at + 2) + 2
  if (char === '"' || char === "'") {
    let end = at + 1
    while (end < css.length && css[end] !== char) end += css[end] === '\\' ? 2 : 1
    return end + 1
  }
  if (char !== '(' && char !== '[') return at
  const close = char === '(' ? ')' : ']'
  let end = at + 1
  while (end < css.length && css[end] !== close) end = Math.max(end + 1, skip(css, end))
  return end + 1
}

/** Parses a block from `at` to its closing brace. */
function parse(css: string, at: number): { body: Node[]; end: number } {
  const body: Node[] = []
  let from = at
  for (let i = at; i < css.length; ) {
    const next = skip(css, i)
    if (next > i) {
      i = next
    } else if (css[i] === '{') {
      const inner = parse(css, i + 1)
      body.push({ prelude: css.slice(from, i), body: inner.body })
      from = i = inner.end + 1
    } else if (css[i] === '}') {
      return { body: [...body, css.slice(from, i)], end: i }
    } else {
      i += 1
      if (css[i - 1] === ';') {
        body.push(css.slice(from, i))
        from = i
      }
    }
  }
  return { body: [...body, css.slice(from)], end: css.length }
}

/** Splits a selector list. */
function selectorsOf(list: string): string[] {
  const selectors: string[] = []
  let from = 0
  for (let i = 0; i < list.length; ) {
    if (list[i] === ',') {
      selectors.push(list.slice(from, i))
      from = i + 1
    }
    i = Math.max(i + 1, skip(list, i))
  }
  return [...selectors, list.slice(from)]
}

const withoutComments = (prelude: string): string => prelude.replaceAll(/\/\*[^]*?\*\//g, '').trim()
const isRule = ({ prelude }: Block): boolean => !withoutComments(prelude).startsWith('@')
/** Returns whether it contains a nested rule, which refers to its parent. */
const hasNestedRules = ({ body }: Block): boolean =>
  body.some((node) => typeof node !== 'string' && (isRule(node) || hasNestedRules(node)))

function write(node: Node): string {
  if (typeof node === 'string') return node
  const body = node.body.map(write).join('')
  const parents = isRule(node) && hasNestedRules(node) ? selectorsOf(withoutComments(node.prelude)) : [node.prelude]
  return parents.map((parent) => `${parent}{${body}}`).join('')
}

/**
 * Splits rules with nested rules so that each has one parent: `.a, .b { &::before {} }` becomes `.a { &::before {} } .b
 * { &::before {} }`. A browser finds candidate rules by an element's classes, but tries `:is(.a, .b)::before`, which
 * the former stands for, on every element.
 */
export const singleParents = (css: string): string => parse(css, 0).body.map(write).join('')
