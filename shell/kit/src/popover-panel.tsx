import * as Radix from '@radix-ui/react-popover'
import { type RefObject, useRef } from 'react'
import { cx } from './class-names.tsx'
import type { PopoverLook } from './popover.tsx'

interface PopoverPanelProps extends PopoverLook {
  id: string
  /** The button that it belongs to. */
  button: RefObject<HTMLElement | null>
  onClose: () => void
}

/** The open panel of a popover. */
export function PopoverPanel({ id, button, label, children, onClose, align = 'end', side = 'bottom', className }: PopoverPanelProps) {
  const left = useRef(false)
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Anchor virtualRef={button} />
      {/* No portal: a panel in body would leave the style scope of its remote, and lie below a modal dialog. */}
      <Radix.Content
        id={id}
        align={align}
        side={side}
        sideOffset={6}
        collisionPadding={8}
        // What it hangs in may move while the button stays, as when the sidebar folds.
        updatePositionStrategy="always"
        aria-label={label}
        onInteractOutside={(event) => {
          // The button itself closes what it has opened.
          if (event.target instanceof Node && button.current?.contains(event.target)) event.preventDefault()
          else left.current = true
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          // Who pressed elsewhere is there already.
          if (!left.current) button.current?.focus()
        }}
        className={cx(
          'z-40 max-w-[calc(100vw-1rem)] rounded-box border border-base-300 bg-base-100 text-base-content shadow-xl outline-none',
          className,
        )}
      >
        {children}
      </Radix.Content>
    </Radix.Root>
  )
}
