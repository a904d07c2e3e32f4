/**
 * How a translator of a browser changes the page. Those of Chrome and Edge replace text nodes by `<font>` elements, or
 * move them into one, and may join adjacent ones. Others replace text nodes by new ones.
 */
export const STYLES = ['fonts', 'joined fonts', 'fonts around', 'new text nodes'] as const
export type TranslationStyle = (typeof STYLES)[number]

/** Translates the texts of an element into the same words. `translated` holds the new nodes. Needs no other module. */
export function translateTexts(root: Element, style: TranslationStyle, translated: WeakSet<Node>): void {
  const font = (...content: string[]): HTMLElement => {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    inner.append(...content)
    outer.append(inner)
    return outer
  }
  const isNew = (node: Node | null): node is Text =>
    node instanceof Text && node.data.trim() !== '' && node.isConnected && !translated.has(node)
  const translate = (text: Text): void => {
    const next = text.nextSibling
    if (style === 'new text nodes') {
      const translation = document.createTextNode(text.data)
      translated.add(translation)
      text.replaceWith(translation)
    } else if (style === 'fonts around') {
      const around = font()
      text.before(around)
      around.firstElementChild?.append(text)
    } else if (style === 'joined fonts' && isNew(next)) {
      const joined = font(text.data + next.data)
      next.remove()
      text.replaceWith(joined)
    } else {
      text.replaceWith(font(text.data))
    }
  }
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Node[] = []
  while (walker.nextNode()) texts.push(walker.currentNode)
  for (const text of texts) {
    if (isNew(text) && !text.parentElement?.closest('script, style, textarea, select, font')) translate(text)
  }
}
