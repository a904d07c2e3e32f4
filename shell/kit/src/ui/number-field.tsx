import { decimalMark, localeNumber, type NumberBounds, toStoredNumber } from '@portal/contract/numbers'
import { useState } from 'react'
import { TextField, type TextFieldProps } from './fields.tsx'

export interface NumberFieldProps extends Omit<TextFieldProps, 'type' | 'inputMode' | 'min' | 'max'>, NumberBounds {}

/** Holds the text of the control: as typed until the control loses focus, then formatted for the user's locale. */
function useNumberText({ value, onChange, decimals }: NumberFieldProps) {
  const [text, setText] = useState(() => localeNumber(value))
  const [known, setKnown] = useState(value)
  if (value !== known) {
    setKnown(value)
    setText(localeNumber(value))
  }
  const type = (next: string): void => {
    const stored = toStoredNumber(next, { decimal: decimalMark(), decimals })
    setText(next)
    setKnown(stored)
    if (stored !== value) onChange(stored)
  }
  return { text, type, onLeave: () => setText(localeNumber(known)) }
}

/**
 * Renders a number field in the format of the user's locale. `value` is in the form of `toStoredNumber`; text that is
 * not a number fails `numberProblem`.
 */
export function NumberField(props: NumberFieldProps) {
  const { text, type, onLeave } = useNumberText(props)
  const { min, max: _, decimals, onBlur, ...field } = props
  return (
    <TextField
      {...field}
      value={text}
      onChange={type}
      onBlur={(event) => {
        onLeave()
        onBlur?.(event)
      }}
      // The numeric keyboard of a phone has no minus.
      inputMode={min !== undefined && min < 0 ? 'text' : decimals === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
    />
  )
}
