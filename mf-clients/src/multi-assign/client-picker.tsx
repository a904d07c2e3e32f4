import type { Client } from '@portal/contract/clients'
import { MAX_SELECTED_CLIENTS } from '@portal/contract/limits'
import { Checkbox } from '@portal/kit/ui/checkbox-group'
import { cx } from '@portal/kit/ui/class-names'
import { formatCount } from '@portal/kit/ui/count'
import { LoadMore } from '@portal/kit/ui/pagination'
import { SearchBox } from '@portal/kit/ui/search-box'
import { ErrorState, SkeletonRows } from '@portal/kit/ui/states'
import { toastInfo, toastProblem } from '@portal/sdk'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { clientsQuery, rowsOf, selectionQuery } from '../queries/clients.ts'
import { useFailureToast } from '../queries/failure.ts'
import { useLiveClients } from '../queries/live.ts'

type Selectable = Pick<Client, 'id' | 'name' | 'email'>

export interface ClientPickerProps {
  /** Ids of the chosen clients. */
  chosen: ReadonlySet<string>
  onToggle: (clients: readonly Selectable[], on: boolean) => void
  disabled: boolean
}

/** Any number of clients, found by name, e-mail or company on the server. */
export function ClientPicker({ chosen, onToggle, disabled }: ClientPickerProps) {
  useLiveClients()
  const [search, setSearch] = useState('')
  const {
    data,
    error,
    isPending,
    isFetching,
    isPlaceholderData,
    hasNextPage,
    isFetchingNextPage,
    isFetchNextPageError,
    fetchNextPage,
    refetch,
  } = useInfiniteQuery(clientsQuery({ q: search, sort: 'name' }))
  useFailureToast(error, 'Failed to load clients')
  const rows = rowsOf(data)
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
          complete={!hasNextPage}
          chosen={chosen}
          onToggle={onToggle}
          disabled={disabled || isPlaceholderData}
        />
        <div className={cx('max-h-80 overflow-y-auto', isPlaceholderData && 'opacity-60')}>
          {isPending ? <SkeletonRows rows={4} label="Loading clients" /> : null}
          {!data && !isPending ? (
            <ErrorState
              title="The clients are not available"
              error={error}
              onRetry={() => void refetch()}
              retrying={isFetching}
              className="py-6"
            />
          ) : null}
          {data && rows.length === 0 ? (
            <p className="px-4 py-6 text-center text-base-content/70 text-sm">
              No clients found matching your criteria
            </p>
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
            hasMore={hasNextPage}
            loading={isFetchingNextPage}
            onMore={() => void fetchNextPage()}
            auto={!isFetchNextPageError}
          />
        </div>
      </div>
    </fieldset>
  )
}

interface SelectAllProps extends ClientPickerProps {
  search: string
  /** The clients that are loaded; `complete` when no page is left to load. */
  rows: readonly Client[]
  complete: boolean
}

/** Selects all that a search finds, not only what is loaded: the server names them. */
function SelectAll({ search, rows, complete, chosen, onToggle, disabled }: SelectAllProps) {
  const everyone = useQuery({ ...selectionQuery(search), enabled: false })
  const found: readonly Selectable[] = complete ? rows : (everyone.data?.items ?? [])
  const select = async (on: boolean): Promise<void> => {
    if (complete) return onToggle(rows, on)
    const { data, error } = await everyone.refetch()
    if (error || !data) return toastProblem(error, 'Failed to load clients')
    onToggle(data.items, on)
    if (data.more && on) toastInfo(`The first ${formatCount(MAX_SELECTED_CLIENTS)} clients are selected`)
  }
  return (
    <div className="flex items-center justify-between gap-3 border-base-300 border-b bg-base-200/50 px-3.5 py-2">
      <Checkbox
        label={search ? 'Select all found' : 'Select all'}
        checked={found.length > 0 && found.every((c) => chosen.has(c.id))}
        mixed={rows.some((c) => chosen.has(c.id))}
        disabled={disabled || rows.length === 0 || everyone.isFetching}
        onChange={(on) => void select(on)}
      />
      <span className="text-base-content/70 text-xs tabular-nums" role="status">
        {everyone.isFetching ? 'Selecting...' : `${formatCount(chosen.size)} selected`}
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
    <div className="relative flex items-start gap-3 border-base-300 border-b px-3.5 py-2.5 text-sm last:border-b-0 hover:bg-base-200/60 has-checked:bg-primary/5">
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
