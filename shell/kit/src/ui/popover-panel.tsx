import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { cx } from './class-names.tsx'
import type { PopoverLook } from './popover.tsx'
import { useCloseOnBack } from './unsaved.tsx'
import { listenForDismiss } from './listen-for-dismiss.tsx'

interface PopoverPanelProps extends PopoverLook {
  id: string
  /** The button that it belongs to. */
  button: RefObject<HTMLElement | null>
  onClose: () => void
}

type Place = Required<Pick<PopoverLook, 'align' | 'side'>>

/** Distances from the button and from the edge of the window, in px. */
const [APART, EDGE] = [6, 8]
const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled, [type=hidden]), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]'

const within = (at: number, size: number, room: number): number => Math.max(EDGE, Math.min(at, room - size - EDGE))

/** Where a panel of `size` lies beside `button`: on the side that is wanted, or across where there is no room; inside the window. */
export function placeOf(
  button: DOMRect,
  size: { width: number; height: number },
  { side, align }: Place,
): { left: number; top: number } {
  const { innerWidth, innerHeight } = window
  const beside = side === 'left' || side === 'right'
  const along = (from: number, length: number, own: number): number =>
    align === 'start' ? from : align === 'end' ? from + length - own : from + (length - own) / 2
  const across = (from: number, to: number, own: number, room: number, after: boolean): number => {
    const [behind, before] = [to + APART, from - own - APART]
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

/** Keeps the panel beside its button, which may move with what it stands in. Gives the function that stops it. */
function keepBeside(panel: HTMLElement, button: HTMLElement, place: Place): () => void {
  // Where its style says that it is; what it lies in may be the window, or something that has become one by its look.
  const at = { x: 0, y: 0 }
  const settle = (): void => {
    const now = panel.getBoundingClientRect()
    const wanted = placeOf(button.getBoundingClientRect(), now, place)
    at.x += Math.round(wanted.left - now.left)
    at.y += Math.round(wanted.top - now.top)
    panel.style.left = `${at.x}px`
    panel.style.top = `${at.y}px`
  }
  settle()
  const watch = new ResizeObserver(settle)
  for (const element of [panel, document.documentElement, button.parentElement]) if (element) watch.observe(element)
  window.addEventListener('resize', settle)
  window.addEventListener('scroll', settle, true)
  return () => {
    watch.disconnect()
    window.removeEventListener('resize', settle)
    window.removeEventListener('scroll', settle, true)
  }
}

/** Tab leads from the last of a panel to its first, and back: what follows in the page is none of it. */
function goRound(panel: HTMLElement, event: KeyboardEvent): void {
  const stops = [...panel.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (e) => e.tabIndex >= 0 && e.checkVisibility(),
  )
  const [first, last] = [stops[0], stops.at(-1)]
  const at = document.activeElement
  if (!panel.contains(at) || !first || !last) return
  const next = event.shiftKey ? (at === first || at === panel ? last : undefined) : at === last ? first : undefined
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** Moves the focus in; asks for the end on Escape, a press elsewhere, and when the focus goes elsewhere, and brings the focus back. */
function useStay(
  panel: RefObject<HTMLElement | null>,
  button: RefObject<HTMLElement | null>,
  onClose: () => void,
): void {
  const latest = useRef(onClose)
  useEffect(() => {
    latest.current = onClose
  })
  useLayoutEffect(() => {
    const own = panel.current
    const anchor = button.current
    if (!own) return undefined
    const tab = (event: KeyboardEvent): void => {
      if (event.key === 'Tab') goRound(own, event)
    }
    ;(own.querySelector<HTMLElement>(FOCUSABLE) ?? own).focus({ preventScroll: true })
    document.addEventListener('keydown', tab, true)
    const stop = listenForDismiss(own, anchor, () => latest.current())
    return () => {
      document.removeEventListener('keydown', tab, true)
      stop()
      // Who pressed elsewhere is there already.
      if (own.contains(document.activeElement) || document.activeElement === document.body)
        anchor?.focus({ preventScroll: true })
    }
  }, [panel, button])
}

/** The open panel of a popover, in place: one in body would leave the style scope of its remote, and lie below a modal dialog. */
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
    if (panel.current && button.current) return keepBeside(panel.current, button.current, { side, align })
    return undefined
  }, [button, side, align])
  useStay(panel, button, onClose)
  useCloseOnBack(true, onClose)
  return (
    <div
      ref={panel}
      id={id}
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      className={cx(
        'fixed top-0 left-0 z-40 max-w-[calc(100vw-1rem)] rounded-box border border-base-300 bg-base-100 text-base-content shadow-xl outline-none',
        className,
      )}
    >
      {children}
    </div>
  )
}
