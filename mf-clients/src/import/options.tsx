import { todayIn } from '@portal/contract/dates'
import { Checkbox } from '@portal/kit/ui/checkbox-group'
import { DateField } from '@portal/kit/ui/date-field'
import { SelectField } from '@portal/kit/ui/fields'
import { useUser } from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { useLiveWorkforms } from '../queries/live.ts'
import { templatesQuery } from '../queries/workforms.ts'

/** What the clients get beside their record, as it is being chosen. */
export interface Wishes {
  invite: boolean
  /** Id of a template; '' for none. */
  workformId: string
  /** yyyy-mm-dd, or ''. */
  dueDate: string
}
export const NO_WISHES: Wishes = { invite: true, workformId: '', dueDate: '' }

const NONE = 'none'

export interface OptionsProps {
  wishes: Wishes
  onChange: (change: Partial<Wishes>) => void
  /** Mark what is missing. */
  marked: boolean
}

/** Whether the clients are invited now, and which workform they all get, if any. */
export function Options({ wishes: { invite, workformId, dueDate }, onChange, marked }: OptionsProps) {
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
          label="Send each client an invitation mail now"
          checked={invite}
          onChange={(on) => onChange({ invite: on })}
        />
        {invite ? null : (
          <p className="mt-1 pl-8 text-base-content/70 text-sm">
            No mail is sent. You can invite each of them later, from their details.
          </p>
        )}
      </div>
      <SelectField
        label="Assign to all of them"
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
