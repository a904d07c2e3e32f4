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

/** Position and content of a panel. */
export interface PopoverContent {
  /** Accessible name of the panel. */
  label: string
  children: ReactNode
  align?: 'start' | 'center' | 'end' | undefined
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined
  className?: string | undefined
}

export interface PopoverProps extends PopoverContent {
  /** The button that opens it. */
  trigger: ReactElement<ButtonHTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> }>
  open?: boolean | undefined
  onOpenChange?: ((open: boolean) => void) | undefined
}

const Panel = lazyComponent(() => import('./popover-panel.tsx').then((m) => m.PopoverPanel))

/**
 * Renders a panel next to its button. Escape or a press outside closes it and returns the focus. Its code is loaded
 * after the page.
 */
export function Popover({ trigger, open: given, onOpenChange, ...content }: PopoverProps) {
  const [own, setOwn] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const open = given ?? own
  const change = (next: boolean): void => {
    setOwn(next)
    onOpenChange?.(next)
  }
  useEffect(() => Panel.preload(), [])
  const onLoadError = (): void => {
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
        <Panel.Component {...content} id={id} button={button} onClose={() => change(false)} onError={onLoadError} />
      ) : null}
    </>
  )
}
