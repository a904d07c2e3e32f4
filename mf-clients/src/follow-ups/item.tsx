import type { FollowUp } from '@portal/contract/agent'
import type { ClientPromise } from '@portal/contract/promises'
import { PromiseOffer } from '@portal/kit/features/chat/promise-offer'
import { Badge } from '@portal/kit/ui/badge'
import { Button } from '@portal/kit/ui/button'
import { api, call, useUser } from '@portal/sdk'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { cityOf } from '../preferences/next-reminder.ts'
import { EditFollowUp } from './edit-dialog.tsx'
import { useFollowUpChange } from './queries.ts'
import { clientTime, reasonsFor, writtenOn } from './reasons.ts'

function StateBadge({ followUp }: { followUp: FollowUp }) {
  if (followUp.state === 'skipped') return <Badge>Skipped</Badge>
  if (followUp.kind === 'escalation')
    return <Badge tone="yellow">{followUp.state === 'sent' ? 'You were notified' : 'You will be notified'}</Badge>
  if (followUp.state === 'sent') return <Badge tone="green">Sent</Badge>
  return followUp.held_since ? <Badge tone="yellow">On hold</Badge> : <Badge tone="blue">Planned</Badge>
}

interface OnHoldProps {
  client: { id: string; name: string }
  since: string
  promise: ClientPromise | null
}

/** Says why nothing is sent to a client, with a link to the chat, and offers the date in the message. */
export function OnHold({ client, since, promise }: OnHoldProps) {
  return (
    <div className="grid justify-items-start gap-1.5 text-sm">
      <p className="wrap-anywhere">
        On hold: {client.name} wrote {writtenOn(since)}.{' '}
        <Link to="/chat" search={{ client: client.id } as never} className="link link-primary">
          Read the message<span className="sr-only"> of {client.name}</span>
        </Link>
      </p>
      {promise ? (
        <>
          <q className="wrap-anywhere text-base-content/70">{promise.text}</q>
          <PromiseOffer client={client} promise={promise} />
        </>
      ) : null}
    </div>
  )
}

const SOURCES = { bookkeeper: 'Your text', model: 'Written by the agent', template: 'From the template' } as const

/** Shows a follow-up with its time and reasons. Planned messages can be edited, and invitations too can be skipped. */
export function FollowUpItem({ followUp, heading }: { followUp: FollowUp; heading?: ReactNode }) {
  const { subject, text, state, kind, source } = followUp
  const user = useUser()
  return (
    <li className="flex flex-col gap-1.5 px-4 py-3.5">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        {heading}
        <time dateTime={followUp.at} className="tabular-nums">
          {clientTime(followUp.at, followUp.time_zone)}
          {followUp.time_zone === user.time_zone ? '' : ` in ${cityOf(followUp.time_zone)}`}
        </time>
        <StateBadge followUp={followUp} />
      </div>
      {heading && followUp.held_since && kind !== 'escalation' ? (
        <OnHold
          client={{ id: followUp.client_id, name: followUp.client_name }}
          since={followUp.held_since}
          promise={followUp.promise}
        />
      ) : null}
      {followUp.is_invitation && state !== 'sent' ? (
        <p className="text-sm">Never signed up: a new invitation is sent instead of a reminder.</p>
      ) : null}
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
      {state !== 'sent' && kind !== 'escalation' ? <ItemActions followUp={followUp} /> : null}
    </li>
  )
}

function ItemActions({ followUp }: { followUp: FollowUp }) {
  const [editing, setEditing] = useState(false)
  const { client_id, day, subject, state, is_invitation } = followUp
  const skipped = state === 'skipped'
  const route = api['follow-ups'].clients[':id'].days[':day'].skip
  const put = (value: boolean) => call(route.$put({ param: { id: client_id, day }, json: { skipped: value } }))
  const skip = useFollowUpChange(() => put(!skipped), skipped ? 'Follow-up will be sent' : 'Follow-up skipped', {
    undo: () => put(skipped),
  })
  const name = `${subject}, ${clientTime(followUp.at, followUp.time_zone)}`
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {is_invitation ? null : (
          <Button size="sm" onClick={() => setEditing(true)} aria-label={`Edit ${name}`}>
            Edit
          </Button>
        )}
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
