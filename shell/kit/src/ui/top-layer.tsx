import { autoUpdate, computePosition, flip, limitShift, offset, type Placement, shift } from '@floating-ui/dom'
import { type ComponentProps, type RefObject, useLayoutEffect, useRef } from 'react'
import { cx } from './class-names.tsx'
import { rememberFocus } from './focus.tsx'

export type Side = 'top' | 'right' | 'bottom' | 'left'
export type Align = 'start' | 'center' | 'end'

export interface TopLayerProps extends Omit<ComponentProps<'div'>, 'ref' | 'popover'> {
  /** The element that it lies beside. A button belongs to it: pressing the button does not count as elsewhere. */
  anchor: RefObject<HTMLElement | null>
  side: Side
  align: Align
  /** Makes it as wide as its anchor. */
  asWide?: boolean | undefined
  /** Called when Escape or a press elsewhere closes it. Without it, only unmounting closes it. */
  onClose?: (() => void) | undefined
  /** Takes the focus when it is shown; it goes back afterwards. */
  onShow?: ((panel: HTMLElement) => void) | undefined
}

/** Distance to the anchor and to the edges of the window, in px. */
const GAP = 6
const EDGE = 8

/** Moves the panel beside its anchor, to where there is room. In a low window it may cover its anchor. */
async function place(anchor: HTMLElement, panel: HTMLElement, placement: Placement): Promise<void> {
  const { x, y } = await computePosition(anchor, panel, {
    strategy: 'fixed',
    placement,
    middleware: [
      offset(GAP),
      flip({ padding: EDGE }),
      shift({ padding: EDGE, crossAxis: true, limiter: limitShift() }),
    ],
  })
  Object.assign(panel.style, { left: `${x}px`, top: `${y}px` })
}

const placementOf = (side: Side, align: Align): Placement => (align === 'center' ? side : `${side}-${align}`)

/** Tells the browser that the button belongs to the panel, so that pressing it does not close the panel first. */
function join(button: HTMLButtonElement, panel: HTMLElement): void {
  button.popoverTargetElement = panel
  // Its owner closes it. `toggle` would close it with the press that opened it.
  button.popoverTargetAction = 'show'
}

/**
 * Renders an element beside another one, above everything else: in the browser's top layer nothing of the page covers
 * or clips it. It stays in its place in the document, so that it is in the style scope of its remote and in its dialog.
 * It is shown while it is mounted.
 */
export function TopLayer({ anchor, side, align, asWide = false, onClose, onShow, className, ...props }: TopLayerProps) {
  const ref = useRef<HTMLDivElement>(null)
  // The panel is shown once, so later versions of the function do not matter.
  const onShown = useRef(onShow)
  useLayoutEffect(() => {
    const panel = ref.current
    const beside = anchor.current
    if (!panel || !beside) return undefined
    const takeFocus = onShown.current
    const restoreFocus = rememberFocus(document.activeElement)
    panel.showPopover()
    if (beside instanceof HTMLButtonElement) join(beside, panel)
    const stop = autoUpdate(beside, panel, () => {
      if (asWide) panel.style.width = `${beside.offsetWidth}px`
      void place(beside, panel, placementOf(side, align))
    })
    takeFocus?.(panel)
    return () => {
      stop()
      const returnsFocus = takeFocus !== undefined || panel.contains(document.activeElement)
      panel.hidePopover()
      // After a press elsewhere the focus stays there.
      if (returnsFocus) queueMicrotask(restoreFocus)
    }
  }, [anchor, side, align, asWide])
  return (
    <div
      ref={ref}
      {...props}
      popover={onClose ? 'auto' : 'manual'}
      onToggle={({ target, currentTarget, newState }) => {
        // React passes on the events of what is inside.
        if (target === currentTarget && newState === 'closed') onClose?.()
      }}
      className={cx(
        'fixed inset-auto m-0 max-h-[calc(100%-1rem)] max-w-[calc(100%-1rem)] overscroll-contain',
        className,
      )}
    />
  )
}
