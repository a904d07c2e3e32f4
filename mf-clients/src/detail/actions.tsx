import type { ClientDetail } from '@portal/contract/clients'
import { Button, buttonClass } from '@portal/kit/ui/button'
import { lazyDialog } from '@portal/kit/ui/lazy-dialog'
import { Notice } from '@portal/kit/ui/notice'
import { mediumDate } from '@portal/kit/ui/time'
import { Link } from '@tanstack/react-router'
import { Archive, ArchiveRestore, BellRing, MessageSquare } from 'lucide-react'
import { useState } from 'react'
import { useArchiveClient } from '../queries/archive.ts'
import type { ClientDialogProps } from './dialog.tsx'

const RemindDialog = lazyDialog(() => import('./remind-dialog.tsx'), 'RemindDialog')

function MessageLink({ clientId }: { clientId: string }) {
  return (
    <Link to="/chat" search={{ client: clientId }} className={buttonClass('secondary', 'sm')}>
      <MessageSquare className="size-4" aria-hidden /> Message
    </Link>
  )
}

/** Says that the client is archived, and offers to restore them. */
export function ArchivedClient({ client, at }: { client: ClientDetail; at: string }) {
  const archive = useArchiveClient()
  return (
    <Notice tone="info" role="status" className="mb-4">
      <p className="font-medium">Archived on {mediumDate(at)}</p>
      <p className="mt-0.5 text-base-content/80">
        Everything is kept, but no list, count or reminder includes this client. They can still sign in and write to
        you.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          size="sm"
          variant="primary"
          icon={<ArchiveRestore />}
          busy={archive.isPending}
          busyLabel="Restoring..."
          onClick={() => archive.mutate({ id: client.id, name: client.name, archived: false })}
        >
          Restore
        </Button>
        <MessageLink clientId={client.id} />
      </div>
    </Notice>
  )
}

interface ClientActionsProps extends Pick<ClientDialogProps, 'action' | 'onActionEnd'> {
  client: ClientDetail
}

/** Offers to remind the client now, to write a message, and to archive the client. */
export function ClientActions({ client, action, onActionEnd }: ClientActionsProps) {
  const [opened, setOpened] = useState(false)
  const archive = useArchiveClient()
  const close = (): void => {
    setOpened(false)
    if (action === 'remind') onActionEnd?.()
  }
  return (
    <div className="mb-4 flex flex-wrap gap-2">
      <Button size="sm" icon={<BellRing />} disabled={client.declined} onClick={() => setOpened(true)}>
        Remind now
      </Button>
      <MessageLink clientId={client.id} />
      <Button
        size="sm"
        icon={<Archive />}
        busy={archive.isPending}
        busyLabel="Archiving..."
        onClick={() => archive.mutate({ id: client.id, name: client.name, archived: true })}
      >
        Archive
      </Button>
      {opened || action === 'remind' ? <RemindDialog client={client} onClose={close} /> : null}
    </div>
  )
}
