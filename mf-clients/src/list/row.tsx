import type { Client } from '@portal/contract/clients'
import { Avatar } from '@portal/kit/ui/avatar'
import { ClientStatusBadge } from '@portal/kit/ui/badge'
import { IconButton } from '@portal/kit/ui/button'
import { cx } from '@portal/kit/ui/class-names'
import { mediumDate } from '@portal/kit/ui/time'
import { Pencil, Trash2 } from 'lucide-react'
import { memo } from 'react'
import type { TableLayout } from './use-table-layout.ts'

export type RowAction = 'open' | 'edit' | 'delete'

export interface ClientRowProps {
  client: Client
  /** Position in the list, from 0. */
  index: number
  layout: TableLayout
  /** Index of the `data-stop` element that Tab reaches; undefined if the tab stop is in another row. */
  stop: number | undefined
  /** Whether the details of the client are open. */
  opened: boolean
  /** Must be stable, or every row renders again. */
  onAction: (action: RowAction, client: Client) => void
}

/** Number of elements per row that the arrow keys reach. */
export const STOPS: Record<TableLayout, number> = { wide: 6, folded: 4, small: 2 }

/** Marks the nth element of a row that the arrow keys reach. */
const stopAt = (n: number, stop: number | undefined) => ({ 'data-stop': '', tabIndex: stop === n ? 0 : -1 })

const CELL = 'px-3 py-1 focus-visible:-outline-offset-2 focus-visible:outline-2 focus-visible:outline-primary'
const QUIET = 'text-base-content/70 text-xs'

type CellsProps = Omit<ClientRowProps, 'index' | 'opened'>

/** Breaks a long email address before the @. */
function EmailText({ email, className }: { email: string; className: string }) {
  const at = email.lastIndexOf('@')
  return (
    <span className={cx('wrap-anywhere', className)} title={email}>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  )
}

function Name({ client, onAction, stop }: CellsProps) {
  return (
    <button
      type="button"
      {...stopAt(0, stop)}
      title={client.name}
      onClick={() => onAction('open', client)}
      className="line-clamp-2 min-w-0 max-w-full cursor-pointer wrap-anywhere text-left font-medium hover:underline"
    >
      {client.name}
    </button>
  )
}

function WideCells(props: CellsProps) {
  const { client, stop } = props
  return (
    <>
      <td className="py-1 pr-3 pl-5">
        <div className="flex items-center gap-3">
          <Avatar name={client.name} />
          <Name {...props} />
          <ClientStatusBadge status={client.status} />
        </div>
      </td>
      <td {...stopAt(1, stop)} className={CELL}>
        <EmailText email={client.email} className="line-clamp-2" />
      </td>
      <td {...stopAt(2, stop)} className={CELL}>
        <span className="line-clamp-2 wrap-anywhere" title={client.company ?? undefined}>
          {client.company ?? <span className="text-base-content/70">–</span>}
        </span>
      </td>
      <td {...stopAt(3, stop)} className={cx(CELL, 'whitespace-nowrap')}>
        {mediumDate(client.created_at)}
      </td>
    </>
  )
}

function FoldedCells(props: CellsProps) {
  const { client, stop } = props
  return (
    <>
      <td className="py-2 pr-3 pl-4">
        <Name {...props} />
        {client.company ? <div className={cx('truncate', QUIET)}>{client.company}</div> : null}
        <div className={cx('mt-1 flex flex-wrap items-center gap-x-2', QUIET)}>
          {mediumDate(client.created_at)}
          <ClientStatusBadge status={client.status} />
        </div>
      </td>
      <td {...stopAt(1, stop)} className={cx(CELL, 'pr-4 text-xs')}>
        <EmailText email={client.email} className="line-clamp-4" />
      </td>
    </>
  )
}

function ActionsCell({ client, layout, onAction, stop }: CellsProps) {
  const first = STOPS[layout] - 2
  return (
    // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a cell, not a control; its buttons have names
    <td className="py-1 pr-5 pl-3">
      <div className="flex justify-end gap-1" data-actions>
        <IconButton
          {...stopAt(first, stop)}
          label={`Edit ${client.name}`}
          icon={<Pencil />}
          onClick={() => onAction('edit', client)}
        />
        <IconButton
          {...stopAt(first + 1, stop)}
          label={`Delete ${client.name}`}
          icon={<Trash2 />}
          className="hover:text-error"
          onClick={() => onAction('delete', client)}
        />
      </div>
    </td>
  )
}

/** Shows a client. A click anywhere opens the details; keyboards and screen readers use the name. */
export const ClientRow = memo(function ClientRow({ index, opened, ...props }: ClientRowProps) {
  const { client, layout, onAction } = props
  return (
    <tr
      aria-rowindex={index + 2}
      data-index={index}
      onClick={(event) => {
        const isOwnControl = event.target instanceof Element && event.target.closest('button, a, [data-actions]')
        if (!isOwnControl) onAction('open', client)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target instanceof HTMLTableCellElement) onAction('open', client)
      }}
      className={cx(
        'cursor-pointer border-base-300 border-b last:border-b-0',
        opened ? 'bg-primary/10' : 'focus-within:bg-primary/5 hover:bg-base-200/60',
        layout === 'wide' ? 'h-16' : 'h-25',
      )}
    >
      {layout === 'wide' ? <WideCells {...props} /> : <FoldedCells {...props} />}
      {layout === 'small' ? null : <ActionsCell {...props} />}
    </tr>
  )
})
