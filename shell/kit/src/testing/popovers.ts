/**
 * Gives happy-dom the browser's popovers: Escape and a press elsewhere close the top one that is `auto`, and Escape
 * returns the focus.
 */

const shown: { panel: HTMLElement; opener: Element | null }[] = []
const timers = new WeakMap<HTMLElement, ReturnType<typeof setTimeout>>()

/** Sends the event in a task. Several changes before it are one event. */
function tell(panel: HTMLElement, newState: 'open' | 'closed'): void {
  clearTimeout(timers.get(panel))
  const event = Object.assign(new Event('toggle'), { newState })
  timers.set(
    panel,
    setTimeout(() => panel.dispatchEvent(event)),
  )
}

function showPopover(this: HTMLElement): void {
  shown.push({ panel: this, opener: document.activeElement })
  tell(this, 'open')
}

function hide(panel: HTMLElement, returnsFocus: boolean): void {
  const index = shown.findIndex((each) => each.panel === panel)
  if (index < 0) return
  const opener = shown.splice(index, 1)[0]?.opener
  if (returnsFocus && panel.contains(document.activeElement) && opener instanceof HTMLElement) opener.focus()
  tell(panel, 'closed')
}

function hidePopover(this: HTMLElement): void {
  hide(this, true)
}

const topAuto = (): HTMLElement | undefined => shown.findLast(({ panel }) => panel.popover === 'auto')?.panel

// Some tests run without a document.
if (typeof document !== 'undefined') {
  Object.assign(HTMLElement.prototype, { showPopover, hidePopover })
  document.addEventListener('keydown', ({ key }) => {
    const panel = topAuto()
    if (key === 'Escape' && panel) hide(panel, true)
  })
  document.addEventListener('pointerdown', ({ target }) => {
    const panel = topAuto()
    if (!panel || !(target instanceof Node) || panel.contains(target)) return
    const buttons = [...document.querySelectorAll('button')]
    if (!buttons.some((b) => b.popoverTargetElement === panel && b.contains(target))) hide(panel, false)
  })
}
