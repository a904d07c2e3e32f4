import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { cx } from './class-names.tsx'
import type { PopoverContent } from './popover.tsx'
import { useCloseOnBack } from './unsaved.tsx'
import { listenForDismiss } from './listen-for-dismiss.tsx'

interface PopoverPanelProps extends PopoverContent {
  id: string
  /** The button that opened it. */
  button: RefObject<HTMLElement | null>
  onClose: () => void
}

type Place = Required<Pick<PopoverContent, 'align' | 'side'>>

/** Distance from the button and from the edge of the window, in px. */
const [GAP, EDGE] = [6, 8]
const FOCUSABLE = [
  'a[href]',
  'button:not(:disabled)',
  'input:not(:disabled, [type=hidden])',
  'select:not(:disabled)',
  'textarea:not(:disabled)',
  '[tabindex="0"]',
].join()

const within = (at: number, size: number, room: number): number => Math.max(EDGE, Math.min(at, room - size - EDGE))

/**
 * Returns where to place a panel of `size`: on the preferred side of the button, or on the opposite side if there is no
 * room, within the window.
 */
export function positionOf(
  button: DOMRect,
  size: { width: number; height: number },
  { side, align }: Place,
): { left: number; top: number } {
  const { innerWidth, innerHeight } = window
  const beside = side === 'left' || side === 'right'
  const along = (from: number, length: number, own: number): number =>
    align === 'start' ? from : align === 'end' ? from + length - own : from + (length - own) / 2
  const across = (from: number, to: number, own: number, room: number, after: boolean): number => {
    const [behind, before] = [to + GAP, from - own - GAP]
    const fits = after ? behind + own + EDGE <= room || before < EDGE : before < EDGE && behind + own + EDGE <= room
    return fits ? behind : before
  }
  const left = beside
    ? across(button.left, button.right, size.width, innerWidth, side === 'right')
    : along(button.left, button.width, size.width)
  const top = beside
    ? along(button.top, button.height, size.height)
    : across(button.top, button.bottom, size.height, innerHeight, side === 'bottom')
  return { left: within(left, size.width, innerWidth), top: within(top, size.height, innerHeight) }
}

/** Keeps the panel next to its button when either moves. Returns a cleanup function. */
function followButton(panel: HTMLElement, button: HTMLElement, place: Place): () => void {
  // The offset set in its style. The containing block may be the window or a transformed ancestor.
  const at = { x: 0, y: 0 }
  const reposition = (): void => {
    const now = panel.getBoundingClientRect()
    const wanted = positionOf(button.getBoundingClientRect(), now, place)
    at.x += Math.round(wanted.left - now.left)
    at.y += Math.round(wanted.top - now.top)
    panel.style.left = `${at.x}px`
    panel.style.top = `${at.y}px`
  }
  reposition()
  const watch = new ResizeObserver(reposition)
  for (const element of [panel, document.documentElement, button.parentElement]) if (element) watch.observe(element)
  window.addEventListener('resize', reposition)
  window.addEventListener('scroll', reposition, true)
  return () => {
    watch.disconnect()
    window.removeEventListener('resize', reposition)
    window.removeEventListener('scroll', reposition, true)
  }
}

/** Cycles Tab within the panel. */
function trapTab(panel: HTMLElement, event: KeyboardEvent): void {
  const focusable = [...panel.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (e) => e.tabIndex >= 0 && e.checkVisibility(),
  )
  const [first, last] = [focusable[0], focusable.at(-1)]
  const at = document.activeElement
  if (!panel.contains(at) || !first || !last) return
  const next = event.shiftKey ? (at === first || at === panel ? last : undefined) : at === last ? first : undefined
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** Moves the focus into the panel, dismisses it on Escape, an outside press or a lost focus, and returns the focus. */
function useFocusAndDismiss(
  panel: RefObject<HTMLElement | null>,
  button: RefObject<HTMLElement | null>,
  onClose: () => void,
): void {
  const latest = useRef(onClose)
  useEffect(() => {
    latest.current = onClose
  })
  useLayoutEffect(() => {
    const element = panel.current
    const anchor = button.current
    if (!element) return undefined
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === 'Tab') trapTab(element, event)
    }
    ;(element.querySelector<HTMLElement>(FOCUSABLE) ?? element).focus({ preventScroll: true })
    document.addEventListener('keydown', onKeyDown, true)
    const stop = listenForDismiss(element, anchor, () => latest.current())
    return () => {
      document.removeEventListener('keydown', onKeyDown, true)
      stop()
      // After a press elsewhere the focus is already there.
      if (element.contains(document.activeElement) || document.activeElement === document.body)
        anchor?.focus({ preventScroll: true })
    }
  }, [panel, button])
}

/** Renders the panel in place. In `body` it would leave the style scope of its remote and lie below a modal dialog. */
export function PopoverPanel({
  id,
  button,
  label,
  children,
  onClose,
  align = 'end',
  side = 'bottom',
  className,
}: PopoverPanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (panel.current && button.current) return followButton(panel.current, button.current, { side, align })
    return undefined
  }, [button, side, align])
  useFocusAndDismiss(panel, button, onClose)
  useCloseOnBack(onClose)
  return (
    <div
      ref={panel}
      id={id}
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      className={cx(
        'fixed top-0 left-0 z-40 max-w-[calc(100vw-1rem)] rounded-box border border-base-300',
        'bg-base-100 text-base-content shadow-xl outline-none',
        className,
      )}
    >
      {children}
    </div>
  )
}
