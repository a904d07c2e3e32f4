/**
 * Runs in the page: finds titles that are not level with the button beside them, sticky bars through which the page
 * shines, and folds with no chevron or with two.
 */
export function findFlaws(): string[] {
  const nameOf = (e: Element): string => `${e.tagName.toLowerCase()} "${(e.textContent ?? '').trim().slice(0, 40)}"`
  const shown = (selector: string): Element[] =>
    [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility({ visibilityProperty: true }))
  const textsOf = (root: Element): { parent: Element; box: DOMRect }[] => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts = []
    const range = document.createRange()
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      if (!parent?.checkVisibility() || !node.textContent?.trim()) continue
      range.selectNodeContents(node)
      const [box] = range.getClientRects()
      // Texts for screen readers are one pixel wide.
      if (box && parent.clientWidth !== 1) texts.push({ parent, box })
    }
    return texts
  }

  const titles = shown(':is(dialog:modal, :popover-open) [aria-label=Close]').flatMap((close) => {
    const title = close.parentElement?.querySelector('h1, h2')
    const line = title ? textsOf(title)[0]?.box : undefined
    if (!title || !line) return []
    const button = close.getBoundingClientRect()
    const off = Math.round(line.top + line.height / 2 - button.top - button.height / 2)
    return Math.abs(off) > 1 ? [`${nameOf(title)} is ${off} px below the middle of its close button`] : []
  })

  /** How opaque a background is: from 0 to 1. */
  const opacityOf = (e: Element): number => {
    const { backgroundColor, opacity } = getComputedStyle(e)
    const alpha = /\/ ([\d.e-]+)\)$|^rgba\(.* ([\d.e-]+)\)$/.exec(backgroundColor)
    return Number(alpha?.[1] ?? alpha?.[2] ?? 1) * Number(opacity)
  }
  const bars = shown('body *').filter((e) => getComputedStyle(e).position === 'sticky')
  const seeThrough = bars.flatMap((bar) => {
    const { left, right } = bar.getBoundingClientRect()
    const isOver = textsOf(bar.parentElement ?? bar).some(
      ({ parent, box }) => !bar.contains(parent) && box.left < right && left < box.right,
    )
    if (!isOver) return []
    const isSolid = (e: Element): boolean =>
      opacityOf(e) === 1 || (e !== bar && e.parentElement !== null && isSolid(e.parentElement))
    const behind = textsOf(bar).find(({ parent }) => !isSolid(parent))
    const isFaint = opacityOf(bar) > 0 && opacityOf(bar) < 1
    return isFaint || behind ? [`text shines through ${nameOf(behind?.parent ?? bar)}, which stays in place`] : []
  })

  const folds = shown('summary').flatMap((summary) => {
    const { display, listStyleType } = getComputedStyle(summary)
    const before = getComputedStyle(summary, '::before')
    const marks = [
      display === 'list-item' && listStyleType !== 'none',
      !['none', 'normal'].includes(before.content) && before.display !== 'none',
      ...[...summary.children].map((e) => e.tagName === 'svg'),
    ].filter(Boolean)
    return marks.length === 1 ? [] : [`${nameOf(summary)} has ${marks.length} chevrons`]
  })
  return [...titles, ...seeThrough, ...folds]
}
