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

interface RowContext extends RowActions {
  /** The screen is small: company and date stand under the name, and there are no actions. */
  folded: boolean
}

const Row = createContext<RowContext | undefined>(undefined)
/** Around the rows: what their cells can do, and how they are laid out. */
export const RowProvider = Row.Provider

function useRow(): RowContext {
  const row = useContext(Row)
  if (!row) throw new Error('A row of clients needs a RowProvider')
  return row
}

export const features = tableFeatures({ rowSortingFeature })
const helper = createColumnHelper<typeof features, Client>()

/** The name opens the details; on a small screen company and date fold under it. */
function NameCell({ client }: { client: Client }) {
  const { onOpen, folded } = useRow()
  return (
    <div className="flex items-center gap-3">
      {folded ? null : <Avatar name={client.name} />}
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
        {folded ? (
          <div className="mt-0.5 space-y-0.5 text-base-content/70 text-xs">
            {client.company ? <div className="line-clamp-2 break-words">{client.company}</div> : null}
            <div>{mediumDate(client.created_at)}</div>
          </div>
        ) : null}
      </div>
    </div>
  )
}

function ActionsCell({ client }: { client: Client }) {
  const { onEdit, onDelete } = useRow()
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

/** An address that is too long for its column breaks before the @ rather than anywhere. */
function EmailText({ email }: { email: string }) {
  const at = email.lastIndexOf('@')
  return (
    <span className="wrap-anywhere line-clamp-2" title={email}>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  )
}

const name = helper.accessor('name', { id: 'name', header: 'Name', cell: ({ row }) => <NameCell client={row.original} /> })
const email = helper.accessor('email', {
  id: 'email',
  header: 'Email',
  enableSorting: false,
  cell: ({ row }) => <EmailText email={row.original.email} />,
})
const company = helper.accessor('company', {
  id: 'company',
  header: 'Company',
  enableSorting: false,
  cell: ({ row }) => (
    <span className="line-clamp-2 break-words" title={row.original.company ?? undefined}>
      {row.original.company ?? <span className="text-base-content/50">–</span>}
    </span>
  ),
})
const created = helper.accessor('created_at', {
  id: 'created',
  header: 'Created',
  sortDescFirst: true,
  cell: ({ row }) => mediumDate(row.original.created_at),
})
const actions = helper.display({ id: 'actions', header: 'Actions', cell: ({ row }) => <ActionsCell client={row.original} /> })

/** The columns of the table. Only what the server can sort by key is sortable. */
export const COLUMNS = helper.columns([name, email, company, created, actions])
/** The columns on a small screen: company and date fold under the name. */
export const FOLDED_COLUMNS = helper.columns([name, email])

/** Widths of the columns. */
export const COLUMN_CLASS: Record<string, string> = {
  name: 'w-[55%] md:w-[30%]',
  email: 'w-[45%] md:w-[28%]',
  company: 'w-[20%]',
  created: 'w-[12%] whitespace-nowrap',
  actions: 'w-[10%] text-right',
}
