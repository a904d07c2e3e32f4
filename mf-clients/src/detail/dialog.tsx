import { Button } from '@portal/kit/ui/button'
import { Dialog } from '@portal/kit/ui/dialog'
import { ErrorState, Skeleton } from '@portal/kit/ui/states'
import type { ClientDetail } from '@portal/contract/clients'
import { isApiError } from '@portal/sdk'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { EditClient } from '../edit/dialog.tsx'
import { DeleteClient } from '../list/delete-client.tsx'
import { clientKeys, type ClientPages, clientQuery } from '../queries/clients.ts'
import { useLoadFailureToast } from '../queries/failure.ts'
import { AssignedWorkforms } from './assigned-workforms.tsx'
import { EmailChange } from './email-change.tsx'
import { Information } from './information.tsx'
import { Invitation } from './invitation.tsx'
import type { AssignedWorkform } from './progress.ts'
import { RemoveAssignment } from './remove-assignment.tsx'

const AssignWorkform = lazy(async () => ({
  default: (await import(/* webpackChunkName: "assign" */ '../assign/dialog.tsx')).AssignWorkform,
}))

const ChangeDueDate = lazy(async () => ({
  default: (await import(/* webpackChunkName: "due-date" */ './change-due-date.tsx')).ChangeDueDate,
}))

const MailProblem = lazy(async () => ({
  default: (await import(/* webpackChunkName: "mail-problem" */ './mail-problem.tsx')).MailProblem,
}))

const FollowUps = lazy(async () => ({
  default: (await import(/* webpackChunkName: "follow-ups" */ '../follow-ups/timeline.tsx')).FollowUps,
}))

/** Returns the name from the lists in the cache. */
function nameInLists(cache: QueryClient, id: string): string | undefined {
  const lists = cache.getQueriesData<ClientPages>({ queryKey: clientKeys.lists })
  const clients = lists.flatMap(([, list]) => list?.pages.flatMap((page) => page.items) ?? [])
  return clients.find((client) => client.id === id)?.name
}

/** Shows the client detail dialog. It opens before its content has loaded. */
export function ClientDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const cache = useQueryClient()
  const { data } = useQuery(clientQuery(id))
  const [listedName] = useState(() => nameInLists(cache, id))
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      fullHeight
      inAddress
      title={data?.name ?? listedName ?? 'Client'}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <Content id={id} onClose={onClose} />
    </Dialog>
  )
}

function Content({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(clientQuery(id))
  useLoadFailureToast(error, 'Failed to load client information')
  if (data && !isApiError(error, 'not_found')) return <Details client={data} onClose={onClose} />
  if (!error) return <DetailsSkeleton />
  return (
    <ErrorState
      title="This client cannot be shown"
      error={error}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  )
}

type OpenDialog =
  | { kind: 'edit' | 'delete' | 'assign' }
  | { kind: 'remove' | 'due'; workform: AssignedWorkform }
  | undefined

function Details({ client, onClose }: { client: ClientDetail; onClose: () => void }) {
  const [open, setOpen] = useState<OpenDialog>()
  const close = (): void => setOpen(undefined)
  return (
    <>
      <Suspense fallback={null}>
        <MailProblem clientId={client.id} onEdit={() => setOpen({ kind: 'edit' })} />
      </Suspense>
      <Information
        client={client}
        onEdit={() => setOpen({ kind: 'edit' })}
        onDelete={() => setOpen({ kind: 'delete' })}
      />
      {client.email_change ? <EmailChange change={client.email_change} /> : null}
      {client.password_set ? null : <Invitation client={client} />}
      <AssignedWorkforms
        client={client}
        workforms={client.workforms}
        onAssign={() => setOpen({ kind: 'assign' })}
        onRemove={(workform) => setOpen({ kind: 'remove', workform })}
        onDueDate={(workform) => setOpen({ kind: 'due', workform })}
      />
      <Suspense fallback={null}>
        <FollowUps client={client} />
      </Suspense>
      {open?.kind === 'edit' ? <EditClient client={client} onClose={close} /> : null}
      {open?.kind === 'delete' ? <DeleteClient client={client} onClose={close} onDeleted={onClose} /> : null}
      {open?.kind === 'remove' ? <RemoveAssignment client={client} workform={open.workform} onClose={close} /> : null}
      {open?.kind === 'due' ? (
        <Suspense fallback={null}>
          <ChangeDueDate client={client} workform={open.workform} onClose={close} />
        </Suspense>
      ) : null}
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
