import * as Radix from '@radix-ui/react-tooltip'
import type { ReactElement, ReactNode } from 'react'

/** Around a layout: tooltips open after 700 ms, and the next one without a wait for 300 ms (specification, section 9). */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Radix.Provider>
  )
}

export interface TooltipProps {
  text: ReactNode
  /** One focusable element. */
  children: ReactElement
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined
}

/** A hint on hover or focus. It repeats or shortens nothing essential: on a phone there is none. Needs a `TooltipProvider`. */
export function Tooltip({ text, children, side = 'top' }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      {/* No portal: a tooltip in body would leave the style scope of its remote. */}
      <Radix.Content
        side={side}
        sideOffset={6}
        collisionPadding={8}
        className="z-50 max-w-64 rounded-field bg-neutral px-2.5 py-1.5 font-normal text-neutral-content text-xs shadow-md"
      >
        {text}
      </Radix.Content>
    </Radix.Root>
  )
}
