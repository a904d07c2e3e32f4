import { todayIn } from '@portal/contract/dates'
import { Checkbox } from '@portal/kit/ui/checkbox-group'
import { DateField } from '@portal/kit/ui/date-field'
import { SelectField } from '@portal/kit/ui/fields'
import { useUser } from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { useLiveWorkforms } from '../queries/live.ts'
import { templatesQuery } from '../queries/workforms.ts'

/** What the clients receive in addition to their record, as entered. */
export interface ImportSettings {
  invite: boolean
  /** Id of a template, or '' for none. */
  workformId: string
  /** yyyy-mm-dd, or '' for none. */
  dueDate: string
}
export const DEFAULT_SETTINGS: ImportSettings = { invite: true, workformId: '', dueDate: '' }

const NONE = 'none'

export interface OptionsProps {
  settings: ImportSettings
  onChange: (change: Partial<ImportSettings>) => void
  /** Whether missing values are marked. */
  marked: boolean
}

/** Shows whether the clients are invited now, and which workform they all get. */
export function Options({ settings: { invite, workformId, dueDate }, onChange, marked }: OptionsProps) {
  useLiveWorkforms()
  const today = todayIn(useUser().time_zone)
  const { data } = useQuery(templatesQuery)
  const options = [
    { value: NONE, label: 'No workform' },
    ...(data ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <div className="mt-5 grid gap-4 border-base-300 border-t pt-5 sm:grid-cols-2">
      <div className="sm:col-span-2">
        <Checkbox
          label="Send each client an invitation now"
          checked={invite}
          onChange={(on) => onChange({ invite: on })}
        />
        {invite ? null : (
          <p className="mt-1 pl-8 text-base-content/70 text-sm">
            No mail is sent. You can invite each client later from the client details.
          </p>
        )}
      </div>
      <SelectField
        label="Workform for all clients"
        value={workformId || NONE}
        options={options}
        onChange={(id) => onChange({ workformId: id === NONE ? '' : id })}
      />
      {workformId ? (
        <DateField
          label="Due Date"
          required
          value={dueDate}
          min={today}
          error={marked && !dueDate ? 'This field is required.' : undefined}
          onChange={(day) => onChange({ dueDate: day })}
        />
      ) : null}
    </div>
  )
}
