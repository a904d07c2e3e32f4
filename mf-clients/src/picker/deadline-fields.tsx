import { todayIn } from '@portal/contract/dates'
import { DateField } from '@portal/kit/ui/date-field'
import { TextArea } from '@portal/kit/ui/fields'
import { useUser } from '@portal/sdk'

export interface DeadlineFieldsProps {
  dueDate: string
  notes: string
  /** Whether missing values are marked. */
  marked?: boolean | undefined
  onChange: (change: { dueDate?: string; notes?: string }) => void
}

/** Shows the fields for due date and notes. Past days cannot be chosen. */
export function DeadlineFields({ dueDate, notes, marked, onChange }: DeadlineFieldsProps) {
  const user = useUser()
  return (
    <div className="grid gap-4">
      <DateField
        label="Due Date"
        required
        value={dueDate}
        min={todayIn(user.time_zone)}
        error={marked && !dueDate ? 'This field is required.' : undefined}
        onChange={(day) => onChange({ dueDate: day })}
        className="sm:max-w-60"
      />
      <TextArea
        label="Notes"
        help="Instructions for this client. Reminders take them into account."
        maxLength={4000}
        rows={4}
        value={notes}
        onChange={(text) => onChange({ notes: text })}
      />
    </div>
  )
}
