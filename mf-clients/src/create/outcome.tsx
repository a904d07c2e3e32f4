import { Button, buttonClass } from '@portal/kit/ui/button'
import { AlertDialog } from '@portal/kit/ui/dialog'
import { lazyDialog } from '@portal/kit/ui/lazy-dialog'
import { Spinner } from '@portal/kit/ui/states'
import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { FOLDER_FAILED, type Outcome as Created, useOutcome } from './use-outcome.ts'

const AssignWorkform = lazyDialog(() => import('../assign/dialog.tsx'), 'AssignWorkform')

type Kind = 'ok' | 'failed' | 'warning' | 'pending'
const ICONS: Record<Kind, ReactNode> = {
  ok: <CircleCheck className="mt-0.5 size-4 shrink-0 text-success" />,
  failed: <CircleAlert className="mt-0.5 size-4 shrink-0 text-error" />,
  warning: <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warning" />,
  pending: <Spinner label="" className="mt-0.5 size-4 shrink-0" />,
}

/** Shows one result, with its actions. */
function Entry({ kind, text, children }: { kind: Kind; text: string; children?: ReactNode }) {
  return (
    <li className="flex items-start gap-2.5">
      {ICONS[kind]}
      <div className="wrap-anywhere min-w-0">
        {text}
        {children ? <div className="mt-2 flex flex-wrap gap-2">{children}</div> : null}
      </div>
    </li>
  )
}

/** Shows the outcome of a creation, and lets the bookkeeper retry what failed. */
export function Outcome({ created, onClose }: { created: Created; onClose: () => void }) {
  const { client } = created
  const outcome = useOutcome(created)
  const [choosing, setChoosing] = useState(false)
  return (
    <>
      <AlertDialog open onClose={onClose} title="Client Created">
        <ul className="grid gap-3" aria-live="polite">
          <Entry kind="ok" text={`The client account of ${client.name} was created.`} />
          <Entry kind="ok" text={`The invitation with the login link is on its way to ${client.email}.`} />
          <AssignmentEntries outcome={outcome} onChoose={() => setChoosing(true)} />
          <FolderEntry outcome={outcome} />
          <WebhookEntry outcome={outcome} />
        </ul>
      </AlertDialog>
      {choosing ? (
        <AssignWorkform
          client={client}
          onClose={() => {
            setChoosing(false)
            outcome.refresh()
          }}
        />
      ) : null}
    </>
  )
}

type OutcomeState = ReturnType<typeof useOutcome>

function AssignmentEntries({
  outcome: { results, hasOther, assign, assigning },
  onChoose,
}: {
  outcome: OutcomeState
  onChoose: () => void
}) {
  const choose = (
    <Button size="sm" disabled={assigning} onClick={onChoose}>
      Choose another workform
    </Button>
  )
  if (results.length === 0) {
    if (hasOther) return <Entry kind="ok" text="Workform assigned successfully!" />
    return (
      <Entry kind="warning" text="No workform was selected during client creation">
        {choose}
      </Entry>
    )
  }
  // With several workforms, each result names its own.
  const named = (name: string): string => (results.length > 1 ? ` (${name})` : '')
  return results.map(({ workform_id, name, ok, reason }) =>
    ok ? (
      <Entry key={workform_id} kind="ok" text={`Workform assigned successfully!${named(name)}`} />
    ) : (
      <Entry
        key={workform_id}
        kind="failed"
        text={`Workform assignment failed: ${reason ?? 'Please try again later.'}${named(name)}`}
      >
        <Button
          size="sm"
          variant="primary"
          busy={assigning}
          busyLabel="Assigning..."
          onClick={() => assign(workform_id)}
        >
          Try again
        </Button>
        {choose}
      </Entry>
    ),
  )
}

function FolderEntry({ outcome: { folder, writeFolder, writing } }: { outcome: OutcomeState }) {
  if (folder === 'ready') return <Entry kind="ok" text="The client's folder is set up." />
  if (folder === 'pending') return <Entry kind="pending" text="The client's folder is being set up…" />
  return (
    <Entry kind="warning" text={`Warning: ${FOLDER_FAILED}`}>
      <p className="w-full text-base-content/70">The portal keeps trying until it succeeds.</p>
      <Button size="sm" busy={writing} busyLabel="Trying..." onClick={writeFolder}>
        Try now
      </Button>
    </Entry>
  )
}

function WebhookEntry({ outcome: { webhook } }: { outcome: OutcomeState }) {
  if (webhook.state === 'none') return null
  if (webhook.state === 'delivered') return <Entry kind="ok" text="Client created and webhook sent successfully!" />
  if (webhook.state === 'pending') return <Entry kind="pending" text="The webhook is being sent…" />
  return (
    <Entry kind="failed" text={`Webhook failed: ${webhook.reason ?? 'Please try again later.'}`}>
      <p className="w-full text-base-content/70">
        {webhook.retried ? 'It is retried automatically for a day.' : 'It is not retried automatically.'}
      </p>
      <Link to="/profile/webhooks" className={buttonClass('secondary', 'sm')}>
        Open the log
      </Link>
    </Entry>
  )
}
