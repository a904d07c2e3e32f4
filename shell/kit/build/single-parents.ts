/** A rule or at-rule with what is in it: declarations as they stand, and further rules. */
interface Block {
  prelude: string
  body: Part[]
}
type Part = string | Block

/** Where a text, a comment or brackets that begin at `at` are over; `at` where none begin. */
function past(css: string, at: number): number {
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
  while (end < css.length && css[end] !== close) end = Math.max(end + 1, past(css, end))
  return end + 1
}

/** Reads what stands in a block, from `at` to its closing brace. */
function read(css: string, at: number): { body: Part[]; end: number } {
  const body: Part[] = []
  let from = at
  for (let i = at; i < css.length; ) {
    const next = past(css, i)
    if (next > i) {
      i = next
    } else if (css[i] === '{') {
      const inner = read(css, i + 1)
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

/** The selectors of a list. */
function selectorsOf(list: string): string[] {
  const found: string[] = []
  let from = 0
  for (let i = 0; i < list.length; ) {
    if (list[i] === ',') {
      found.push(list.slice(from, i))
      from = i + 1
    }
    i = Math.max(i + 1, past(list, i))
  }
  return [...found, list.slice(from)]
}

const bare = (prelude: string): string => prelude.replaceAll(/\/\*[^]*?\*\//g, '').trim()
const isRule = ({ prelude }: Block): boolean => !bare(prelude).startsWith('@')
/** Whether there is a rule in it that refers to what is around it. */
const holdsRules = ({ body }: Block): boolean =>
  body.some((part) => typeof part !== 'string' && (isRule(part) || holdsRules(part)))

function write(part: Part): string {
  if (typeof part === 'string') return part
  const body = part.body.map(write).join('')
  const parents = isRule(part) && holdsRules(part) ? selectorsOf(bare(part.prelude)) : [part.prelude]
  return parents.map((parent) => `${parent}{${body}}`).join('')
}

/**
 * Gives each rule in a list of rules one parent: `.a, .b { &::before {} }` becomes `.a { &::before {} } .b { &::before {} }`. A browser finds the rules
 * that may fit an element by its classes; of `:is(.a, .b)::before`, which the former stands for, it asks every element of the page.
 */
export const singleParents = (css: string): string => read(css, 0).body.map(write).join('')
