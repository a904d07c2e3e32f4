import { Button, buttonClass } from '@portal/kit/ui/button'
import { AlertDialog } from '@portal/kit/ui/dialog'
import { Spinner } from '@portal/kit/ui/states'
import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { FOLDER_FAILED, type Outcome as Created, useOutcome } from './use-outcome.ts'

const AssignWorkform = lazy(async () => ({
  default: (await import(/* webpackChunkName: "assign" */ '../assign/dialog.tsx')).AssignWorkform,
}))

type Kind = 'ok' | 'failed' | 'warning' | 'pending'
const ICONS: Record<Kind, ReactNode> = {
  ok: <CircleCheck className="mt-0.5 size-4 shrink-0 text-success" aria-hidden />,
  failed: <CircleAlert className="mt-0.5 size-4 shrink-0 text-error" aria-hidden />,
  warning: <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warning" aria-hidden />,
  pending: <Spinner label="" className="mt-0.5 size-4 shrink-0" />,
}

/** One line of what did, or did not, happen, and what to do about it. */
function Line({ kind, text, children }: { kind: Kind; text: string; children?: ReactNode }) {
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

export interface OutcomeProps {
  created: Created
  onClose: () => void
}

/** After the creation of a client: exactly what happened, and another try of what did not. */
export function Outcome({ created, onClose }: OutcomeProps) {
  const { client } = created
  const outcome = useOutcome(created)
  const [choosing, setChoosing] = useState(false)
  return (
    <>
      <AlertDialog open onClose={onClose} title="Client Created">
        <ul className="grid gap-3" aria-live="polite">
          <Line kind="ok" text={`The client account of ${client.name} was created.`} />
          <Line kind="ok" text={`The invitation with the login link is on its way to ${client.email}.`} />
          <AssignmentLine outcome={outcome} onChoose={() => setChoosing(true)} />
          <FolderLine outcome={outcome} />
          <WebhookLine outcome={outcome} />
        </ul>
      </AlertDialog>
      {choosing ? (
        <Suspense fallback={null}>
          <AssignWorkform
            client={client}
            onClose={() => {
              setChoosing(false)
              outcome.lookAgain()
            }}
          />
        </Suspense>
      ) : null}
    </>
  )
}

type Told = ReturnType<typeof useOutcome>

function AssignmentLine({
  outcome: { assignment, assign, assigning },
  onChoose,
}: {
  outcome: Told
  onChoose: () => void
}) {
  if (assignment?.ok) return <Line kind="ok" text="Workform assigned successfully!" />
  const choose = (
    <Button size="sm" disabled={assigning} onClick={onChoose}>
      Choose another workform
    </Button>
  )
  if (!assignment) {
    return (
      <Line kind="warning" text="No workform was selected during client creation">
        {choose}
      </Line>
    )
  }
  return (
    <Line kind="failed" text={`Workform assignment failed: ${assignment.reason ?? 'Please try again later.'}`}>
      <Button size="sm" variant="primary" busy={assigning} busyLabel="Assigning..." onClick={assign}>
        Try again
      </Button>
      {choose}
    </Line>
  )
}

function FolderLine({ outcome: { folder, writeFolder, writing } }: { outcome: Told }) {
  if (folder === 'ready') return <Line kind="ok" text="The client's folder is set up." />
  if (folder === 'pending') return <Line kind="pending" text="The client's folder is being set up…" />
  return (
    <Line kind="warning" text={`Warning: ${FOLDER_FAILED}`}>
      <p className="w-full text-base-content/70">It is tried again by itself until it is done.</p>
      <Button size="sm" busy={writing} busyLabel="Trying..." onClick={writeFolder}>
        Try now
      </Button>
    </Line>
  )
}

function WebhookLine({ outcome: { webhook } }: { outcome: Told }) {
  if (webhook.state === 'none') return null
  if (webhook.state === 'delivered') return <Line kind="ok" text="Client created and webhook sent successfully!" />
  if (webhook.state === 'pending') return <Line kind="pending" text="The webhook is being sent…" />
  return (
    <Line kind="failed" text={`Webhook failed: ${webhook.reason ?? 'Please try again later.'}`}>
      <p className="w-full text-base-content/70">
        {webhook.retried ? 'It is tried again by itself for a day.' : 'It is not tried again by itself.'}
      </p>
      <Link to="/profile/webhooks" className={buttonClass('secondary', 'sm')}>
        Open the log
      </Link>
    </Line>
  )
}
