import { decimalMark, localeNumber, type NumberBounds, toStoredNumber } from '@portal/contract/numbers'
import { useState } from 'react'
import { TextField, type TextFieldProps } from './fields.tsx'

export interface NumberFieldProps extends Omit<TextFieldProps, 'type' | 'inputMode' | 'min' | 'max'>, NumberBounds {}

/** Holds the text of the control: as typed until it is left, then the number as it was read, in the person's format. */
function useNumberText({ value, onChange, decimals }: NumberFieldProps) {
  const [text, setText] = useState(() => localeNumber(value))
  const [passed, setPassed] = useState(value)
  if (value !== passed) {
    setPassed(value)
    setText(localeNumber(value))
  }
  const type = (next: string): void => {
    const stored = toStoredNumber(next, { decimal: decimalMark(), decimals })
    setText(next)
    setPassed(stored)
    if (stored !== value) onChange(stored)
  }
  return { text, type, leave: () => setText(localeNumber(passed)) }
}

/** A number, typed in the format of the person. `value` is as `toStoredNumber` says; what cannot be read fails `numberProblem`. */
export function NumberField(props: NumberFieldProps) {
  const { text, type, leave } = useNumberText(props)
  const { min, max: _, decimals, onBlur, ...field } = props
  return (
    <TextField
      {...field}
      value={text}
      onChange={type}
      onBlur={(event) => {
        leave()
        onBlur?.(event)
      }}
      // A phone's keyboard for numbers has no minus.
      inputMode={min !== undefined && min < 0 ? 'text' : decimals === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
    />
  )
}
