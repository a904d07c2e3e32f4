import { todayIn } from '@portal/contract/dates'
import { DueDateField } from '@portal/kit/ui/due-date-field'
import { useUser } from '@portal/sdk'
import type { ReactNode } from 'react'
import { PreferencesEditor } from '../preferences/preferences-editor.tsx'
import type { Instructions } from '../preferences/suggestion.ts'

export interface DeadlineFieldsProps extends Instructions {
  dueDate: string
  /** Null for a client who is not created yet. */
  clientId: string | null
  /** Whether missing values are marked. */
  marked?: boolean | undefined
  onChange: (change: Partial<Instructions> & { dueDate?: string }) => void
  /** Label of the due date, if there are several. */
  label?: string | undefined
  /** Whom the notes are about. */
  who?: string | undefined
  /** Shown between due date and notes. */
  children?: ReactNode
}

/** Shows the fields for due date, notes and preferences. Past days cannot be chosen. */
export function DeadlineFields({
  dueDate,
  notes,
  preferences,
  read,
  seen,
  clientId,
  marked,
  onChange,
  label = 'Due Date',
  who = 'this client',
  children,
}: DeadlineFieldsProps) {
  const user = useUser()
  return (
    <div className="grid gap-4">
      <DueDateField
        label={label}
        required
        value={dueDate}
        today={todayIn(user.time_zone)}
        error={marked && !dueDate ? 'This field is required.' : undefined}
        onChange={(day) => onChange({ dueDate: day })}
        className="sm:max-w-72"
      />
      {children}
      <PreferencesEditor
        who={who}
        value={{ notes, preferences, read, seen }}
        about={{ dueDate, clientId }}
        onChange={onChange}
      />
    </div>
  )
}
