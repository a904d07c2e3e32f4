import { type ReactNode, useId } from 'react'
import { cx } from './class-names.tsx'

/** Props of every form control. */
export interface FieldBase {
  label: string
  /** Help text below the control. */
  help?: ReactNode
  /**
   * Shows the help between label and control, where it stays visible along with an error. For help that is needed to
   * answer.
   */
  helpFirst?: boolean | undefined
  /**
   * Error below the control; replaces the help there and is announced. '' marks the control when the message is shown
   * elsewhere, such as in a toast.
   */
  error?: string | undefined
  /** Marks the label with an asterisk and informs assistive technology; the caller validates. */
  required?: boolean | undefined
  /** Hides the label visually. */
  hideLabel?: boolean | undefined
  className?: string | undefined
}

/** Classes of a form control. */
export const CONTROL = cx(
  'w-full border-base-content/50 bg-base-100 text-base sm:text-sm aria-invalid:border-error',
  'read-only:[&:is(input,textarea)]:bg-base-200',
)

/**
 * Classes of a single-line control. Its size does not depend on its content (`contain`), so that typing does not lay
 * out the page.
 */
export const SINGLE_LINE = `input [contain:size_layout] [contain-intrinsic-inline-size:12rem] ${CONTROL}`

/** Returns the ids of the help and error of a control, for `aria-describedby`. */
export function describedBy(
  id: string,
  { help, helpFirst, error }: Pick<FieldBase, 'help' | 'helpFirst' | 'error'>,
): string | undefined {
  const ids = [help && (helpFirst || !error) ? `${id}-help` : '', error ? `${id}-error` : ''].filter(Boolean)
  return ids.length > 0 ? ids.join(' ') : undefined
}

/** Returns the ARIA attributes of the control `id`. */
export const ariaOf = (id: string, field: Pick<FieldBase, 'help' | 'helpFirst' | 'error' | 'required'>) => ({
  'aria-required': field.required || undefined,
  'aria-invalid': field.error === undefined ? undefined : true,
  'aria-describedby': describedBy(id, field),
})

/** Splits the props of a control into those of its field and those of its element. */
export function splitProps<P extends FieldBase>({
  label,
  help,
  helpFirst,
  error,
  required,
  hideLabel,
  className,
  ...element
}: P) {
  return [{ label, help, helpFirst, error, required, hideLabel, className }, element] as const
}

/** Returns the id of a control: the given one, or a new one. */
export function useControlId(given: string | undefined): string {
  const own = useId()
  return given ?? own
}

/** Renders the asterisk of a required field. */
export function Star({ required }: { required?: boolean | undefined }) {
  return required ? <span className="ml-0.5 text-error">*</span> : null
}

/** Renders the help or the error of the control `id`. */
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

/** Renders help and error around the control `id`. */
function WithNotes({
  id,
  help,
  helpFirst,
  error,
  children,
}: Pick<FieldBase, 'help' | 'helpFirst' | 'error'> & { id: string; children: ReactNode }) {
  return (
    <>
      {help && helpFirst ? (
        <div id={`${id}-help`} className="-mt-1 mb-1.5 whitespace-pre-line text-base-content/70 text-sm">
          {help}
        </div>
      ) : null}
      {children}
      <FieldNote id={id} help={helpFirst ? undefined : help} error={error} />
    </>
  )
}

/** Lays out a field: label, control, then help or error. `id` is the control's. */
export function FieldLayout({ id, children, ...field }: FieldBase & { id: string; children: ReactNode }) {
  return (
    <div className={cx('min-w-0', field.className)}>
      <label
        id={`${id}-label`}
        htmlFor={id}
        className={field.hideLabel ? 'sr-only' : 'mb-1.5 block wrap-anywhere font-medium text-sm'}
      >
        {field.label}
        <Star required={field.required} />
      </label>
      <WithNotes id={id} {...field}>
        {children}
      </WithNotes>
    </div>
  )
}

/** Groups controls under one legend. */
export function FieldGroup({ id, children, ...field }: FieldBase & { id: string; children: ReactNode }) {
  return (
    <fieldset
      className={cx('min-w-0', field.className)}
      aria-describedby={describedBy(id, field)}
      aria-invalid={field.error === undefined ? undefined : true}
    >
      <legend className={field.hideLabel ? 'sr-only' : 'mb-1.5 w-full wrap-anywhere font-medium text-sm'}>
        {field.label}
        <Star required={field.required} />
      </legend>
      <WithNotes id={id} {...field}>
        {children}
      </WithNotes>
    </fieldset>
  )
}
