import { todayIn } from '@portal/contract/dates'
import type { WorkformSummary } from '@portal/contract/workforms'
import { Checkbox } from '@portal/kit/ui/checkbox-group'
import { DueDateField } from '@portal/kit/ui/due-date-field'
import { useUser } from '@portal/sdk'
import { dueDateAfterChoice } from '../picker/default-due-date.ts'
import { WorkformPicker } from '../picker/workform-picker.tsx'
import { InvitationLimit } from './invitation-limit.tsx'

/** What the clients receive in addition to their record, as entered. */
export interface ImportSettings {
  invite: boolean
  workform: WorkformSummary | null
  /** yyyy-mm-dd, or '' for none. */
  dueDate: string
}
export const DEFAULT_SETTINGS: ImportSettings = { invite: true, workform: null, dueDate: '' }

export interface OptionsProps {
  settings: ImportSettings
  onChange: (change: Partial<ImportSettings>) => void
  /** Whether missing values are marked. */
  marked: boolean
  /** Number of clients that are imported; 0 while it is not known. */
  clients: number
}

/** Shows whether the clients are invited now, and which workform they all get. */
export function Options({ settings: { invite, workform, dueDate }, onChange, marked, clients }: OptionsProps) {
  const today = todayIn(useUser().time_zone)
  return (
    <div className="mt-1 grid gap-4 border-base-300 border-t pt-5 sm:grid-cols-2">
      <div className="sm:col-span-2">
        <Checkbox
          label="Send each client an invitation now"
          checked={invite}
          onChange={(on) => onChange({ invite: on })}
        />
        {invite ? (
          <InvitationLimit clients={clients} />
        ) : (
          <p className="mt-1 pl-8 text-base-content/70 text-sm">
            No email is sent. You can invite each client later from the client details.
          </p>
        )}
      </div>
      <WorkformPicker
        label="Workform for all clients"
        choice="templates"
        placeholder="No workform"
        value={workform}
        onChange={(next) => onChange({ workform: next, dueDate: dueDateAfterChoice(dueDate, workform, next, today) })}
        onClear={() => onChange({ workform: null, dueDate: dueDateAfterChoice(dueDate, workform, null, today) })}
      />
      {workform ? (
        <DueDateField
          label="Due Date"
          required
          value={dueDate}
          today={today}
          error={marked && !dueDate ? 'This field is required.' : undefined}
          onChange={(day) => onChange({ dueDate: day })}
        />
      ) : null}
    </div>
  )
}
