import type { Client } from '@portal/contract/clients'
import { Avatar } from '@portal/kit/avatar'
import { ClientStatusBadge } from '@portal/kit/badge'
import { IconButton } from '@portal/kit/button'
import { mediumDate } from '@portal/kit/time'
import { Pencil, Trash2 } from 'lucide-react'
import { memo } from 'react'
import type { TableLayout } from './layout.ts'

/** What can be done with a row. */
export interface RowActions {
  onOpen: (client: Client) => void
  onEdit: (client: Client) => void
  onDelete: (client: Client) => void
}

export interface ClientRowProps extends RowActions {
  client: Client
  /** Position in the list, from 0. */
  index: number
  layout: TableLayout
}

/** An address that is too long for its column breaks before the @ rather than anywhere. */
function EmailText({ email, lines }: { email: string; lines: string }) {
  const at = email.lastIndexOf('@')
  return (
    <span className={`wrap-anywhere ${lines}`} title={email}>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  )
}

/** The name is the button that opens the details. */
function Name({ client, onOpen }: Pick<ClientRowProps, 'client' | 'onOpen'>) {
  return (
    <button
      type="button"
      title={client.name}
      onClick={() => onOpen(client)}
      className="line-clamp-2 min-w-0 cursor-pointer break-words text-left font-medium hover:underline"
    >
      {client.name}
    </button>
  )
}

function WideCells({ client, onOpen }: Pick<ClientRowProps, 'client' | 'onOpen'>) {
  return (
    <>
      <td className="py-1 pr-3 pl-5">
        <div className="flex items-center gap-3">
          <Avatar name={client.name} />
          <Name client={client} onOpen={onOpen} />
          <ClientStatusBadge status={client.status} />
        </div>
      </td>
      <td className="px-3 py-1">
        <EmailText email={client.email} lines="line-clamp-2" />
      </td>
      <td className="px-3 py-1">
        <span className="line-clamp-2 break-words" title={client.company ?? undefined}>
          {client.company ?? <span className="text-base-content/50">–</span>}
        </span>
      </td>
      <td className="whitespace-nowrap px-3 py-1">{mediumDate(client.created_at)}</td>
    </>
  )
}

function FoldedCells({ client, onOpen }: Pick<ClientRowProps, 'client' | 'onOpen'>) {
  return (
    <>
      <td className="py-2 pr-3 pl-4">
        <Name client={client} onOpen={onOpen} />
        {client.company ? <div className="truncate text-base-content/70 text-xs">{client.company}</div> : null}
        <div className="mt-1 flex flex-wrap items-center gap-x-2 text-base-content/70 text-xs">
          {mediumDate(client.created_at)}
          <ClientStatusBadge status={client.status} />
        </div>
      </td>
      <td className="py-2 pr-4 pl-3 text-xs">
        <EmailText email={client.email} lines="line-clamp-4" />
      </td>
    </>
  )
}

function ActionsCell({ client, onEdit, onDelete }: Pick<ClientRowProps, 'client' | 'onEdit' | 'onDelete'>) {
  return (
    // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a cell, not a control; its buttons have names
    <td className="py-1 pr-5 pl-3">
      <div className="flex justify-end gap-1" data-actions>
        <IconButton label={`Edit ${client.name}`} onClick={() => onEdit(client)}>
          <Pencil className="size-4" aria-hidden />
        </IconButton>
        <IconButton label={`Delete ${client.name}`} onClick={() => onDelete(client)} className="hover:text-error">
          <Trash2 className="size-4" aria-hidden />
        </IconButton>
      </div>
    </td>
  )
}

/** A client in the list. A press anywhere opens the details; keyboards and screen readers use the name. */
export const ClientRow = memo(function ClientRow({ client, index, layout, onOpen, onEdit, onDelete }: ClientRowProps) {
  return (
    <tr
      aria-rowindex={index + 2}
      onClick={(event) => {
        const own = event.target instanceof Element && event.target.closest('button, a, [data-actions]')
        if (!own) onOpen(client)
      }}
      className={`cursor-pointer border-base-300 border-b last:border-b-0 hover:bg-base-200/60 ${layout === 'wide' ? 'h-16' : 'h-25'}`}
    >
      {layout === 'wide' ? <WideCells client={client} onOpen={onOpen} /> : <FoldedCells client={client} onOpen={onOpen} />}
      {layout === 'small' ? null : <ActionsCell client={client} onEdit={onEdit} onDelete={onDelete} />}
    </tr>
  )
})
