import { type Answer, type FileAnswer, takesFiles, type WorkformField } from '@portal/contract/fields'
import type { ReactNode } from 'react'
import { Checkbox, CheckboxGroup } from '../../ui/checkbox-group.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { FieldGroup } from '../../ui/field-layout.tsx'
import { SelectField, TextArea, TextField } from '../../ui/fields.tsx'
import { NumberField } from '../../ui/number-field.tsx'

export interface FieldInputProps {
  field: WorkformField
  /** The current answer; undefined without one. */
  value: Answer | undefined
  onChange: (answer: Answer) => void
  error?: string | undefined
  disabled?: boolean | undefined
  /** Renders the control of a file or download-reupload field with the files uploaded so far. */
  renderFiles?: ((field: WorkformField, files: FileAnswer[]) => ReactNode) | undefined
}

const isFile = (v: string | FileAnswer): v is FileAnswer => typeof v !== 'string'
const textOf = (v: Answer | undefined): string => (typeof v === 'string' || typeof v === 'number' ? String(v) : '')

/** Returns the files of an answer; none if it holds something else. */
export function filesOf(answer: Answer | undefined): FileAnswer[] {
  return Array.isArray(answer) ? (answer as (string | FileAnswer)[]).filter(isFile) : []
}

/** Returns the selected options of an answer. */
export function choicesOf(answer: Answer | undefined): string[] {
  if (typeof answer === 'string' && answer !== '') return [answer]
  return Array.isArray(answer) ? (answer as (string | FileAnswer)[]).filter((v) => typeof v === 'string') : []
}

/** Renders the control of a workform field, as a client fills it in and a bookkeeper previews it. */
export function FieldInput({ field, value, onChange, error, disabled, renderFiles }: FieldInputProps) {
  const common = { label: field.name, help: field.helpText, helpFirst: true, error, required: field.required, disabled }
  const text = { ...common, value: textOf(value), onChange }
  if (takesFiles(field)) {
    const { disabled: _, ...frame } = common
    return (
      <FieldGroup {...frame} id={`files-${field.id}`}>
        {field.instructionText ? <p className="mb-3 whitespace-pre-line text-sm">{field.instructionText}</p> : null}
        {renderFiles?.(field, filesOf(value))}
      </FieldGroup>
    )
  }
  switch (field.type) {
    case 'long-text':
      return <TextArea {...text} rows={4} maxLength={20_000} />
    case 'email':
      return <TextField {...text} type="email" inputMode="email" autoComplete="email" maxLength={254} />
    case 'number':
      return <NumberField {...text} min={field.min} max={field.max} decimals={field.decimals} />
    case 'date':
      return <DateField {...text} passIncomplete />
    case 'dropdown':
      return (
        <SelectField
          {...text}
          // Browsers show the first option in place of one that was renamed.
          value={field.options?.includes(text.value) ? text.value : ''}
          placeholder="Choose an option"
          options={(field.options ?? []).map((option) => ({ value: option, label: option }))}
        />
      )
    case 'checkbox':
      return field.options?.length ? (
        <CheckboxGroup {...common} value={choicesOf(value)} onChange={onChange} options={field.options} />
      ) : (
        <FieldGroup label={field.name} hideLabel help={field.helpText} error={error} id={`check-${field.id}`}>
          <Checkbox
            label={field.required ? `${field.name}*` : field.name}
            checked={value === true}
            onChange={onChange}
            disabled={disabled}
          />
        </FieldGroup>
      )
    default:
      return <TextField {...text} maxLength={20_000} />
  }
}
