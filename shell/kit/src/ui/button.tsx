import { type ButtonHTMLAttributes, type ReactNode, type Ref, useRef } from 'react'
import { cx } from './class-names.tsx'

/** `primary`: the one main action of a view. `danger`: destroys something. `quiet`: no frame until hovered. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'link'
export type ButtonSize = 'sm' | 'md' | 'lg'

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'btn-primary',
  secondary: 'border-base-content/20 bg-base-100 hover:bg-base-200',
  quiet: 'btn-ghost',
  danger: 'btn-error',
  link: 'btn-link px-1 no-underline hover:underline',
}
const SIZES: Record<ButtonSize, string> = { sm: 'btn-sm', md: 'text-sm', lg: 'text-base' }

/** Classes of a button, for a link that looks like one. */
export function buttonClass(variant: ButtonVariant = 'secondary', size: ButtonSize = 'md', className?: string): string {
  return cx('btn font-medium shadow-none', VARIANTS[variant], SIZES[size], className)
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  /** Work is under way: shows a spinner and ignores presses, but keeps the focus. Given, also as false, two presses in one task count once. */
  busy?: boolean | undefined
  /** Text while busy, such as 'Assigning...'. */
  busyLabel?: string | undefined
  /** An icon before the text. */
  icon?: ReactNode
  ref?: Ref<HTMLButtonElement> | undefined
}

/**
 * Lets through one press per task: a second one that comes before the first could be rendered as busy is dropped. Enter in a
 * form presses its submit button, so it is covered as well.
 */
export function useSinglePress() {
  const pressed = useRef(false)
  return (): boolean => {
    if (pressed.current) return false
    pressed.current = true
    // Queued behind TanStack Query's own timer: by then the button is busy.
    setTimeout(() => {
      pressed.current = false
    })
    return true
  }
}

/** A button. Its type is `button` unless told otherwise, so that it never submits a form by accident. */
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
  ...rest
}: ButtonProps) {
  const press = useSinglePress()
  const guarded = busy !== undefined || type === 'submit'
  return (
    <button
      type={type}
      className={buttonClass(variant, size, cx(busy && 'cursor-progress opacity-70', className))}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        // A disabled button would drop the focus to the body; a busy one only stops acting.
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

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon' | 'busyLabel'> {
  /** What it does; read aloud and shown on hover. */
  label: string
  children: ReactNode
}

/** A square button that holds only an icon. */
export function IconButton({
  label,
  variant = 'quiet',
  size = 'sm',
  busy,
  className,
  children,
  ...rest
}: IconButtonProps) {
  return (
    <Button
      variant={variant}
      size={size}
      busy={busy}
      aria-label={label}
      title={label}
      className={cx('btn-square', className)}
      {...rest}
    >
      {busy ? null : children}
    </Button>
  )
}
