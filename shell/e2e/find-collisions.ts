/** Runs in the page: finds texts that are cut, and controls that cover each other. */
export function findCollisions(): string[] {
  const problems: string[] = []
  const nameOf = (e: Element): string =>
    `${e.tagName.toLowerCase()} "${(e.getAttribute('aria-label') ?? e.textContent ?? '').trim().slice(0, 40)}"`
  // What people have written may be cut, and has a tooltip then. What the portal says is never cut.
  const labels = 'h1, h2, nav a, nav a *, .btn, .btn *, [role=tab], [role=tab] *, th, th *, label, legend'
  for (const e of document.querySelectorAll<HTMLElement>('body :not(input, textarea, select)')) {
    const isCut = e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).textOverflow === 'ellipsis'
    // Within a control, the text itself has it.
    const tooltip = (e.matches(labels) ? e.title : e.closest<HTMLElement>('[title]')?.title) ?? ''
    const hasTooltip = tooltip !== '' && (e.textContent ?? '').includes(tooltip)
    if (isCut && !hasTooltip && e.checkVisibility()) problems.push(`${nameOf(e)} is cut`)
  }
  /**
   * Returns what holds an element in place when the page scrolls, at most itself: controls are compared within it, as
   * what stays in place covers what scrolls.
   */
  const layerOf = (e: Element): Element => {
    let layer = e
    while (layer.parentElement && !['sticky', 'fixed'].includes(getComputedStyle(layer).position))
      layer = layer.parentElement
    return layer
  }
  /** Returns the part of an element that the scrolling parents in its layer show. */
  const visibleBox = (e: Element, layer: Element) => {
    let { left, top, right, bottom } = e.getBoundingClientRect()
    for (let each = e; each !== layer && each.parentElement; ) {
      each = each.parentElement
      if (getComputedStyle(each).overflowY === 'visible') continue
      const box = each.getBoundingClientRect()
      left = Math.max(left, box.left)
      top = Math.max(top, box.top)
      right = Math.min(right, box.right)
      bottom = Math.min(bottom, box.bottom)
    }
    return { left, top, right, bottom }
  }
  const controls = [...document.querySelectorAll<HTMLElement>('a, button, input, select, textarea, summary')]
    .filter((e) => e.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .map((e) => ({ e, layer: layerOf(e) }))
    .map(({ e, layer }) => ({ e, layer, box: visibleBox(e, layer) }))
  for (const [i, a] of controls.entries()) {
    for (const b of controls.slice(i + 1)) {
      if (a.layer !== b.layer || a.e.contains(b.e) || b.e.contains(a.e)) continue
      // The links on small parts of a chart are larger than these, so that they can be pressed.
      if (a.e.matches('[role=group] > svg ~ a') && b.e.parentElement === a.e.parentElement) continue
      const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left)
      const high = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top)
      if (wide > 1 && high > 1) problems.push(`${nameOf(a.e)} and ${nameOf(b.e)} overlap by ${wide} × ${high} px`)
    }
  }
  return problems
}
