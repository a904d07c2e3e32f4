import type { Client } from '@portal/contract/clients'
import { Checkbox } from '@portal/kit/checkbox-group'
import { cx } from '@portal/kit/class-names'
import { LoadMore } from '@portal/kit/pagination'
import { SearchBox } from '@portal/kit/search-box'
import { ErrorState, SkeletonRows } from '@portal/kit/states'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { clientsQuery, rowsOf } from '../queries/clients.ts'
import { useFailureToast } from '../queries/failure.ts'
import { useLiveClients } from '../queries/live.ts'

export interface ClientPickerProps {
  /** Ids of the chosen clients. */
  chosen: ReadonlySet<string>
  onToggle: (clients: readonly Client[], on: boolean) => void
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
  const shown = rows.filter((c) => chosen.has(c.id)).length
  return (
    <fieldset className="min-w-0" disabled={disabled}>
      <legend className="mb-1.5 font-medium text-sm">Clients</legend>
      <SearchBox landmark={false} placeholder="Search by name, email or company..." value={search} onChange={setSearch} />
      <div className="mt-2 overflow-hidden rounded-field border border-base-300">
        <div className="flex items-center justify-between gap-3 border-base-300 border-b bg-base-200/50 px-3.5 py-2">
          <Checkbox
            label={search ? 'Select all found' : 'Select all shown'}
            checked={rows.length > 0 && shown === rows.length}
            mixed={shown > 0}
            disabled={disabled || rows.length === 0}
            onChange={(on) => onToggle(rows, on)}
          />
          <span className="text-base-content/70 text-xs tabular-nums" role="status">
            {chosen.size} selected
          </span>
        </div>
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
            <p className="px-4 py-6 text-center text-base-content/70 text-sm">No clients found matching your criteria</p>
          ) : null}
          {rows.map((client) => (
            <ClientChoice key={client.id} client={client} checked={chosen.has(client.id)} onChange={(on) => onToggle([client], on)} />
          ))}
          <LoadMore hasMore={hasNextPage} loading={isFetchingNextPage} onMore={() => void fetchNextPage()} auto={!isFetchNextPageError} />
        </div>
      </div>
    </fieldset>
  )
}

function ClientChoice({ client, checked, onChange }: { client: Client; checked: boolean; onChange: (on: boolean) => void }) {
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
        <label htmlFor={id} className="block cursor-pointer break-words font-medium after:absolute after:inset-0">
          {client.name}
        </label>
        <p id={`${id}-more`} className="break-words text-base-content/70 text-xs">
          {client.company ? `${client.email} · ${client.company}` : client.email}
        </p>
      </div>
    </div>
  )
}
