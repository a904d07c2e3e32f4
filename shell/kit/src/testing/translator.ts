/** How a translator changes the page: it replaces text nodes by `<font>` elements, may join two, or moves them in. */
export const STYLES = ['fonts', 'joined fonts', 'fonts around'] as const
export type TranslationStyle = (typeof STYLES)[number]

/** Translates the texts of an element into the same words. Uses nothing outside of it, so that pages can run it. */
export function translateTexts(root: Element, style: TranslationStyle): void {
  const font = (...content: string[]): HTMLElement => {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    inner.append(...content)
    outer.append(inner)
    return outer
  }
  const isNew = (node: Node | null): node is Text => node instanceof Text && node.data.trim() !== '' && node.isConnected
  const translate = (text: Text): void => {
    const next = text.nextSibling
    if (style === 'fonts around') {
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
