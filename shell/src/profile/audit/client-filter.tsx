import { Button } from '@portal/kit/ui/button'
import { TextField } from '@portal/kit/ui/fields'
import { TopLayer } from '@portal/kit/ui/top-layer'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useDeferredValue, useRef, useState } from 'react'
import { clientNameQuery, clientSearch } from './queries.ts'

export interface ClientFilterProps {
  value: string | undefined
  onChange: (id: string | undefined) => void
}

/** Shows the client in the filter, with a button to remove it. */
function Chosen({ id, onClear }: { id: string; onClear: () => void }) {
  const { data: name } = useQuery(clientNameQuery(id))
  return (
    <div className="min-w-0">
      <p className="font-medium text-sm">Client</p>
      <Button className="mt-1.5 w-full justify-between" onClick={onClear} title="Show all clients">
        <span className="truncate">{name ?? 'This client'}</span>
        <X className="size-4 shrink-0" aria-hidden />
        <span className="sr-only">Remove filter</span>
      </Button>
    </div>
  )
}

function Found({ client, onChoose }: { client: { name: string; email: string }; onChoose: () => void }) {
  return (
    <li>
      <button
        type="button"
        className="w-full cursor-pointer rounded-field px-3 py-2 text-left text-sm hover:bg-base-200"
        onClick={onChoose}
      >
        <span className="wrap-anywhere block font-medium">{client.name}</span>
        <span className="wrap-anywhere block text-base-content/70">{client.email}</span>
      </button>
    </li>
  )
}

/** Searches for a client to filter by. */
export function ClientFilter({ value, onChange }: ClientFilterProps) {
  const [text, setText] = useState('')
  const field = useRef<HTMLDivElement>(null)
  const { data: clients, isFetching } = useQuery(clientSearch(useDeferredValue(text)))
  if (value) return <Chosen id={value} onClear={() => onChange(undefined)} />
  const open = text.trim() !== '' && clients !== undefined
  return (
    <div ref={field} className="min-w-0">
      <TextField
        label="Client"
        type="search"
        autoComplete="off"
        placeholder="Name or email"
        value={text}
        onChange={setText}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setText('')
        }}
      />
      {open ? (
        <TopLayer
          anchor={field}
          side="bottom"
          align="start"
          asWide
          className="overflow-y-auto rounded-box border border-base-300 bg-base-100 text-base-content shadow-lg"
        >
          <ul aria-label="Clients found" className="max-h-72 overflow-y-auto p-1">
            {clients.map((client) => (
              <Found
                key={client.id}
                client={client}
                onChoose={() => {
                  setText('')
                  onChange(client.id)
                }}
              />
            ))}
            {clients.length === 0 && !isFetching ? (
              <li className="px-3 py-2 text-base-content/70 text-sm">No client found</li>
            ) : null}
          </ul>
        </TopLayer>
      ) : null}
    </div>
  )
}
