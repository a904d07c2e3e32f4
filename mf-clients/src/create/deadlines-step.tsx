import { todayIn } from '@portal/contract/dates'
import { PERSONAL_LINE_MAX } from '@portal/contract/limits'
import { personalLineProblem } from '@portal/contract/personal-line'
import { DueDateField } from '@portal/kit/ui/due-date-field'
import { TextField } from '@portal/kit/ui/fields'
import { useUser } from '@portal/sdk'
import { DeadlineFields } from '../picker/deadline-fields.tsx'
import type { CreationFlowState } from './use-creation.ts'

const labelOf = (name: string): string => `Due date of "${name}"`

/** Shows step 3: a due date for each workform, the notes, and a personal line for the client. */
export function DeadlinesStep({ creation }: { creation: CreationFlowState }) {
  const { state, set, field, setDueDate, marked } = creation
  const { selected, more, personalLine } = state
  const today = todayIn(useUser().time_zone)
  const isMarked = marked.step === 2
  const several = selected && more.some(({ workform }) => workform)
  return (
    <div className="grid gap-4">
      <DeadlineFields
        {...state}
        clientId={null}
        marked={isMarked}
        onChange={set}
        label={several ? labelOf(selected.name) : undefined}
        who={several ? 'this client, for all of these workforms' : undefined}
      >
        {more.map(({ workform, dueDate }, i) =>
          workform ? (
            <DueDateField
              key={workform.id}
              label={labelOf(workform.name)}
              required
              value={dueDate}
              today={today}
              error={isMarked && !dueDate ? 'This field is required.' : undefined}
              onChange={(day) => setDueDate(i + 1, day)}
              className="sm:max-w-72"
            />
          ) : null,
        )}
      </DeadlineFields>
      <TextField
        label="Personal line"
        help="Quoted in the invitation. Without links, addresses or phone numbers."
        maxLength={PERSONAL_LINE_MAX}
        autoComplete="off"
        {...field('personalLine')}
        error={personalLine ? personalLineProblem(personalLine) : undefined}
      />
    </div>
  )
}
