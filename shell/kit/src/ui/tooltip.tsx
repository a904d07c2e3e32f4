import * as Radix from '@radix-ui/react-tooltip'
import type { ReactElement, ReactNode } from 'react'
import { cx } from './class-names.tsx'

/** Provides tooltips to a layout. They open after 700 ms, and within 300 ms of another one without delay. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Radix.Provider>
  )
}

export interface TooltipProps {
  text: ReactNode
  /** A focusable element. */
  children: ReactElement
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined
}

/**
 * Renders a hint on hover or focus. Must not contain anything essential: phones do not show it. Needs a
 * `TooltipProvider`.
 */
export function Tooltip({ text, children, side = 'top' }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      {/* No portal: in `body` the tooltip would leave the style scope of its remote. */}
      <Radix.Content
        side={side}
        sideOffset={6}
        collisionPadding={8}
        className={cx(
          'z-50 max-w-64 rounded-field bg-neutral px-2.5 py-1.5 font-normal text-neutral-content',
          'text-xs shadow-md',
        )}
      >
        {text}
      </Radix.Content>
    </Radix.Root>
  )
}
