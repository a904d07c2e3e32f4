import type { ReactNode } from 'react'
import { cx } from './class-names.tsx'

/** What every form control of the kit takes. */
export interface FieldBase {
  label: string
  /** A sentence below the control. */
  help?: ReactNode
  /** Puts the help between label and control, where it stays beside an error: for questions that need it to be answered. */
  helpFirst?: boolean | undefined
  /** What is wrong, below the control; takes the place of the help there and is announced. '' marks the control where the words are elsewhere (a toast). */
  error?: string | undefined
  /** Marks the label with a star and tells assistive technology; the caller checks. */
  required?: boolean | undefined
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean | undefined
  className?: string | undefined
}

/** Classes of a control. */
export const CONTROL =
  'w-full border-base-content/50 bg-base-100 text-base sm:text-sm aria-invalid:border-error read-only:[&:is(input,textarea)]:bg-base-200'

/**
 * Classes of the frame of a one-line control. Its size does not follow from what is in it, and the browser is told so: a letter that is typed lays
 * out the control, and not the page around it.
 */
export const ONE_LINE = `input [contain:size_layout] [contain-intrinsic-inline-size:12rem] ${CONTROL}`

/** Ids that tie a control to its help or error. */
export function describedBy(
  id: string,
  { help, helpFirst, error }: Pick<FieldBase, 'help' | 'helpFirst' | 'error'>,
): string | undefined {
  const ids = [help && (helpFirst || !error) ? `${id}-help` : '', error ? `${id}-error` : ''].filter(Boolean)
  return ids.length > 0 ? ids.join(' ') : undefined
}

/** The star of a required field. */
export function Star({ required }: { required?: boolean | undefined }) {
  return required ? <span className="ml-0.5 text-error">*</span> : null
}

function HelpFirst({ id, help, helpFirst }: { id: string } & Pick<FieldBase, 'help' | 'helpFirst'>) {
  return help && helpFirst ? (
    <div id={`${id}-help`} className="-mt-1 mb-1.5 whitespace-pre-line text-base-content/70 text-sm">
      {help}
    </div>
  ) : null
}

/** Help or error of the control `id`. */
export function FieldNote({ id, help, error }: { id: string; help?: ReactNode; error?: string | undefined }) {
  if (error) {
    return (
      <p id={`${id}-error`} role="alert" className="mt-1.5 text-error text-sm">
        {error}
      </p>
    )
  }
  return help ? (
    <div id={`${id}-help`} className="mt-1.5 text-base-content/70 text-sm">
      {help}
    </div>
  ) : null
}

/** Label above, control, help or error below. `id` is the control's. */
export function FieldLayout({
  id,
  label,
  help,
  helpFirst,
  error,
  required,
  hideLabel,
  className,
  children,
}: FieldBase & { id: string; children: ReactNode }) {
  return (
    <div className={cx('min-w-0', className)}>
      <label
        id={`${id}-label`}
        htmlFor={id}
        className={hideLabel ? 'sr-only' : 'mb-1.5 block wrap-anywhere font-medium text-sm'}
      >
        {label}
        <Star required={required} />
      </label>
      <HelpFirst id={id} help={help} helpFirst={helpFirst} />
      {children}
      <FieldNote id={id} help={helpFirst ? undefined : help} error={error} />
    </div>
  )
}

/** A group of controls under one legend. */
export function FieldGroup({
  id,
  label,
  help,
  helpFirst,
  error,
  required,
  hideLabel,
  className,
  children,
}: FieldBase & { id: string; children: ReactNode }) {
  return (
    <fieldset
      className={cx('min-w-0', className)}
      aria-describedby={describedBy(id, { help, helpFirst, error })}
      aria-invalid={error === undefined ? undefined : true}
    >
      <legend className={hideLabel ? 'sr-only' : 'mb-1.5 w-full wrap-anywhere font-medium text-sm'}>
        {label}
        <Star required={required} />
      </legend>
      <HelpFirst id={id} help={help} helpFirst={helpFirst} />
      {children}
      <FieldNote id={id} help={helpFirst ? undefined : help} error={error} />
    </fieldset>
  )
}
