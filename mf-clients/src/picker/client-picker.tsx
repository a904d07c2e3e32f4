import type { Client } from '@portal/contract/clients'
import { MAX_SELECTED_CLIENTS } from '@portal/contract/limits'
import { Checkbox } from '@portal/kit/ui/checkbox-group'
import { formatCount } from '@portal/kit/ui/count'
import { EmailText } from '@portal/kit/ui/email-text'
import { PickerList } from '@portal/kit/ui/picker-list'
import { QueryError } from '@portal/kit/ui/states'
import { toastInfo, toastProblem } from '@portal/sdk'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { clientsQuery, rowsOf, selectionQuery } from '../queries/clients.ts'
import { useLoadFailureToast } from '../queries/failure.ts'
import { useLiveClients } from '../queries/live.ts'
import { sourceOf } from './source.ts'

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
  if (!list.data && list.error) {
    return <QueryError title="The clients are not available" query={list} className="py-6" />
  }
  return (
    <PickerList
      label="Clients"
      placeholder="Search by name, email or company..."
      source={sourceOf(list, { search, onSearch: setSearch })}
      multiple
      isPicked={(client) => chosen.has(client.id)}
      onPick={(client) => onToggle([client], !chosen.has(client.id))}
      renderOption={(client) => <ClientOption client={client} />}
      empty="No clients found matching your criteria"
      disabled={disabled}
      header={
        <SelectAll
          search={search}
          rows={rowsOf(list.data)}
          complete={!list.hasNextPage}
          chosen={chosen}
          onToggle={onToggle}
          disabled={disabled || list.isPending || list.isPlaceholderData}
        />
      }
    />
  )
}

function ClientOption({ client }: { client: Client }) {
  return (
    <span className="min-w-0">
      <span className="block wrap-anywhere font-medium">{client.name}</span>
      <span className="block wrap-anywhere text-base-content/70 text-xs">
        <EmailText email={client.email} />
        {client.company ? ` · ${client.company}` : null}
      </span>
    </span>
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
  const selection = useQuery({ ...selectionQuery({ q: search }), enabled: false })
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
