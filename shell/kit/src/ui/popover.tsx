import {
  cloneElement,
  type ComponentProps,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useDeferredValue,
  useId,
  useMemo,
  useState,
} from 'react'
import { cx } from './class-names.tsx'
import { controlsIn, firstControl } from './focus.tsx'
import { type Align, type Side, TopLayer } from './top-layer.tsx'
import { useCloseOnBack } from './unsaved.tsx'

export interface PopoverProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The button that opens it. */
  trigger?: ReactElement<ComponentProps<'button'>> | undefined
  /** The button, if it is rendered elsewhere and opens the popover itself. */
  anchor?: RefObject<HTMLElement | null> | undefined
  /** Accessible name of the panel. */
  label: string
  children: ReactNode
  align?: Align | undefined
  side?: Side | undefined
  className?: string | undefined
}

/**
 * Renders a panel next to its button. Escape, the browser's Back or a press outside closes it, and the focus returns to
 * the button.
 */
export function Popover({ open, onOpenChange, trigger, anchor, ...panel }: PopoverProps) {
  const id = useId()
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const own = useMemo(() => ({ current: button }), [button])
  // The press is painted before the panel is rendered.
  const shown = useDeferredValue(open, false)
  return (
    <>
      {trigger
        ? cloneElement(trigger, {
            ref: setButton,
            'aria-haspopup': 'dialog',
            'aria-expanded': open,
            'aria-controls': open ? id : undefined,
            onClick: () => onOpenChange(!open),
            // Before the panel is shown, the browser cannot close it.
            onKeyDown: (event) => {
              if (event.key !== 'Escape' || !open) return
              event.preventDefault()
              onOpenChange(false)
            },
          })
        : null}
      {open && shown ? <Panel {...panel} id={id} anchor={anchor ?? own} onClose={() => onOpenChange(false)} /> : null}
    </>
  )
}

/** Keeps Tab in the panel: its end leads to its beginning. */
function keepInside(event: KeyboardEvent<HTMLElement>): void {
  const active = document.activeElement
  if (event.key !== 'Tab' || event.defaultPrevented || !active) return
  const ahead = event.shiftKey ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING
  const inside = controlsIn(event.currentTarget)
  // By position, because the focus may be on a control that Tab does not reach, such as a day of another month.
  if (inside.some((control) => active.compareDocumentPosition(control) & ahead)) return
  event.preventDefault()
  const end = event.shiftKey ? inside.at(-1) : inside[0]
  end?.focus()
}

interface PanelProps extends Omit<PopoverProps, 'open' | 'onOpenChange' | 'trigger' | 'anchor'> {
  id: string
  anchor: RefObject<HTMLElement | null>
  onClose: () => void
}

function Panel({ id, anchor, label, children, align = 'end', side = 'bottom', className, onClose }: PanelProps) {
  useCloseOnBack(onClose)
  return (
    <TopLayer
      id={id}
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      anchor={anchor}
      align={align}
      side={side}
      className={cx(
        'overflow-y-auto rounded-box border border-base-300 bg-base-100',
        'text-base-content shadow-xl outline-none',
        className,
      )}
      onKeyDown={keepInside}
      onClose={onClose}
      // Unless something in it, such as a day of a calendar, has taken the focus.
      onShow={(panel) => {
        if (!panel.contains(document.activeElement)) (firstControl(panel) ?? panel).focus()
      }}
    >
      {children}
    </TopLayer>
  )
}
