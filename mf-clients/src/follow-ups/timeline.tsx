import type { AgentAssignment, AgentMode, ClientFollowUps, FollowUp } from '@portal/contract/agent'
import { todayHere } from '@portal/contract/dates'
import { NO_PREFERENCES } from '@portal/contract/no-preferences'
import type { Preferences } from '@portal/contract/preferences'
import { longDay } from '@portal/kit/ui/time'
import { describePreferences } from '@portal/contract/describe-preferences'
import { Button } from '@portal/kit/ui/button'
import { DateField } from '@portal/kit/ui/date-field'
import { SelectField } from '@portal/kit/ui/fields'
import { QueryError, SkeletonRows } from '@portal/kit/ui/states'
import { api, call } from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { PreferencesDialog } from '../preferences/preferences-dialog.tsx'
import { explainEmptyPlan } from './explain-empty-plan.ts'
import { HeldNotice } from './held.tsx'
import { FollowUpItem, OnHold } from './item.tsx'
import { clientFollowUpsQuery, useFollowUpChange, useLiveFollowUps } from './queries.ts'

const SECTION_ID = 'follow-ups'

const MODES: readonly { value: AgentMode; label: string }[] = [
  { value: 'on', label: 'On' },
  { value: 'paused', label: 'Paused' },
  { value: 'off', label: 'Off' },
]

/** Shows the section 'Follow-ups' of the client detail dialog. */
export function FollowUps({ client }: { client: { id: string; name: string; declined: boolean } }) {
  return (
    <section aria-labelledby={SECTION_ID} className="mt-7">
      <h3 id={SECTION_ID} className="font-semibold">
        Follow-ups
      </h3>
      {client.declined ? (
        <p className="mt-1 text-base-content/70 text-sm">
          Nothing is planned, because this person has declined to become your client.
        </p>
      ) : (
        <FollowUpPlan client={client} />
      )}
    </section>
  )
}

function FollowUpPlan({ client }: { client: { id: string; name: string } }) {
  useLiveFollowUps()
  const plan = useQuery(clientFollowUpsQuery(client.id))
  if (plan.data) return <Timeline client={client} plan={plan.data} />
  if (plan.error) return <QueryError title="The follow-ups cannot be shown" query={plan} />
  return <SkeletonRows rows={2} label="Loading follow-ups" />
}

const LIST_CLASS = 'mt-2 divide-y divide-base-300 rounded-field border border-base-300'

function Timeline({ client, plan }: { client: { id: string; name: string }; plan: ClientFollowUps }) {
  const clientId = client.id
  // The page of follow-ups links to this section.
  useEffect(() => {
    if (location.hash === `#${SECTION_ID}`) document.getElementById(SECTION_ID)?.scrollIntoView()
  }, [])
  const open = plan.assignments.filter((a) => a.waits_for === 'client')
  return (
    <>
      <p className="mt-1 text-base-content/70 text-sm">
        {plan.signed_up
          ? 'The agent reminds the client by chat and email'
          : 'Never signed up: the agent sends new invitations by email instead of reminders'}
        , on weekdays between 9 AM and 6 PM ({plan.time_zone.replaceAll('_', ' ')}), unless the preferences say
        otherwise.
      </p>
      {plan.held_since ? (
        <div className="mt-2">
          <OnHold client={client} since={plan.held_since} promise={plan.promise} />
        </div>
      ) : null}
      {plan.held ? <HeldNotice client={client} held={plan.held} /> : null}
      <ModeField clientId={clientId} plan={plan} />
      <ClientPreferences client={client} plan={plan} />
      {open.length > 0 ? (
        <ul className={LIST_CLASS}>
          {open.map((a) => (
            <OpenAssignment key={a.workform_id} client={client} assignment={a} />
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
        <FollowUpItem key={`${f.day} ${f.kind} ${f.state} ${f.at}`} followUp={f} />
      ))}
    </ul>
  )
}

function ModeField({ clientId, plan }: { clientId: string; plan: ClientFollowUps }) {
  const [mode, setMode] = useState<AgentMode>()
  const put = (json: { mode: AgentMode; resumes: string | null }) =>
    call(api['follow-ups'].clients[':id'].$put({ param: { id: clientId }, json }))
  const change = useFollowUpChange(put, 'Follow-ups updated', {
    onDone: () => setMode(undefined),
    undo: () => put({ mode: plan.mode, resumes: plan.resumes }),
  })
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

/** Shows the preferences for all reminders to a client, with a button that edits them. */
function ClientPreferences({ client, plan }: { client: { id: string; name: string }; plan: ClientFollowUps }) {
  const [editing, setEditing] = useState(false)
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-2 text-sm">
      <p className="min-w-0 flex-1 wrap-anywhere text-base-content/70">
        Preferences for this client: {summaryOf(plan.preferences) || 'none'}
      </p>
      <Button size="sm" onClick={() => setEditing(true)} aria-label={`Edit preferences for ${client.name}`}>
        Edit
      </Button>
      {editing ? (
        <PreferencesDialog
          client={client}
          notes={plan.notes}
          preferences={plan.preferences}
          onClose={() => setEditing(false)}
        />
      ) : null}
    </div>
  )
}

const summaryOf = (preferences: Preferences | null): string =>
  describePreferences(preferences ?? NO_PREFERENCES)
    .map((d) => d.label)
    .join('; ')

interface OpenAssignmentProps {
  client: { id: string; name: string }
  assignment: AgentAssignment
}

/** Shows the notes and preferences of an open assignment, with buttons that edit them and pause its follow-ups. */
function OpenAssignment({ client, assignment }: OpenAssignmentProps) {
  const {
    workform_id,
    workform_name,
    paused,
    notes,
    preferences,
    suggestion,
    due_date,
    open_questions = [],
  } = assignment
  const [editing, setEditing] = useState(false)
  const param = { id: client.id, workformId: workform_id }
  const route = api['follow-ups'].clients[':id'].workforms[':workformId']
  const pause = (value: boolean) => call(route.$put({ param, json: { paused: value } }))
  const change = useFollowUpChange(() => pause(!paused), paused ? 'Follow-ups resumed' : 'Follow-ups paused', {
    undo: () => pause(paused),
  })
  const summary = summaryOf(preferences)
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 px-4 py-2.5 text-sm">
      <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
        {workform_name}
        {notes ? <span className="block text-base-content/70 text-xs">Notes: {notes}</span> : null}
        {open_questions.length > 0 ? (
          <Link to="/chat" search={{ client: client.id }} className="link link-primary block text-xs">
            No reminders for {open_questions.map((q) => `"${q.section_name}"`).join(', ')} until you answer the client’s
            question
          </Link>
        ) : null}
        {suggestion ? <span className="block text-warning text-xs">Please confirm the preferences.</span> : null}
        {!suggestion && summary ? <span className="block text-base-content/70 text-xs">{summary}</span> : null}
      </span>
      <span className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => setEditing(true)} aria-label={`Edit preferences for ${workform_name}`}>
          {suggestion ? 'Confirm' : 'Preferences'}
        </Button>
        <Button
          size="sm"
          busy={change.isPending}
          onClick={() => change.mutate()}
          aria-label={`${paused ? 'Resume' : 'Pause'} follow-ups for ${workform_name}`}
        >
          {paused ? 'Resume' : 'Pause'}
        </Button>
      </span>
      {editing ? (
        <PreferencesDialog
          client={client}
          workform={{ id: workform_id, name: workform_name, dueDate: due_date }}
          notes={notes}
          preferences={preferences}
          isConfirmed={!suggestion}
          onClose={() => setEditing(false)}
        />
      ) : null}
    </li>
  )
}
