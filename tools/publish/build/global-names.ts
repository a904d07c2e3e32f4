import type { AtRule, Root } from 'postcss'
import parseValue, { type Node } from 'postcss-value-parser'

/**
 * Renames what style sheets define for the whole document, whatever the scope of their rules: animations, counter
 * styles, registered custom properties and fonts.
 */

/** At-rules that define the name after them. */
export const NAMING = /^(?:-webkit-)?keyframes$|^(?:property|counter-style|position-try|font-palette-values)$/
/** Properties whose values name animations or counter styles. */
const NAMED = /^(?:-webkit-)?animation(?:-name)?$|^list-style(?:-type)?$|^content$|^--/
const FONTS = /^font(?:-family)?$|^--/

const unquoted = (text: string): string => text.replaceAll(/^["']|["']$/g, '')
/** Returns a name of a font as it is compared. */
const fontName = (text: string): string => unquoted(text).toLowerCase()
const textOf = (nodes: Node[]): string => parseValue.stringify(nodes)

function definitionsIn(sheets: readonly Root[]): AtRule[] {
  const rules: AtRule[] = []
  for (const sheet of sheets)
    sheet.walkAtRules((rule) => {
      if (NAMING.test(rule.name)) rules.push(rule)
    })
  return rules
}

function fontsIn(sheets: readonly Root[]): Set<string> {
  const fonts = new Set<string>()
  for (const sheet of sheets)
    sheet.walkAtRules('font-face', (face) => {
      face.walkDecls('font-family', ({ value }) => {
        fonts.add(fontName(value))
      })
    })
  return fonts
}

/** Returns the end of the words that start at a node: a name of a font without quotes is a sequence of words. */
function endOfWords(nodes: Node[], from: number): number {
  const rest = nodes.slice(from + 1).findIndex(({ type }) => type !== 'word' && type !== 'space')
  return rest < 0 ? nodes.length : from + 1 + rest
}

/** Renames the fonts in a value: `16px My Font, serif`. */
function renameFonts(value: string, fonts: ReadonlySet<string>, remote: string): string {
  const { nodes } = parseValue(value)
  let text = ''
  for (let at = 0; at < nodes.length; ) {
    const end = endOfWords(nodes, at)
    const name = fontName(textOf(nodes.slice(at, end)))
    text += fonts.has(name) ? `"${remote} ${name}"` : textOf(nodes.slice(at, at + 1))
    at = fonts.has(name) ? end : at + 1
  }
  return text
}

/** Puts the name of the remote before the global names that its style sheets define, wherever they occur. */
export function renameGlobals(sheets: readonly Root[], remote: string): void {
  const rename = (name: string): string =>
    name.startsWith('--') ? `--${remote}-${name.slice(2)}` : `${remote}-${unquoted(name)}`
  const definitions = definitionsIn(sheets)
  const names = new Map(definitions.map(({ params }) => [unquoted(params), rename(params)]))
  const fonts = fontsIn(sheets)
  for (const rule of definitions) rule.params = rule.params.replace(unquoted(rule.params), rename(rule.params))
  for (const sheet of sheets)
    sheet.walkDecls((declaration) => {
      const { prop } = declaration
      if (prop.startsWith('--')) declaration.prop = names.get(prop) ?? prop
      const { nodes } = parseValue(declaration.value)
      parseValue.walk(nodes, (node) => {
        const isName =
          (node.type === 'word' && (node.value.startsWith('--') || NAMED.test(prop))) ||
          (node.type === 'string' && prop.includes('animation'))
        if (isName) node.value = names.get(node.value) ?? node.value
      })
      const value = textOf(nodes)
      declaration.value = FONTS.test(prop) ? renameFonts(value, fonts, remote) : value
    })
}
