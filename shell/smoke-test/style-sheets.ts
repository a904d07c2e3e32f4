import { unlimitedRule } from '../../tools/publish/build/scope-styles.ts'

/** Style sheets that scripts add to the document. The build can limit to the remote only those in its files. */

/** The text of each style sheet, and of each inserted rule. The DOM keeps only what its parser understands. */
const texts = new WeakMap<CSSStyleSheet, readonly string[]>()
/** The texts of style sheets that are not the remote's. */
let known: ReadonlySet<string> = new Set()

const textsNow = (): string[] =>
  [...document.styleSheets, ...document.adoptedStyleSheets].flatMap((sheet) => texts.get(sheet) ?? [])

/** Records style sheets from now on. */
export function recordStyleSheets(): void {
  const insertRule = Reflect.get(CSSStyleSheet.prototype, 'insertRule')
  const replaceSync = Reflect.get(CSSStyleSheet.prototype, 'replaceSync')
  Object.assign(CSSStyleSheet.prototype, {
    insertRule(this: CSSStyleSheet, rule: string, index?: number) {
      texts.set(this, [...(texts.get(this) ?? []), rule])
      return insertRule.call(this, rule, index)
    },
    // Called for the text of an element, too.
    replaceSync(this: CSSStyleSheet, text: string) {
      texts.set(this, [text])
      replaceSync.call(this, text)
    },
  })
}

/** Ignores the style sheets that are in the document now. */
export function ignoreStyleSheets(): void {
  known = new Set(textsNow())
}

/** Returns why a new style sheet is refused, or undefined. */
export function unlimitedStyleSheet(remote: string): string | undefined {
  for (const text of textsNow().filter((each) => !known.has(each))) {
    const rule = unlimitedRule(text, 'A style sheet that a script adds', remote)
    if (rule) {
      return (
        `A script adds the style rule ${rule}, which affects more than the remote. ` +
        'Import the style sheet instead, so that the build limits it.'
      )
    }
  }
  return undefined
}
