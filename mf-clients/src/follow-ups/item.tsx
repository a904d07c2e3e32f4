import type { FollowUp } from '@portal/contract/agent'
import { Badge } from '@portal/kit/ui/badge'
import { Button } from '@portal/kit/ui/button'
import { api, call } from '@portal/sdk'
import { type ReactNode, useState } from 'react'
import { EditFollowUp } from './edit-dialog.tsx'
import { useFollowUpChange } from './queries.ts'
import { clientTime, reasonsFor } from './reasons.ts'

function StateBadge({ followUp }: { followUp: FollowUp }) {
  if (followUp.state === 'skipped') return <Badge>Skipped</Badge>
  if (followUp.kind === 'escalation')
    return <Badge tone="yellow">{followUp.state === 'sent' ? 'You were notified' : 'You will be notified'}</Badge>
  if (followUp.state === 'sent') return <Badge tone="green">Sent</Badge>
  return <Badge tone="blue">Planned</Badge>
}

const SOURCES = { bookkeeper: 'Your text', model: 'Written by the agent', template: 'From the template' } as const

/** Shows a follow-up with its time and reasons. Planned messages can be edited or skipped. */
export function FollowUpItem({ followUp, heading }: { followUp: FollowUp; heading?: ReactNode }) {
  const { subject, text, state, kind, source } = followUp
  return (
    <li className="flex flex-col gap-1.5 px-4 py-3.5">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        {heading}
        <time dateTime={followUp.at} className="tabular-nums">
          {clientTime(followUp.at, followUp.time_zone)}
        </time>
        <StateBadge followUp={followUp} />
      </div>
      <ul className="text-base-content/70 text-sm">
        {reasonsFor(followUp).map((reason) => (
          <li key={reason} className="wrap-anywhere">
            {reason}
          </li>
        ))}
      </ul>
      <details className="group text-sm">
        <summary className="cursor-pointer wrap-anywhere font-medium">{subject}</summary>
        <p className="mt-2 whitespace-pre-line wrap-anywhere border-base-300 border-l-2 pl-3">{text}</p>
        {kind === 'message' ? <p className="mt-2 text-base-content/70 text-xs">{SOURCES[source]}</p> : null}
      </details>
      {followUp.outdated ? (
        <p className="text-sm text-warning">The client’s progress has changed since you wrote this text.</p>
      ) : null}
      {state !== 'sent' && kind === 'message' ? <ItemActions followUp={followUp} /> : null}
    </li>
  )
}

function ItemActions({ followUp }: { followUp: FollowUp }) {
  const [editing, setEditing] = useState(false)
  const { client_id, day, subject, state } = followUp
  const skipped = state === 'skipped'
  const route = api['follow-ups'].clients[':id'].days[':day'].skip
  const skip = useFollowUpChange(
    () => call(route.$put({ param: { id: client_id, day }, json: { skipped: !skipped } })),
    skipped ? 'Follow-up will be sent' : 'Follow-up skipped',
  )
  const name = `${subject}, ${clientTime(followUp.at, followUp.time_zone)}`
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => setEditing(true)} aria-label={`Edit ${name}`}>
          Edit
        </Button>
        <Button
          size="sm"
          busy={skip.isPending}
          onClick={() => skip.mutate()}
          aria-label={`${skipped ? 'Send after all' : 'Skip'} ${name}`}
        >
          {skipped ? 'Send after all' : 'Skip'}
        </Button>
      </div>
      {editing ? <EditFollowUp followUp={followUp} onClose={() => setEditing(false)} /> : null}
    </>
  )
}
