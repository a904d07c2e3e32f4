import { REMINDER_HOURS } from '@portal/contract/limits'
import { TONES } from '@portal/contract/no-preferences'
import type { Preferences } from '@portal/contract/preferences'
import { Button } from '@portal/kit/ui/button'
import { CheckboxGroup } from '@portal/kit/ui/checkbox-group'
import { DateField, type DateFieldProps } from '@portal/kit/ui/date-field'
import { SelectField, TextField } from '@portal/kit/ui/fields'
import { useState } from 'react'
import {
  applyForm,
  EDITABLE,
  type EditableKind,
  initialForm,
  type PreferenceForm,
  WEEKDAYS,
} from './preference-form.ts'

const TONE_OPTIONS = TONES.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }))

interface AddPreferenceProps {
  /** The preference to change; undefined to add one. */
  kind: EditableKind | undefined
  /** The preferences when the form was opened. */
  preferences: Preferences
  /** The preferences without the one that is changed. */
  rest: Preferences
  /** Called on each change, so that nothing is lost when the form around it is submitted. */
  onChange: (preferences: Preferences) => void
  onDone: () => void
  onCancel: () => void
}

/** Shows the form that adds or changes one preference. */
export function AddPreference({ kind: given, preferences, rest, onChange, onDone, onCancel }: AddPreferenceProps) {
  const [kind, setKind] = useState<EditableKind>(given ?? 'quiet')
  const [form, setForm] = useState(() => initialForm(preferences, rest, kind))
  const [problem, setProblem] = useState<string>()
  const edit = (next: EditableKind, values: PreferenceForm): void => {
    setKind(next)
    setForm(values)
    setProblem(undefined)
    const result = applyForm(next, values, rest)
    onChange('problem' in result ? preferences : result.preferences)
  }
  const finish = (): void => {
    const result = applyForm(kind, form, rest)
    if ('problem' in result) return setProblem(result.problem)
    onChange(result.preferences)
    onDone()
  }
  return (
    <fieldset className="grid min-w-0 gap-3 rounded-field bg-base-200 p-3">
      <legend className="sr-only">{given ? 'Change this preference' : 'Add a preference'}</legend>
      {given ? null : (
        <SelectField
          label="Preference"
          value={kind}
          options={EDITABLE}
          onChange={(next) => edit(next, initialForm(preferences, rest, next))}
        />
      )}
      <Fields kind={kind} form={form} onChange={(change) => edit(kind, { ...form, ...change })} />
      {problem ? (
        <p role="alert" className="text-error text-sm">
          {problem}
        </p>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="primary" onClick={finish}>
          {given ? 'Change' : 'Add'}
        </Button>
        <Button size="sm" onClick={onCancel}>
          Discard
        </Button>
      </div>
    </fieldset>
  )
}

interface FieldsProps {
  kind: EditableKind
  form: PreferenceForm
  onChange: (change: Partial<PreferenceForm>) => void
}

/** Shows a date field that tells an incomplete date from none, since some dates are optional. */
const Day = (props: DateFieldProps) => <DateField {...props} passIncomplete className="w-44" />

/** Shows the fields of one kind of preference. */
function Fields({ kind, form, onChange }: FieldsProps) {
  switch (kind) {
    case 'quiet':
      return (
        <div className="flex flex-wrap gap-3">
          <Day label="From" value={form.from} onChange={(from) => onChange({ from })} />
          <Day label="Until" value={form.until} onChange={(until) => onChange({ until })} />
        </div>
      )
    case 'only_on':
      return <DaysFields form={form} onChange={onChange} />
    case 'not_before':
      return <Day label="Date" value={form.day} onChange={(day) => onChange({ day })} />
    case 'hold':
      return <Day label="Ask me on (optional)" value={form.day} onChange={(day) => onChange({ day })} />
    case 'times':
      return <TimesFields form={form} onChange={onChange} />
    case 'every':
    case 'max':
      return (
        <TextField
          label={kind === 'every' ? 'Days from one reminder to the next' : 'Maximum number of reminders'}
          inputMode="numeric"
          value={form.number}
          onChange={(number) => onChange({ number })}
          className="w-44"
        />
      )
    case 'tone':
      return <ToneFields form={form} onChange={onChange} />
    case 'never':
      return null
    case 'parts':
      return <PartFields form={form} onChange={onChange} />
    default:
      return (
        <TextField
          label="Documents"
          help="Separate several with commas."
          value={form.text}
          onChange={(text) => onChange({ text })}
        />
      )
  }
}

const DATES_MAX = 20

/** Shows a field for each date and an empty one for the next. */
function DaysFields({ form: { days }, onChange }: Omit<FieldsProps, 'kind'>) {
  const shown = days.length < DATES_MAX ? [...days, ''] : days
  return (
    <div className="flex flex-wrap gap-3">
      {shown.map((day, i) => (
        <Day
          key={i}
          label={i === days.length ? 'Date' : `Date ${i + 1}`}
          value={day}
          onChange={(next) => onChange({ days: shown.with(i, next).filter(Boolean) })}
        />
      ))}
    </div>
  )
}

function PartFields({ form, onChange }: Omit<FieldsProps, 'kind'>) {
  return (
    <>
      <TextField
        label="Documents"
        help="Names of sections, separated with commas. Leave empty for all others."
        value={form.text}
        onChange={(text) => onChange({ text })}
      />
      <div className="flex flex-wrap gap-3">
        <Day label="Not before" value={form.from} onChange={(from) => onChange({ from })} />
        <Day label="Due" value={form.until} onChange={(until) => onChange({ until })} />
      </div>
    </>
  )
}

function ToneFields({ form, onChange }: Omit<FieldsProps, 'kind'>) {
  return (
    <div className="flex flex-wrap gap-3">
      <SelectField
        label="Until the due date"
        value={form.before}
        options={TONE_OPTIONS}
        onChange={(before) => onChange({ before })}
      />
      <SelectField
        label="After the due date"
        value={form.after}
        options={TONE_OPTIONS}
        onChange={(after) => onChange({ after })}
      />
    </div>
  )
}

function TimesFields({ form, onChange }: Omit<FieldsProps, 'kind'>) {
  const bounds = { min: REMINDER_HOURS.from, max: REMINDER_HOURS.until }
  return (
    <>
      <CheckboxGroup
        label="Days"
        value={form.weekdays}
        options={WEEKDAYS}
        onChange={(weekdays) => onChange({ weekdays })}
      />
      <div className="flex flex-wrap gap-3">
        <TextField
          type="time"
          label="From"
          {...bounds}
          value={form.start}
          onChange={(start) => onChange({ start })}
          className="w-36"
        />
        <TextField
          type="time"
          label="Until"
          {...bounds}
          value={form.end}
          onChange={(end) => onChange({ end })}
          className="w-36"
        />
      </div>
    </>
  )
}
