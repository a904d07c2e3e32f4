/** Runs in the page: finds email addresses that are broken inside a word, though there is room. */
export function findBrokenAddresses(): string[] {
  const problems: string[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const holder = node.parentElement
    const addresses = /@/.test(holder?.textContent ?? '')
      ? (holder?.textContent ?? '').match(/[^\s()"“”,]+@[^\s()"“”,]+/g)
      : null
    if (!holder || !addresses || !holder.checkVisibility()) continue
    let block: Element = holder
    while (getComputedStyle(block).display === 'inline' && block.parentElement) block = block.parentElement
    const { paddingLeft, paddingRight } = getComputedStyle(block)
    const room = block.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    for (const { 0: part, index } of (node.textContent ?? '').matchAll(/[^\s()"“”,.@-]+[.@-]?/g)) {
      if (!addresses.some((address) => address.includes(part))) continue
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + part.length)
      const lines = [...range.getClientRects()]
      const width = lines.reduce((sum, line) => sum + line.width, 0)
      const isBroken = new Set(lines.map((line) => Math.round(line.top))).size > 1
      if (isBroken && width <= room) problems.push(`"${part}" of ${addresses[0]} is broken inside`)
    }
  }
  return problems
}
