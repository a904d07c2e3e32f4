import type { Client } from '@portal/contract/clients'
import { MAX_SELECTED_CLIENTS } from '@portal/contract/limits'
import { Checkbox } from '@portal/kit/ui/checkbox-group'
import { cx } from '@portal/kit/ui/class-names'
import { formatCount } from '@portal/kit/ui/count'
import { LoadMore } from '@portal/kit/ui/pagination'
import { SearchBox } from '@portal/kit/ui/search-box'
import { QueryError, SkeletonRows } from '@portal/kit/ui/states'
import { toastInfo, toastProblem } from '@portal/sdk'
import { type UseInfiniteQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type ClientPages, clientsQuery, rowsOf, selectionQuery } from '../queries/clients.ts'
import { useLoadFailureToast } from '../queries/failure.ts'
import { useLiveClients } from '../queries/live.ts'

type Selectable = Pick<Client, 'id' | 'name' | 'email'>

export interface ClientPickerProps {
  /** Ids of the chosen clients. */
  chosen: ReadonlySet<string>
  onToggle: (clients: readonly Selectable[], on: boolean) => void
  disabled: boolean
}

/** Shows a list of clients to choose from. The server searches by name, email and company. */
export function ClientPicker({ chosen, onToggle, disabled }: ClientPickerProps) {
  useLiveClients()
  const [search, setSearch] = useState('')
  const list = useInfiniteQuery(clientsQuery({ q: search, sort: 'name' }))
  useLoadFailureToast(list.error, 'Failed to load clients')
  const rows = rowsOf(list.data)
  return (
    <fieldset className="min-w-0" disabled={disabled}>
      <legend className="mb-1.5 font-medium text-sm">Clients</legend>
      <SearchBox
        landmark={false}
        placeholder="Search by name, email or company..."
        value={search}
        onChange={setSearch}
      />
      <div className="mt-2 overflow-hidden rounded-field border border-base-300">
        <SelectAll
          search={search}
          rows={rows}
          complete={!list.hasNextPage}
          chosen={chosen}
          onToggle={onToggle}
          disabled={disabled || list.isPlaceholderData}
        />
        <ClientChoices list={list} chosen={chosen} onToggle={onToggle} />
      </div>
    </fieldset>
  )
}

interface ClientChoicesProps extends Omit<ClientPickerProps, 'disabled'> {
  list: UseInfiniteQueryResult<ClientPages>
}

function ClientChoices({ list, chosen, onToggle }: ClientChoicesProps) {
  const rows = rowsOf(list.data)
  return (
    <div className={cx('max-h-80 overflow-y-auto', list.isPlaceholderData && 'opacity-60')}>
      {list.isPending ? <SkeletonRows rows={4} label="Loading clients" /> : null}
      {!list.data && !list.isPending ? (
        <QueryError title="The clients are not available" query={list} className="py-6" />
      ) : null}
      {list.data && rows.length === 0 ? (
        <p className="px-4 py-6 text-center text-base-content/70 text-sm">No clients found matching your criteria</p>
      ) : null}
      {rows.map((client) => (
        <ClientChoice
          key={client.id}
          client={client}
          checked={chosen.has(client.id)}
          onChange={(on) => onToggle([client], on)}
        />
      ))}
      <LoadMore
        hasMore={list.hasNextPage}
        loading={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
        auto={!list.isFetchNextPageError}
      />
    </div>
  )
}

interface SelectAllProps extends ClientPickerProps {
  search: string
  /** The loaded clients; `complete` if there are no more pages. */
  rows: readonly Client[]
  complete: boolean
}

/** Selects all clients that match the search, including those that are not loaded. */
function SelectAll({ search, rows, complete, chosen, onToggle, disabled }: SelectAllProps) {
  const selection = useQuery({ ...selectionQuery(search), enabled: false })
  const matches: readonly Selectable[] = complete ? rows : (selection.data?.items ?? [])
  const select = async (on: boolean): Promise<void> => {
    if (complete) return onToggle(rows, on)
    const { data, error } = await selection.refetch()
    if (error || !data) return toastProblem(error, 'Failed to load clients')
    onToggle(data.items, on)
    if (data.more && on) toastInfo(`The first ${formatCount(MAX_SELECTED_CLIENTS)} clients are selected`)
  }
  return (
    <div className="flex items-center justify-between gap-3 border-base-300 border-b bg-base-200/50 px-3.5 py-2">
      <Checkbox
        label={search ? 'Select all found' : 'Select all'}
        checked={matches.length > 0 && matches.every((c) => chosen.has(c.id))}
        mixed={rows.some((c) => chosen.has(c.id))}
        disabled={disabled || rows.length === 0 || selection.isFetching}
        onChange={(on) => void select(on)}
      />
      <span className="text-base-content/70 text-xs tabular-nums" role="status">
        {selection.isFetching ? 'Selecting...' : `${formatCount(chosen.size)} selected`}
      </span>
    </div>
  )
}

function ClientChoice({
  client,
  checked,
  onChange,
}: {
  client: Client
  checked: boolean
  onChange: (on: boolean) => void
}) {
  const id = useId()
  return (
    <div
      className={cx(
        'relative flex items-start gap-3 border-base-300 border-b px-3.5 py-2.5 text-sm last:border-b-0',
        'hover:bg-base-200/60 has-checked:bg-primary/5',
      )}
    >
      <input
        id={id}
        type="checkbox"
        checked={checked}
        aria-describedby={`${id}-more`}
        onChange={(event) => onChange(event.target.checked)}
        className="checkbox checkbox-sm checked:checkbox-primary relative z-10 mt-px rounded-sm border-base-content/50"
      />
      <div className="min-w-0">
        {/* The label covers the whole entry. */}
        <label htmlFor={id} className="block cursor-pointer wrap-anywhere font-medium after:absolute after:inset-0">
          {client.name}
        </label>
        <p id={`${id}-more`} className="wrap-anywhere text-base-content/70 text-xs">
          {client.company ? `${client.email} · ${client.company}` : client.email}
        </p>
      </div>
    </div>
  )
}
