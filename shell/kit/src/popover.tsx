import * as Radix from '@radix-ui/react-popover'
import type { ReactElement, ReactNode } from 'react'
import { cx } from './class-names.tsx'

export interface PopoverProps {
  /** The button that opens it. */
  trigger: ReactElement
  /** Accessible name of the panel. */
  label: string
  children: ReactNode
  open?: boolean | undefined
  onOpenChange?: ((open: boolean) => void) | undefined
  align?: 'start' | 'center' | 'end' | undefined
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined
  className?: string | undefined
}

/** A panel beside its button; Esc or a press elsewhere closes it and the focus returns. */
export function Popover({ trigger, label, children, open, onOpenChange, align = 'end', side = 'bottom', className }: PopoverProps) {
  return (
    <Radix.Root {...(open === undefined ? {} : { open })} {...(onOpenChange ? { onOpenChange } : {})}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      {/* No portal: a panel in body would leave the style scope of its remote, and lie below a modal dialog. */}
      <Radix.Content
        align={align}
        side={side}
        sideOffset={6}
        collisionPadding={8}
        aria-label={label}
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
