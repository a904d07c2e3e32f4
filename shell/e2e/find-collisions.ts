/** Runs in the page: finds labels that are cut, and controls that cover each other. */
export function findCollisions(): string[] {
  const problems: string[] = []
  const nameOf = (e: Element): string =>
    `${e.tagName.toLowerCase()} "${(e.getAttribute('aria-label') ?? e.textContent ?? '').trim().slice(0, 40)}"`
  // What people have written may be cut, and has a tooltip then. What the portal says is never cut.
  const labels = 'h1, h2, nav a, nav a *, .btn, .btn *, [role=tab], [role=tab] *, th, th *, label, legend'
  for (const e of document.querySelectorAll<HTMLElement>(labels)) {
    const isCut = e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).textOverflow === 'ellipsis'
    if (isCut && e.checkVisibility()) problems.push(`${nameOf(e)} is cut`)
  }
  const controls = [...document.querySelectorAll<HTMLElement>('a, button, input, select, textarea, summary')].filter(
    (e) => e.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
  )
  const isLayered = (e: Element): boolean => {
    for (let each: Element | null = e; each; each = each.parentElement) {
      if (['sticky', 'fixed'].includes(getComputedStyle(each).position)) return true
    }
    return false
  }
  const plain = controls.filter((e) => !isLayered(e)).map((e) => ({ e, box: e.getBoundingClientRect() }))
  for (const [i, a] of plain.entries()) {
    for (const b of plain.slice(i + 1)) {
      if (a.e.contains(b.e) || b.e.contains(a.e)) continue
      // The links on small parts of a chart are larger than these, so that they can be pressed.
      if (a.e.matches('[role=group] > svg ~ a') && b.e.parentElement === a.e.parentElement) continue
      const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left)
      const high = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top)
      if (wide > 1 && high > 1) problems.push(`${nameOf(a.e)} and ${nameOf(b.e)} overlap by ${wide} × ${high} px`)
    }
  }
  return problems
}
