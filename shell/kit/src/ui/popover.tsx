import * as Radix from '@radix-ui/react-popover'
import { type ReactElement, type ReactNode, type RefObject, useDeferredValue } from 'react'
import { cx } from './class-names.tsx'
import { useCloseOnBack } from './unsaved.tsx'

export interface PopoverProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The button that opens it. */
  trigger?: ReactElement | undefined
  /** The button, if it is rendered elsewhere and opens the popover itself. */
  anchor?: RefObject<HTMLElement | null> | undefined
  /** Accessible name of the panel. */
  label: string
  children: ReactNode
  align?: 'start' | 'center' | 'end' | undefined
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined
  className?: string | undefined
}

/**
 * Renders a panel next to its button. Escape, the browser's Back or a press outside closes it, and the focus returns to
 * the button.
 */
export function Popover({ open, onOpenChange, trigger, anchor, ...panel }: PopoverProps) {
  // The press is painted before the panel is rendered.
  const shown = useDeferredValue(open, false)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      {trigger ? <Radix.Trigger asChild>{trigger}</Radix.Trigger> : null}
      {anchor ? <Radix.Anchor virtualRef={anchor} /> : null}
      {open && shown ? <Panel {...panel} anchor={anchor} onClose={() => onOpenChange(false)} /> : null}
    </Radix.Root>
  )
}

interface PanelProps extends Omit<PopoverProps, 'open' | 'onOpenChange' | 'trigger'> {
  onClose: () => void
}

/** Renders the panel in place. In `body` it would leave the style scope of its remote and lie below a modal dialog. */
function Panel({ anchor, label, children, align = 'end', side = 'bottom', className, onClose }: PanelProps) {
  useCloseOnBack(onClose)
  return (
    <Radix.Content
      aria-label={label}
      align={align}
      side={side}
      sideOffset={6}
      collisionPadding={8}
      className={cx(
        'z-40 max-w-[calc(100vw-1rem)] rounded-box border border-base-300 bg-base-100',
        'text-base-content shadow-xl outline-none',
        className,
      )}
      onInteractOutside={(event) => {
        // A press on the button closes it once, not twice.
        if (event.target instanceof Node && anchor?.current?.contains(event.target)) event.preventDefault()
      }}
      onCloseAutoFocus={() => {
        // After a press elsewhere the focus stays there.
        if (document.activeElement === document.body) anchor?.current?.focus()
      }}
    >
      {children}
    </Radix.Content>
  )
}
