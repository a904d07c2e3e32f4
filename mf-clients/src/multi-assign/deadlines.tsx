import { todayIn } from '@portal/contract/dates'
import { IconButton } from '@portal/kit/ui/button'
import { DueDateField } from '@portal/kit/ui/due-date-field'
import { EmailText } from '@portal/kit/ui/email-text'
import { LoadMore } from '@portal/kit/ui/pagination'
import { useUser } from '@portal/sdk'
import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Chosen } from './selection.ts'

export interface DeadlinesProps {
  chosen: readonly Chosen[]
  /** The date for all clients, or ''. */
  commonDate: string
  /** Whether missing dates are marked. The first of them takes the focus. */
  marked: boolean
  disabled: boolean
  onCommonDate: (day: string) => void
  onChange: (id: string, day: string) => void
  onRemove: (client: Chosen['client']) => void
}

/** Number of clients shown at first, and added by each "Show more". Hidden ones are submitted too. */
const PAGE_SIZE = 50

/** Shows a due date for each selected client, and a date field for all of them. */
export function Deadlines({ chosen, commonDate, onCommonDate, ...props }: DeadlinesProps) {
  const { marked, disabled } = props
  const today = todayIn(useUser().time_zone)
  const fieldset = useRef<HTMLFieldSetElement>(null)
  const [limit, setLimit] = useState(PAGE_SIZE)
  // The first missing date must be shown, since it takes the focus.
  const count = marked ? Math.max(limit, chosen.findIndex((c) => !c.dueDate) + 1) : limit
  useEffect(() => {
    if (marked) fieldset.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [marked])
  return (
    <fieldset ref={fieldset} className="min-w-0" disabled={disabled}>
      <legend className="mb-1.5 font-medium text-sm">Due dates</legend>
      {chosen.length === 0 ? (
        <p className="rounded-field border border-base-300 border-dashed px-4 py-5 text-base-content/70 text-sm">
          Select clients first, then set a due date for each.
        </p>
      ) : (
        <>
          <DueDateField
            label="Same date for all"
            value={commonDate}
            today={today}
            disabled={disabled}
            onChange={onCommonDate}
            className="sm:max-w-72"
          />
          <ul className="mt-3 max-h-80 divide-y divide-base-300 overflow-y-auto rounded-field border border-base-300">
            {chosen.slice(0, count).map((entry) => (
              <Deadline key={entry.client.id} entry={entry} today={today} {...props} />
            ))}
            {chosen.length > count ? (
              <li>
                <LoadMore hasMore loading={false} auto label="Show more" onMore={() => setLimit(count + PAGE_SIZE)} />
              </li>
            ) : null}
          </ul>
        </>
      )}
    </fieldset>
  )
}

interface DeadlineProps extends Pick<DeadlinesProps, 'marked' | 'disabled' | 'onChange' | 'onRemove'> {
  entry: Chosen
  today: string
}

function Deadline({ entry: { client, dueDate, problem }, today, marked, disabled, onChange, onRemove }: DeadlineProps) {
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 px-3.5 py-2.5">
      <div className="min-w-40 flex-1 text-sm">
        <p className="wrap-anywhere font-medium">{client.name}</p>
        <p className="text-base-content/70 text-xs">
          <EmailText email={client.email} />
        </p>
        {problem ? <p className="mt-1 wrap-anywhere text-error text-xs">{problem}</p> : null}
      </div>
      <div className="flex items-start gap-1">
        <DueDateField
          compact
          label={`Due date for ${client.name}`}
          hideLabel
          value={dueDate}
          today={today}
          disabled={disabled}
          error={marked && !dueDate ? 'Please choose a date.' : undefined}
          onChange={(day) => onChange(client.id, day)}
          className="w-44"
        />
        <IconButton
          label={`Remove ${client.name}`}
          disabled={disabled}
          onClick={() => onRemove(client)}
          className="mt-1"
          icon={<X />}
        />
      </div>
    </li>
  )
}
