import { todayIn } from '@portal/contract/dates'
import { IconButton } from '@portal/kit/ui/button'
import { DateField } from '@portal/kit/ui/date-field'
import { LoadMore } from '@portal/kit/ui/pagination'
import { useUser } from '@portal/sdk'
import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Chosen } from './selection.ts'

export interface DeadlinesProps {
  chosen: readonly Chosen[]
  /** The date that holds for all, or ''. */
  common: string
  /** Mark the dates that are missing; the first of them takes the focus. */
  marked: boolean
  disabled: boolean
  onCommon: (day: string) => void
  onChange: (id: string, day: string) => void
  onRemove: (id: string) => void
}

/** Clients shown at first, and added by each 'Show more': all are sent. */
const STEP = 50

/** A due date for every selected client: one for all, or each their own. */
export function Deadlines({ chosen, common, marked, disabled, onCommon, onChange, onRemove }: DeadlinesProps) {
  const today = todayIn(useUser().time_zone)
  const frame = useRef<HTMLFieldSetElement>(null)
  const [wanted, setWanted] = useState(STEP)
  // The first missing date is always shown: it takes the focus.
  const count = marked ? Math.max(wanted, chosen.findIndex((c) => !c.dueDate) + 1) : wanted
  useEffect(() => {
    if (marked) frame.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [marked])
  return (
    <fieldset ref={frame} className="min-w-0" disabled={disabled}>
      <legend className="mb-1.5 font-medium text-sm">Deadlines</legend>
      {chosen.length === 0 ? (
        <p className="rounded-field border border-base-300 border-dashed px-4 py-5 text-base-content/70 text-sm">
          Select clients first; each then gets a due date here.
        </p>
      ) : (
        <>
          <DateField
            label="Same date for all"
            value={common}
            min={today}
            disabled={disabled}
            onChange={onCommon}
            className="sm:max-w-60"
          />
          <ul className="mt-3 max-h-80 divide-y divide-base-300 overflow-y-auto rounded-field border border-base-300">
            {chosen.slice(0, count).map(({ client, dueDate, problem }) => (
              <li key={client.id} className="flex flex-wrap items-start gap-x-3 gap-y-2 px-3.5 py-2.5">
                <div className="min-w-40 flex-1 text-sm">
                  <p className="wrap-anywhere font-medium">{client.name}</p>
                  <p className="wrap-anywhere text-base-content/70 text-xs">{client.email}</p>
                  {problem ? <p className="mt-1 wrap-anywhere text-error text-xs">{problem}</p> : null}
                </div>
                <div className="flex items-start gap-1">
                  <DateField
                    label={`Due date for ${client.name}`}
                    hideLabel
                    value={dueDate}
                    min={today}
                    disabled={disabled}
                    error={marked && !dueDate ? 'Please choose a date.' : undefined}
                    onChange={(day) => onChange(client.id, day)}
                    className="w-44"
                  />
                  <IconButton
                    label={`Leave out ${client.name}`}
                    disabled={disabled}
                    onClick={() => onRemove(client.id)}
                    className="mt-1"
                  >
                    <X className="size-4" aria-hidden />
                  </IconButton>
                </div>
              </li>
            ))}
            {chosen.length > count ? (
              <li>
                <LoadMore hasMore loading={false} auto label="Show more" onMore={() => setWanted(count + STEP)} />
              </li>
            ) : null}
          </ul>
        </>
      )}
    </fieldset>
  )
}
