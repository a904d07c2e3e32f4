/**
 * Keeps the page behind a modal from scrolling, without a jump when the scrollbar disappears. Returns a function that
 * releases the lock. Modals of several remotes, each with its own copy of the kit, may be open at once, so the count is
 * stored on the root element.
 */
export function lockScroll(): () => void {
  const page = document.documentElement
  const count = (change: number): number => {
    const now = Number(page.dataset['modals'] ?? 0) + change
    if (now > 0) page.dataset['modals'] = String(now)
    else delete page.dataset['modals']
    return now
  }
  if (count(1) === 1) {
    const scrollbar = window.innerWidth - page.clientWidth
    page.style.overflow = 'hidden'
    if (scrollbar > 0) page.style.paddingRight = `${scrollbar}px`
  }
  return () => {
    if (count(-1) > 0) return
    page.style.overflow = ''
    page.style.paddingRight = ''
  }
}
