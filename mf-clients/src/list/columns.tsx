import type { Client } from '@portal/contract/clients'
import { Avatar } from '@portal/kit/avatar'
import { ClientStatusBadge } from '@portal/kit/badge'
import { IconButton } from '@portal/kit/button'
import { mediumDate } from '@portal/kit/time'
import { createColumnHelper, rowSortingFeature, tableFeatures } from '@tanstack/react-table'
import { Pencil, Trash2 } from 'lucide-react'
import { createContext, useContext } from 'react'

/** What can be done with a row. */
export interface RowActions {
  onOpen: (client: Client) => void
  onEdit: (client: Client) => void
  onDelete: (client: Client) => void
}

const Actions = createContext<RowActions | undefined>(undefined)
export const RowActionsProvider = Actions.Provider

function useRowActions(): RowActions {
  const actions = useContext(Actions)
  if (!actions) throw new Error('A row of clients needs a RowActionsProvider')
  return actions
}

export const features = tableFeatures({ rowSortingFeature })
const helper = createColumnHelper<typeof features, Client>()

/** The name opens the details; on a small screen company and date fold under it. */
function NameCell({ client }: { client: Client }) {
  const { onOpen } = useRowActions()
  return (
    <div className="flex items-center gap-3">
      <Avatar name={client.name} className="max-sm:hidden" />
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <button
            type="button"
            title={client.name}
            onClick={() => onOpen(client)}
            className="line-clamp-2 min-w-0 cursor-pointer break-words text-left font-medium hover:underline"
          >
            {client.name}
          </button>
          <ClientStatusBadge status={client.status} />
        </div>
        <div className="mt-0.5 space-y-0.5 text-base-content/70 text-xs md:hidden">
          {client.company ? <div className="line-clamp-2 break-words">{client.company}</div> : null}
          <div>{mediumDate(client.created_at)}</div>
        </div>
      </div>
    </div>
  )
}

function ActionsCell({ client }: { client: Client }) {
  const { onEdit, onDelete } = useRowActions()
  return (
    <div className="flex justify-end gap-1" data-actions>
      <IconButton label={`Edit ${client.name}`} onClick={() => onEdit(client)}>
        <Pencil className="size-4" aria-hidden />
      </IconButton>
      <IconButton label={`Delete ${client.name}`} onClick={() => onDelete(client)} className="hover:text-error">
        <Trash2 className="size-4" aria-hidden />
      </IconButton>
    </div>
  )
}

/** The columns of the table. Only what the server can sort by key is sortable. */
export const columns = helper.columns([
  helper.accessor('name', { id: 'name', header: 'Name', cell: ({ row }) => <NameCell client={row.original} /> }),
  helper.accessor('email', {
    id: 'email',
    header: 'Email',
    enableSorting: false,
    cell: ({ row }) => (
      <span className="line-clamp-2 break-all" title={row.original.email}>
        {row.original.email}
      </span>
    ),
  }),
  helper.accessor('company', {
    id: 'company',
    header: 'Company',
    enableSorting: false,
    cell: ({ row }) => (
      <span className="line-clamp-2 break-words" title={row.original.company ?? undefined}>
        {row.original.company ?? <span className="text-base-content/50">–</span>}
      </span>
    ),
  }),
  helper.accessor('created_at', {
    id: 'created',
    header: 'Created',
    sortDescFirst: true,
    cell: ({ row }) => mediumDate(row.original.created_at),
  }),
  helper.display({ id: 'actions', header: 'Actions', cell: ({ row }) => <ActionsCell client={row.original} /> }),
])

/** Widths and, on small screens, absence of the columns. */
export const COLUMN_CLASS: Record<string, string> = {
  name: 'w-3/5 md:w-[32%]',
  email: 'w-2/5 md:w-[27%]',
  company: 'max-md:hidden md:w-[19%]',
  created: 'max-md:hidden md:w-[12%] whitespace-nowrap',
  actions: 'max-md:hidden md:w-[10%] text-right',
}
