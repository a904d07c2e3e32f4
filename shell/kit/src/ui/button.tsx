import { type ButtonHTMLAttributes, type ReactNode, type Ref, useImperativeHandle, useRef } from 'react'
import { cx } from './class-names.tsx'
import { usePassFocusOn } from './focus.tsx'

/** `primary`: the main action of a view. `danger`: a destructive action. `quiet`: no border until hovered. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'link'
export type ButtonSize = 'sm' | 'md' | 'lg'

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'btn-primary',
  secondary: 'border-base-content/20 bg-base-100 hover:bg-base-200',
  quiet: 'btn-ghost',
  danger: 'btn-error',
  link: 'btn-link px-1 no-underline hover:underline',
}
/** Size of icons that do not set their own. */
const ICON_SIZE = '[&>svg:not([class*=size-])]:size-4'
const SIZES: Record<ButtonSize, string> = { sm: 'btn-sm', md: 'text-sm', lg: 'text-base' }

/** Returns the classes of a button, for a link that looks like a button. */
export function buttonClass(variant: ButtonVariant = 'secondary', size: ButtonSize = 'md', className?: string): string {
  return cx('btn font-medium shadow-none', ICON_SIZE, VARIANTS[variant], SIZES[size], className)
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  /**
   * Shows a spinner and ignores presses, but keeps the focus. When set, even to false, a second press in the same task
   * is ignored.
   */
  busy?: boolean | undefined
  /** Text while busy, such as 'Assigning...'. */
  busyLabel?: string | undefined
  /** Lucide icon before the text. */
  icon?: ReactNode
  ref?: Ref<HTMLButtonElement> | undefined
}

/**
 * Returns a function that is true for the first press of a task only. A second press, or Enter in the form, that
 * arrives before the button is rendered as busy is dropped.
 */
export function useSinglePress() {
  const pressed = useRef(false)
  return (): boolean => {
    if (pressed.current) return false
    pressed.current = true
    // TanStack Query's own timer runs first; by then the button is busy.
    setTimeout(() => {
      pressed.current = false
    })
    return true
  }
}

/** Renders a button of type `button` by default, so that it never submits a form by accident. */
export function Button({
  variant,
  size,
  busy,
  busyLabel,
  icon,
  className,
  children,
  onClick,
  type = 'button',
  ref,
  ...rest
}: ButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(ref, () => button.current)
  usePassFocusOn(button)
  const press = useSinglePress()
  const guarded = busy !== undefined || type === 'submit'
  return (
    <button
      ref={button}
      type={type}
      className={buttonClass(variant, size, cx(busy && 'cursor-progress', className))}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        // A disabled button would lose the focus to the body; a busy button only ignores presses.
        if (busy || (guarded && !press())) event.preventDefault()
        else onClick?.(event)
      }}
      {...rest}
    >
      {busy ? <span className="loading loading-spinner loading-xs" aria-hidden /> : icon}
      {busy && busyLabel ? busyLabel : children}
    </button>
  )
}

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'busyLabel'> {
  /** Accessible name, also shown on hover. */
  label: string
}

/** Renders a square button that contains only an icon. */
export function IconButton({ label, variant = 'quiet', size = 'sm', className, ...rest }: IconButtonProps) {
  return (
    <Button
      variant={variant}
      size={size}
      aria-label={label}
      title={label}
      className={cx('btn-square', className)}
      {...rest}
    />
  )
}
