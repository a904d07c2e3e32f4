import { type AtRule, atRule, type Container, CssSyntaxError, parse, type Root, type Rule } from 'postcss'
import parseSelector, { type Selector } from 'postcss-selector-parser'
import { StartError } from '../../command/start-error.ts'
import { NAMING, renameGlobals } from './global-names.ts'

/** At-rules that contain rules. */
const GROUP = /^(?:media|supports|container|layer|starting-style)$/

/** Returns whether a selector selects the root element or the body of the page. */
function selectsPage({ nodes }: Selector): boolean {
  const subject = nodes.slice(nodes.findLastIndex((node) => node.type === 'combinator') + 1)
  return subject.some(
    (node) =>
      (node.type === 'tag' && /^(?:html|body)$/i.test(node.value)) ||
      (node.type === 'pseudo' && /^:root$/i.test(node.value)) ||
      (node.type === 'pseudo' && /^:(?:is|where)$/i.test(node.value) && node.nodes.every(selectsPage)),
  )
}

/** Makes selectors of the page select the element of the remote: `.dark body::before` → `.dark body :scope::before`. */
const forRemote = parseSelector((list) => {
  list.each((selector) => {
    if (!selectsPage(selector)) return
    const at = selector.nodes.findIndex((node) => parseSelector.isPseudoElement(node))
    const after = at < 0 ? [] : selector.nodes.slice(at)
    for (const node of after) node.remove()
    selector.append(parseSelector.combinator({ value: ' ' }))
    selector.append(parseSelector.pseudo({ value: ':scope' }))
    for (const node of after) selector.append(node)
  })
})

/** Returns the limits of a remote: its elements, without those of remotes inside it. */
const scopeOf = (remote: string): AtRule =>
  atRule({ name: 'scope', params: `([data-remote='${remote}']) to (:scope [data-remote])`, nodes: [] })

/** Moves the rules of a list into the scope of the remote. Throws StartError if one has no scope. */
function limit(list: Container, remote: string, path: string, isInLayer: boolean): void {
  let scope: AtRule | undefined
  for (const node of list.nodes?.slice() ?? []) {
    if (node.type === 'rule' || (node.type === 'atrule' && node.name === 'scope')) {
      if (node.type === 'rule') node.selector = forRemote.processSync(node.selector)
      if (!scope) node.before((scope = scopeOf(remote)))
      scope.append(node)
    } else if (node.type === 'comment') {
      scope?.append(node)
    } else {
      scope = undefined
      if (node.type === 'atrule') limitAtRule(node, remote, path, isInLayer)
    }
  }
}

function limitAtRule(node: AtRule, remote: string, path: string, isInLayer: boolean): void {
  const { name, params } = node
  if (name === 'import') throw new StartError(`${path} imports ${params}. Include imported styles in the build.`)
  if (name === 'layer' && !isInLayer && params) {
    // The shell may have layers of these names in another order.
    node.params = params
      .split(',')
      .map((layer) => `${remote}.${layer.trim()}`)
      .join(', ')
  }
  if (GROUP.test(name)) limit(node, remote, path, isInLayer || (name === 'layer' && params !== ''))
  else if (name === 'charset') node.remove()
  else if (name !== 'font-face' && !NAMING.test(name))
    throw new StartError(`${path} contains @${name}, which cannot be limited to the remote.`)
}

function parseSheet(css: string, path: string): Root {
  try {
    const sheet = parse(css)
    sheet.walkAtRules((rule) => {
      rule.name = rule.name.toLowerCase()
    })
    return sheet
  } catch (error) {
    if (!(error instanceof CssSyntaxError)) throw error
    throw new StartError(`${path} has invalid styles: ${error.reason} in line ${error.line}.`)
  }
}

/**
 * Limits the style sheets of a remote to its own elements. Rules for the page (`:root`, `html`, `body`) apply to the
 * element of the remote. Names that are global, such as those of animations, get the remote's name as a prefix.
 * @param sheets style sheets by path
 * @throws StartError when a style sheet cannot be limited
 */
export function scopeStyles(sheets: ReadonlyMap<string, string>, remote: string): Map<string, string> {
  const parsed = new Map([...sheets].map(([path, css]) => [path, parseSheet(css, path)]))
  renameGlobals([...parsed.values()], remote)
  for (const [path, sheet] of parsed) limit(sheet, remote, path, false)
  return new Map([...parsed].map(([path, sheet]) => [path, sheet.toString()]))
}

/** Returns the at-rules around a rule, and the rules that it is nested in. */
function around(rule: Rule): (AtRule | Rule)[] {
  const parents: (AtRule | Rule)[] = []
  for (let node = rule.parent; node && node.type !== 'root'; node = node.parent) parents.push(node)
  return parents
}

/** Returns the selector of the first rule in a style sheet that affects more than the remote, or undefined. */
export function unlimitedRule(css: string, path: string, remote: string): string | undefined {
  const own = new RegExp(String.raw`^\(\[data-remote=(["']?)${remote}\1\]\)`)
  const isLimit = (node: AtRule | Rule): boolean =>
    node.type === 'atrule' && ((node.name === 'scope' && own.test(node.params)) || node.name.endsWith('keyframes'))
  // Tailwind sets its variables on all elements, in browsers that cannot register them.
  const setsVariables = (rule: Rule): boolean =>
    rule.every((node) => node.type === 'decl' && node.prop.startsWith('--tw-'))
  let unlimited: string | undefined
  parseSheet(css, path).walkRules((rule) => {
    if (around(rule).some(isLimit) || setsVariables(rule)) return
    unlimited = rule.selector
    return false
  })
  return unlimited
}
