import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Side, TopLayer } from './top-layer.tsx'

/** Delays in ms: until it opens, until it closes, and after another one, during which the next opens at once. */
const OPEN_AFTER = 700
const CLOSE_AFTER = 100
const STILL_READING = 300

let lastClosed = Number.NEGATIVE_INFINITY

/** Opens under the pointer after a while, and with the focus of the keyboard at once. */
function useTooltip(): { open: boolean; handlers: ComponentProps<'div'> } {
  const [open, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const change = (next: boolean, delay = 0): void => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      if (!next && open) lastClosed = Date.now()
      setOpen(next)
    }, delay)
  }
  const closeOnEscape = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === 'Escape') change(false)
  })
  useEffect(() => {
    if (!open) return undefined
    // Also under the pointer only, with the focus elsewhere.
    const listener = (event: KeyboardEvent): void => closeOnEscape(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [open])
  return {
    open,
    handlers: {
      onPointerEnter: ({ pointerType }) => {
        if (pointerType !== 'touch') change(true, open || Date.now() - lastClosed < STILL_READING ? 0 : OPEN_AFTER)
      },
      onFocus: ({ target }) => {
        if (target.matches(':focus-visible')) change(true)
      },
      // The pointer may go on to the tooltip, which is a child.
      onPointerLeave: () => change(false, CLOSE_AFTER),
      onPointerDown: () => change(false),
      onBlur: () => change(false),
    },
  }
}

export interface TooltipProps {
  /** The accessible name of the control, so that a screen reader says it once. */
  text: ReactNode
  /** A control without a visible name. */
  children: ReactNode
  side?: Side | undefined
}

/** Shows the name of a control on hover or focus. Must not contain anything essential: phones do not show it. */
export function Tooltip({ text, children, side = 'top' }: TooltipProps) {
  const anchor = useRef<HTMLDivElement>(null)
  const { open, handlers } = useTooltip()
  return (
    <div ref={anchor} {...handlers}>
      {children}
      {open ? (
        <TopLayer
          anchor={anchor}
          side={side}
          align="center"
          aria-hidden
          className="w-max rounded-field bg-neutral px-2.5 py-1.5 text-neutral-content text-xs shadow-md"
        >
          {text}
        </TopLayer>
      ) : null}
    </div>
  )
}
