/**
 * Keeps the page behind a modal from scrolling, without letting it jump aside when its scrollbar goes. Gives the function
 * that releases it. Modals of several remotes may be open at once, each with its own copy of the kit: the count is kept on
 * the element they share.
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
