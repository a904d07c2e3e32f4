import type { AgentAssignment, AgentMode, ClientFollowUps, FollowUp } from '@portal/contract/agent'
import { todayHere } from '@portal/contract/dates'
import { longDay } from '@portal/kit/ui/time'
import { describeWishes } from '@portal/contract/describe-wishes'
import { Button } from '@portal/kit/ui/button'
import { DateField } from '@portal/kit/ui/date-field'
import { SelectField } from '@portal/kit/ui/fields'
import { QueryError, SkeletonRows } from '@portal/kit/ui/states'
import { api, call } from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FollowUpItem } from './item.tsx'
import { clientFollowUpsQuery, useFollowUpChange, useLiveFollowUps } from './queries.ts'

const MODES: readonly { value: AgentMode; label: string }[] = [
  { value: 'on', label: 'On' },
  { value: 'paused', label: 'Paused' },
  { value: 'off', label: 'Off' },
]

/** Shows the section 'Follow-ups' of the client detail dialog. */
export function FollowUps({ client }: { client: { id: string; password_set: boolean; declined: boolean } }) {
  return (
    <section aria-labelledby="follow-ups" className="mt-7">
      <h3 id="follow-ups" className="font-semibold">
        Follow-ups
      </h3>
      {client.password_set ? (
        <FollowUpPlan clientId={client.id} />
      ) : (
        <p className="mt-1 text-base-content/70 text-sm">
          {client.declined
            ? 'Nothing is planned, because this person has declined to become your client.'
            : 'Nothing is planned until this client has accepted your invitation.'}
        </p>
      )}
    </section>
  )
}

function FollowUpPlan({ clientId }: { clientId: string }) {
  useLiveFollowUps()
  const plan = useQuery(clientFollowUpsQuery(clientId))
  if (plan.data) return <Timeline clientId={clientId} plan={plan.data} />
  if (plan.error) return <QueryError title="The follow-ups cannot be shown" query={plan} />
  return <SkeletonRows rows={2} label="Loading follow-ups" />
}

/** Returns the reason why nothing is planned. */
function explainEmptyPlan({ mode, resumes, inactive, assignments }: ClientFollowUps): string {
  if (inactive) return 'Nothing is sent to an inactive client.'
  if (mode === 'off') return 'Follow-ups are turned off for this client.'
  if (mode === 'paused' && !resumes) return 'Follow-ups are paused for this client.'
  if (assignments.length === 0) return 'Nothing to follow up on: no workform is assigned.'
  if (assignments.some((a) => a.waits_for === 'client' && a.paused))
    return 'Follow-ups are paused for the open workforms.'
  if (assignments.some((a) => a.escalated && a.waits_for === 'client'))
    return 'The agent has sent all its reminders and notified you.'
  if (assignments.some((a) => a.waits_for === 'review'))
    return 'Nothing to follow up on: submitted sections wait for your review.'
  return 'Nothing to follow up on: everything is done.'
}

const LIST_CLASS = 'mt-2 divide-y divide-base-300 rounded-field border border-base-300'

function Timeline({ clientId, plan }: { clientId: string; plan: ClientFollowUps }) {
  const open = plan.assignments.filter((a) => a.waits_for === 'client')
  return (
    <>
      <p className="mt-1 text-base-content/70 text-sm">
        The agent reminds the client by chat and mail, between 9 AM and 6 PM on weekdays (
        {plan.time_zone.replaceAll('_', ' ')}).
      </p>
      <ModeField clientId={clientId} plan={plan} />
      {open.length > 0 ? (
        <ul className={LIST_CLASS}>
          {open.map((a) => (
            <PauseAssignment key={a.workform_id} clientId={clientId} assignment={a} />
          ))}
        </ul>
      ) : null}
      <h4 className="mt-4 font-medium text-sm">Upcoming</h4>
      {plan.upcoming.length > 0 ? (
        <Items label="Upcoming follow-ups" items={plan.upcoming} />
      ) : (
        <p className="mt-1 text-base-content/70 text-sm">{explainEmptyPlan(plan)}</p>
      )}
      {plan.past.length > 0 ? (
        <>
          <h4 className="mt-4 font-medium text-sm">Past</h4>
          <Items label="Past follow-ups" items={plan.past} />
        </>
      ) : null}
    </>
  )
}

function Items({ label, items }: { label: string; items: readonly FollowUp[] }) {
  return (
    <ul aria-label={label} className={LIST_CLASS}>
      {items.map((f) => (
        <FollowUpItem key={`${f.day} ${f.kind}`} followUp={f} />
      ))}
    </ul>
  )
}

function ModeField({ clientId, plan }: { clientId: string; plan: ClientFollowUps }) {
  const [mode, setMode] = useState<AgentMode>()
  const change = useFollowUpChange(
    (json: { mode: AgentMode; resumes: string | null }) =>
      call(api['follow-ups'].clients[':id'].$put({ param: { id: clientId }, json })),
    'Follow-ups updated',
    () => setMode(undefined),
  )
  const shown = mode ?? plan.mode
  return (
    <div className="mt-3 flex flex-wrap items-end gap-3">
      <SelectField
        label="Follow up on this client"
        value={shown}
        options={MODES}
        disabled={change.isPending}
        onChange={(next) => {
          setMode(next)
          change.mutate({ mode: next, resumes: null })
        }}
        className="w-44"
      />
      {shown === 'paused' ? (
        <>
          <DateField
            label="Until (optional)"
            value={plan.resumes ?? ''}
            min={todayHere()}
            onChange={(day) => change.mutate({ mode: 'paused', resumes: day || null })}
            className="w-44"
          />
          {plan.resumes ? (
            <p className="pb-2 text-base-content/70 text-sm">Resumes on {longDay(plan.resumes)}.</p>
          ) : null}
        </>
      ) : null}
    </div>
  )
}

function PauseAssignment({ clientId, assignment }: { clientId: string; assignment: AgentAssignment }) {
  const { workform_id, workform_name, paused } = assignment
  const param = { id: clientId, workformId: workform_id }
  const route = api['follow-ups'].clients[':id'].workforms[':workformId']
  const change = useFollowUpChange(
    () => call(route.$put({ param, json: { paused: !paused } })),
    paused ? 'Follow-ups resumed' : 'Follow-ups paused',
  )
  const notes = describeWishes(assignment.wishes, todayHere())
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 px-4 py-2.5 text-sm">
      <span className="min-w-0 flex-1 wrap-anywhere">
        {workform_name}
        {notes ? <span className="block text-base-content/70 text-xs">{notes}</span> : null}
      </span>
      <Button
        size="sm"
        busy={change.isPending}
        onClick={() => change.mutate()}
        aria-label={`${paused ? 'Resume' : 'Pause'} follow-ups for ${workform_name}`}
      >
        {paused ? 'Resume' : 'Pause'}
      </Button>
    </li>
  )
}
