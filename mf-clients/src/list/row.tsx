import type { Client } from '@portal/contract/clients'
import { initialOf } from '@portal/kit/ui/avatar'
import { ClientStatusBadge } from '@portal/kit/ui/badge'
import { cx } from '@portal/kit/ui/class-names'
import { mediumDate } from '@portal/kit/ui/time'
import { memo } from 'react'
import { Icon } from './icon.tsx'
import type { TableLayout } from './layout.ts'

/** Actions of a row. */
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
  /** Index of the `data-stop` element that Tab reaches; undefined if the tab stop is in another row. */
  stop: number | undefined
}

/** Number of elements per row that the arrow keys reach. */
export const STOPS: Record<TableLayout, number> = { wide: 6, folded: 4, small: 2 }

/** Marks the nth element of a row that the arrow keys reach. */
const stopAt = (n: number, stop: number | undefined) => ({ 'data-stop': '', tabIndex: stop === n ? 0 : -1 })
type CellsProps = Pick<ClientRowProps, 'client' | 'onOpen' | 'stop'>

/** Breaks a long email address before the @. */
function EmailText({ email, className }: { email: string; className: string }) {
  const at = email.lastIndexOf('@')
  return (
    <span className={className} title={email}>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  )
}

function Name({ client, onOpen, stop }: CellsProps) {
  return (
    <button type="button" {...stopAt(0, stop)} title={client.name} onClick={() => onOpen(client)} className="cl-name">
      {client.name}
    </button>
  )
}

function WideCells({ client, onOpen, stop }: CellsProps) {
  return (
    <>
      <td className="cl-first">
        <div className="cl-who">
          <span aria-hidden className="cl-mark">
            {initialOf(client.name)}
          </span>
          <Name client={client} onOpen={onOpen} stop={stop} />
          <span className={`cl-status cl-${client.status}`}>{client.status}</span>
        </div>
      </td>
      <td {...stopAt(1, stop)} className="cl-cell">
        <EmailText email={client.email} className="cl-text" />
      </td>
      <td {...stopAt(2, stop)} className="cl-cell">
        <span className="cl-text" title={client.company ?? undefined}>
          {client.company ?? <span className="text-base-content/70">–</span>}
        </span>
      </td>
      <td {...stopAt(3, stop)} className="cl-date">
        {mediumDate(client.created_at)}
      </td>
    </>
  )
}

function FoldedCells({ client, onOpen, stop }: CellsProps) {
  return (
    <>
      <td className="py-2 pr-3 pl-4">
        <Name client={client} onOpen={onOpen} stop={stop} />
        {client.company ? <div className="truncate text-base-content/70 text-xs">{client.company}</div> : null}
        <div className="mt-1 flex flex-wrap items-center gap-x-2 text-base-content/70 text-xs">
          {mediumDate(client.created_at)}
          <ClientStatusBadge status={client.status} />
        </div>
      </td>
      <td
        {...stopAt(1, stop)}
        className={cx(
          'py-2 pr-4 pl-3 text-xs',
          'focus-visible:-outline-offset-2 focus-visible:outline-2 focus-visible:outline-primary',
        )}
      >
        <EmailText email={client.email} className="wrap-anywhere line-clamp-4" />
      </td>
    </>
  )
}

const PENCIL =
  'M21.174 6.812a1 1 0 0 0-3.986-3.987L3.842 16.174a2 2 0 0 0-.5.83l-1.321 4.352a.5.5 0 0 0 .623.622' +
  'l4.353-1.32a2 2 0 0 0 .83-.497zM15 5l4 4'
const BIN = 'M10 11v6M14 11v6M19 6v14a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V6M3 6h18M8 6V4a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v2'

interface ActionsProps extends Pick<ClientRowProps, 'client' | 'onEdit' | 'onDelete' | 'stop'> {
  /** Index of the first button among the `data-stop` elements. */
  first: number
}

function ActionsCell({ client, onEdit, onDelete, stop, first }: ActionsProps) {
  const act = (n: number, label: string, className: string) => ({
    ...stopAt(n, stop),
    'aria-label': label,
    title: label,
    className,
  })
  return (
    // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a cell, not a control; its buttons have names
    <td className="cl-last">
      <div className="cl-acts" data-actions>
        <button type="button" {...act(first, `Edit ${client.name}`, 'cl-act')} onClick={() => onEdit(client)}>
          <Icon path={PENCIL} className="cl-icon" />
        </button>
        <button
          type="button"
          {...act(first + 1, `Delete ${client.name}`, 'cl-act cl-bin')}
          onClick={() => onDelete(client)}
        >
          <Icon path={BIN} className="cl-icon" />
        </button>
      </div>
    </td>
  )
}

/** Shows a client. A click anywhere opens the details; keyboards and screen readers use the name. */
export const ClientRow = memo(function ClientRow({
  client,
  index,
  layout,
  stop,
  onOpen,
  onEdit,
  onDelete,
}: ClientRowProps) {
  return (
    <tr
      aria-rowindex={index + 2}
      data-index={index}
      onClick={(event) => {
        const isOwnControl = event.target instanceof Element && event.target.closest('button, a, [data-actions]')
        if (!isOwnControl) onOpen(client)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target instanceof HTMLTableCellElement) onOpen(client)
      }}
      className={layout === 'wide' ? 'cl-row' : 'cl-row cl-tall'}
    >
      {layout === 'wide' ? (
        <WideCells client={client} onOpen={onOpen} stop={stop} />
      ) : (
        <FoldedCells client={client} onOpen={onOpen} stop={stop} />
      )}
      {layout === 'small' ? null : (
        <ActionsCell client={client} onEdit={onEdit} onDelete={onDelete} stop={stop} first={STOPS[layout] - 2} />
      )}
    </tr>
  )
})
