import { toastError } from '@portal/sdk'
import {
  type ButtonHTMLAttributes,
  cloneElement,
  type ReactElement,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { lazyComponent } from './lazy-component.tsx'

/** How a panel lies and looks. */
export interface PopoverLook {
  /** Accessible name of the panel. */
  label: string
  children: ReactNode
  align?: 'start' | 'center' | 'end' | undefined
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined
  className?: string | undefined
}

export interface PopoverProps extends PopoverLook {
  /** The button that opens it. */
  trigger: ReactElement<ButtonHTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> }>
  open?: boolean | undefined
  onOpenChange?: ((open: boolean) => void) | undefined
}

const Panel = lazyComponent(() => import('./popover-panel.tsx').then((m) => m.PopoverPanel))

/** A panel beside its button; Esc or a press elsewhere closes it and the focus returns. The panel's code comes after the page. */
export function Popover({ trigger, open: given, onOpenChange, ...look }: PopoverProps) {
  const [own, setOwn] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const open = given ?? own
  const change = (next: boolean): void => {
    setOwn(next)
    onOpenChange?.(next)
  }
  useEffect(() => Panel.preload(), [])
  const missing = (): void => {
    change(false)
    toastError('Connection Error', 'This could not be loaded. Please try again.')
  }
  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        'aria-haspopup': 'dialog',
        'aria-expanded': open,
        'aria-controls': open ? id : undefined,
        onClick: () => change(!open),
      })}
      {open ? (
        <Panel.Component {...look} id={id} button={button} onClose={() => change(false)} onError={missing} />
      ) : null}
    </>
  )
}
