import { type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes, useId, useState } from 'react'
import { cx } from './class-names.tsx'
import {
  ariaOf,
  CONTROL,
  type FieldBase,
  FieldGroup,
  FieldLayout,
  SINGLE_LINE,
  splitProps,
  useControlId,
} from './field-layout.tsx'

type Native<T> = Omit<T, keyof FieldBase | 'onChange' | 'value' | 'size'>

export interface TextFieldProps extends FieldBase, Native<InputHTMLAttributes<HTMLInputElement>> {
  value: string
  onChange: (value: string) => void
  /** Shown inside the control, before the text. */
  icon?: ReactNode
  /** Shown inside the control, after the text. */
  suffix?: ReactNode
  ref?: Ref<HTMLInputElement> | undefined
}

/** Renders a single-line text field; `type` makes it an email, phone or number field. */
export function TextField({ value, onChange, icon, suffix, id: given, ...props }: TextFieldProps) {
  const id = useControlId(given)
  const [field, input] = splitProps(props)
  const control = (
    <input
      type="text"
      {...input}
      id={id}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      {...ariaOf(id, field)}
      className={icon || suffix ? 'grow' : SINGLE_LINE}
    />
  )
  return (
    <FieldLayout {...field} id={id}>
      {icon || suffix ? (
        <div className={cx(SINGLE_LINE, field.error !== undefined && 'border-error')}>
          {icon}
          {control}
          {suffix}
        </div>
      ) : (
        control
      )}
    </FieldLayout>
  )
}

/**
 * Renders a password field with a Show/Hide button. Set `autoComplete` to say whether it is the current or a new
 * password.
 */
export function PasswordField({ disabled, id: given, ...props }: Omit<TextFieldProps, 'type' | 'suffix'>) {
  const id = useControlId(given)
  const [shown, setShown] = useState(false)
  return (
    <TextField
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      id={id}
      disabled={disabled}
      type={shown ? 'text' : 'password'}
      suffix={
        <button
          type="button"
          // The name does not contain "password", so that a search for the password field finds one control. The
          // description names the field.
          aria-describedby={`${id}-label`}
          disabled={disabled}
          className={cx(
            '-mr-1 cursor-pointer rounded-field px-1.5 py-1 font-medium text-base-content/70 text-xs',
            'hover:text-base-content',
          )}
          onClick={() => setShown(!shown)}
        >
          {shown ? 'Hide' : 'Show'}
        </button>
      }
    />
  )
}

export interface TextAreaProps extends FieldBase, Native<TextareaHTMLAttributes<HTMLTextAreaElement>> {
  value: string
  onChange: (value: string) => void
  ref?: Ref<HTMLTextAreaElement> | undefined
}

/** Renders a multi-line text field that grows with its content where the browser supports it. */
export function TextArea({ value, onChange, id: given, rows = 3, ...props }: TextAreaProps) {
  const id = useControlId(given)
  const [field, area] = splitProps(props)
  return (
    <FieldLayout {...field} id={id}>
      <textarea
        {...area}
        id={id}
        rows={rows}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        {...ariaOf(id, field)}
        className={cx('textarea field-sizing-content max-h-80 min-h-20 leading-relaxed', CONTROL)}
      />
    </FieldLayout>
  )
}

/** An option of a select or radio group. */
export interface Choice<T extends string = string> {
  value: T
  label: string
  help?: ReactNode
  disabled?: boolean | undefined
}

export interface SelectFieldProps<T extends string> extends FieldBase {
  value: T | ''
  onChange: (value: T) => void
  options: readonly Choice<T>[]
  /** Shown while nothing is selected. */
  placeholder?: string | undefined
  disabled?: boolean | undefined
  id?: string | undefined
  name?: string | undefined
}

/** Renders a native dropdown, with the platform's own behavior on phones and keyboards. */
export function SelectField<T extends string>({
  value,
  onChange,
  options,
  placeholder,
  disabled,
  id: given,
  name,
  ...field
}: SelectFieldProps<T>) {
  const id = useControlId(given)
  return (
    <FieldLayout {...field} id={id}>
      <select
        id={id}
        name={name}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value as T)}
        {...ariaOf(id, field)}
        className={cx('select', CONTROL, value === '' && 'text-base-content/70')}
      >
        {placeholder === undefined ? null : (
          <option value="" disabled={field.required}>
            {placeholder}
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled} className="text-base-content">
            {option.label}
          </option>
        ))}
      </select>
    </FieldLayout>
  )
}

export interface RadioGroupProps<T extends string> extends FieldBase {
  value: T | ''
  onChange: (value: T) => void
  options: readonly Choice<T>[]
  disabled?: boolean | undefined
  /** Places the options side by side from the `sm` breakpoint on. */
  inline?: boolean | undefined
}

/** Renders a few exclusive options as cards with help text. */
export function RadioGroup<T extends string>({
  value,
  onChange,
  options,
  disabled,
  inline,
  ...field
}: RadioGroupProps<T>) {
  const id = useId()
  return (
    <FieldGroup {...field} id={id}>
      <div className={cx('grid grid-cols-1 gap-2', inline && 'sm:auto-cols-fr sm:grid-flow-col sm:grid-cols-none')}>
        {options.map((option) => (
          <label
            key={option.value}
            className={cx(
              'flex cursor-pointer items-start gap-3 rounded-field border border-base-300 px-3.5 py-3',
              'text-sm has-checked:border-primary has-checked:bg-primary/5',
              'has-disabled:cursor-not-allowed has-disabled:opacity-60',
            )}
          >
            <input
              type="radio"
              name={id}
              value={option.value}
              checked={value === option.value}
              disabled={disabled || option.disabled}
              onChange={() => onChange(option.value)}
              className="radio radio-sm checked:radio-primary mt-px border-base-content/50"
            />
            <span className="min-w-0">
              <span className="font-medium">{option.label}</span>
              {option.help ? <span className="mt-0.5 block text-base-content/70">{option.help}</span> : null}
            </span>
          </label>
        ))}
      </div>
    </FieldGroup>
  )
}
