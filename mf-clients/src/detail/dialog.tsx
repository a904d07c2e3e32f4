import type { ClientDetail } from '@portal/contract/clients'
import { Button } from '@portal/kit/ui/button'
import { Dialog } from '@portal/kit/ui/dialog'
import { QueryError, Skeleton } from '@portal/kit/ui/states'
import { isApiError } from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { EditClient } from '../edit/dialog.tsx'
import { FollowUps } from '../follow-ups/timeline.tsx'
import { DeleteClient } from '../list/delete-client.tsx'
import { clientQuery } from '../queries/clients.ts'
import { useLoadFailureToast } from '../queries/failure.ts'
import { AssignedWorkforms } from './assigned-workforms.tsx'
import { ChangeDueDate, RemoveAssignment } from './assignment-dialogs.tsx'
import { Information } from './information.tsx'
import { EmailChange, Invitation, MailProblem } from './notices.tsx'
import type { AssignedWorkform } from './describe-loss.ts'

const AssignWorkform = lazy(() => import('../assign/dialog.tsx').then((m) => ({ default: m.AssignWorkform })))

export interface ClientDialogProps {
  id: string
  /** The name, if it is known before the details have loaded. */
  name?: string | undefined
  onClose: () => void
}

/** Shows the client detail dialog. It opens before its content has loaded. */
export function ClientDialog({ id, name = 'Client', onClose }: ClientDialogProps) {
  const client = useQuery(clientQuery(id))
  const { data, error } = client
  useLoadFailureToast(error, 'Failed to load client information')
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      fullHeight
      inAddress
      title={data?.name ?? name}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {data && !isApiError(error, 'not_found') ? (
        <Details client={data} onClose={onClose} />
      ) : error ? (
        <QueryError title="This client cannot be shown" query={client} />
      ) : (
        <DetailsSkeleton />
      )}
    </Dialog>
  )
}

type OpenDialog =
  | { kind: 'edit' | 'delete' | 'assign' }
  | { kind: 'remove' | 'due'; workform: AssignedWorkform }
  | undefined

function Details({ client, onClose }: { client: ClientDetail; onClose: () => void }) {
  const [open, setOpen] = useState<OpenDialog>()
  const close = (): void => setOpen(undefined)
  const edit = (): void => setOpen({ kind: 'edit' })
  return (
    <>
      <MailProblem clientId={client.id} onEdit={edit} />
      <Information client={client} onEdit={edit} onDelete={() => setOpen({ kind: 'delete' })} />
      {client.email_change ? <EmailChange change={client.email_change} /> : null}
      {client.password_set ? null : <Invitation client={client} />}
      <AssignedWorkforms
        client={client}
        onAssign={() => setOpen({ kind: 'assign' })}
        onRemove={(workform) => setOpen({ kind: 'remove', workform })}
        onDueDate={(workform) => setOpen({ kind: 'due', workform })}
      />
      <FollowUps client={client} />
      {open?.kind === 'edit' ? <EditClient client={client} onClose={close} /> : null}
      {open?.kind === 'delete' ? <DeleteClient client={client} onClose={close} onDeleted={onClose} /> : null}
      {open?.kind === 'remove' ? <RemoveAssignment client={client} workform={open.workform} onClose={close} /> : null}
      {open?.kind === 'due' ? <ChangeDueDate client={client} workform={open.workform} onClose={close} /> : null}
      {open?.kind === 'assign' ? (
        <Suspense fallback={null}>
          <AssignWorkform client={client} onClose={close} />
        </Suspense>
      ) : null}
    </>
  )
}

function DetailsSkeleton() {
  return (
    <div role="status" aria-label="Loading client" className="grid gap-4 sm:grid-cols-2">
      {['name', 'email', 'phone', 'company', 'since', 'status'].map((fact) => (
        <div key={fact}>
          <Skeleton className="h-3.5 w-20" />
          <Skeleton className="mt-2 h-4 w-40" />
        </div>
      ))}
      <Skeleton className="mt-4 h-16 w-full sm:col-span-2" />
    </div>
  )
}
