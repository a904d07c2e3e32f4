/** Runs in the page: finds short words that are broken over two lines although they could wrap before. */
export function findBrokenWords(): string[] {
  /** Longer words may not fit into a line. Addresses, codes and words with a hyphen or slash may break. */
  const WORD = /(?<![^\s("“])\p{L}{4,16}(?![^\s.,:;!?)"”…])/gu
  const problems: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    if (!element?.checkVisibility({ visibilityProperty: true })) continue
    const { overflowWrap, wordBreak } = getComputedStyle(element)
    if (overflowWrap === 'normal' && wordBreak === 'normal') continue
    for (const { 0: word, index } of (node.textContent ?? '').matchAll(WORD)) {
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
      if (lines.size > 1) problems.push(`the word "${word}" is broken in ${element.tagName.toLowerCase()}`)
    }
  }
  return problems
}
