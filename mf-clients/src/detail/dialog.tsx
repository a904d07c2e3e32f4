import type { ClientDetail } from '@portal/contract/clients'
import { Button } from '@portal/kit/ui/button'
import { Dialog } from '@portal/kit/ui/dialog'
import { lazyComponent } from '@portal/kit/ui/lazy-component'
import { lazyDialog } from '@portal/kit/ui/lazy-dialog'
import { QueryError, Skeleton, SkeletonRows } from '@portal/kit/ui/states'
import { type Tab, Tabs } from '@portal/kit/ui/tabs'
import { useKeepFocus } from '@portal/kit/ui/use-keep-focus'
import { isApiError } from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DeleteClient } from '../list/delete-client.tsx'
import { clientQuery } from '../queries/clients.ts'
import { useLoadFailureToast } from '../queries/failure.ts'
import { ArchivedClient, ClientActions } from './actions.tsx'
import { AssignedWorkforms } from './assigned-workforms.tsx'
import { Information } from './information.tsx'
import { EmailChange, Invitation, MailProblem } from './notices.tsx'
import type { AssignedWorkform } from './describe-loss.ts'
import type { ClientAction, ClientTab } from './tabs.ts'

const FollowUps = lazyComponent(() => import('../follow-ups/timeline.tsx'), 'FollowUps')
const EditClient = lazyDialog(() => import('../edit/dialog.tsx'), 'EditClient')
const ChangeDueDate = lazyDialog(() => import('./assignment-dialogs.tsx'), 'ChangeDueDate')
const RemoveAssignment = lazyDialog(() => import('./assignment-dialogs.tsx'), 'RemoveAssignment')
const Notes = lazyComponent(() => import('./notes.tsx'), 'Notes')
const ClientFiles = lazyComponent(() => import('./files.tsx'), 'ClientFiles')
const ClientHistory = lazyComponent(() => import('./history.tsx'), 'ClientHistory')
const AssignWorkform = lazyDialog(() => import('../assign/dialog.tsx'), 'AssignWorkform')

export interface ClientDialogProps {
  id: string
  tab?: ClientTab | undefined
  onTab: (tab: ClientTab) => void
  /** The dialog that the address opens over this one. */
  action?: ClientAction | undefined
  /** Called when that dialog is closed. */
  onActionEnd?: (() => void) | undefined
  /** The name, if it is known before the details have loaded. */
  name?: string | undefined
  onClose: () => void
}

/** Shows the client detail dialog. It opens before its content has loaded. */
export function ClientDialog({
  id,
  name = 'Client',
  tab = 'overview',
  onTab,
  onClose,
  ...actionProps
}: ClientDialogProps) {
  const client = useQuery(clientQuery(id))
  const { data, error } = client
  useLoadFailureToast(error, 'Failed to load client information')
  const actions = useKeepFocus<HTMLDivElement>(data?.archived_at)
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
        <>
          <div ref={actions} tabIndex={-1} className="outline-none">
            {data.archived_at ? (
              <ArchivedClient client={data} at={data.archived_at} />
            ) : (
              <ClientActions client={data} {...actionProps} />
            )}
          </div>
          <Tabs label="Client" tabs={TABS} value={tab} onChange={onTab}>
            <div className="pt-5">
              <TabContent tab={tab} client={data} onClose={onClose} {...actionProps} />
            </div>
          </Tabs>
        </>
      ) : error ? (
        <QueryError title="This client cannot be shown" query={client} />
      ) : (
        <DetailsSkeleton />
      )}
    </Dialog>
  )
}

const TABS: readonly Tab<ClientTab>[] = [
  { value: 'overview', label: 'Overview' },
  { value: 'notes', label: 'Notes' },
  { value: 'files', label: 'Files' },
  { value: 'history', label: 'History' },
]

interface DetailsProps extends Pick<ClientDialogProps, 'action' | 'onActionEnd'> {
  client: ClientDetail
  onClose: () => void
}

/** Renders the selected tab. The data of the others is not loaded. */
function TabContent({ tab, ...props }: DetailsProps & { tab: ClientTab }) {
  const { id } = props.client
  if (tab === 'overview') return <Details {...props} />
  const Content = { notes: Notes, files: ClientFiles, history: ClientHistory }[tab]
  return <Content clientId={id} fallback={<SkeletonRows rows={4} />} />
}

type OpenDialog =
  | { kind: 'edit' | 'delete' | 'assign' }
  | { kind: 'remove' | 'due'; workform: AssignedWorkform }
  | undefined

function Details({ client, action, onActionEnd, onClose }: DetailsProps) {
  const [opened, setOpen] = useState<OpenDialog>()
  const open = opened ?? (action === 'assign' ? ({ kind: 'assign' } as const) : undefined)
  const close = (): void => {
    setOpen(undefined)
    if (action === 'assign') onActionEnd?.()
  }
  const edit = (): void => setOpen({ kind: 'edit' })
  return (
    <>
      <MailProblem clientId={client.id} onEdit={edit} />
      <Information client={client} onEdit={edit} onDelete={() => setOpen({ kind: 'delete' })} />
      {client.email_change ? <EmailChange change={client.email_change} /> : null}
      {client.password_set || client.archived_at ? null : <Invitation client={client} />}
      <AssignedWorkforms
        client={client}
        onAssign={() => setOpen({ kind: 'assign' })}
        onRemove={(workform) => setOpen({ kind: 'remove', workform })}
        onDueDate={(workform) => setOpen({ kind: 'due', workform })}
      />
      {client.archived_at ? null : <FollowUps client={client} fallback={<SkeletonRows rows={2} />} />}
      {open?.kind === 'delete' ? <DeleteClient client={client} onClose={close} onDeleted={onClose} /> : null}
      {open?.kind === 'edit' ? <EditClient client={client} onClose={close} /> : null}
      {open?.kind === 'remove' ? <RemoveAssignment client={client} workform={open.workform} onClose={close} /> : null}
      {open?.kind === 'due' ? <ChangeDueDate client={client} workform={open.workform} onClose={close} /> : null}
      {open?.kind === 'assign' ? <AssignWorkform client={client} onClose={close} /> : null}
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
