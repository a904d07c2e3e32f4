import { isBlank } from '@portal/contract/text'
import { Button } from '@portal/kit/ui/button'
import { EmailText } from '@portal/kit/ui/email-text'
import { TextField } from '@portal/kit/ui/fields'
import { TopLayer } from '@portal/kit/ui/top-layer'
import { useCloseOnBack } from '@portal/kit/ui/unsaved'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type RefObject, useDeferredValue, useRef, useState } from 'react'
import { clientNameQuery, clientSearch } from './queries.ts'

export interface ClientFilterProps {
  value: string | undefined
  onChange: (id: string | undefined) => void
}

/** Shows the client in the filter, with a button to remove it. */
function Chosen({ id, takesFocus, onClear }: { id: string; takesFocus: boolean; onClear: () => void }) {
  const { data: name } = useQuery(clientNameQuery(id))
  return (
    <div className="min-w-0">
      <p className="font-medium text-sm">Client</p>
      <Button
        className="mt-1.5 w-full justify-between"
        onClick={onClear}
        title="Show all clients"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it replaces the list from which the user has chosen
        autoFocus={takesFocus}
      >
        <span className="truncate" title={name ?? undefined}>
          {name ?? 'This client'}
        </span>
        <X className="size-4 shrink-0" aria-hidden />
        <span className="sr-only">Remove filter</span>
      </Button>
    </div>
  )
}

interface FoundProps {
  anchor: RefObject<HTMLElement | null>
  clients: readonly { id: string; name: string; email: string }[]
  isSearching: boolean
  onChoose: (id: string) => void
  onClose: () => void
}

/** Lists the clients found below the field. */
function Found({ anchor, clients, isSearching, onChoose, onClose }: FoundProps) {
  useCloseOnBack(onClose)
  return (
    <TopLayer
      anchor={anchor}
      side="bottom"
      align="start"
      asWide
      onClose={onClose}
      className="overflow-y-auto rounded-box border border-base-300 bg-base-100 text-base-content shadow-lg"
    >
      <ul aria-label="Clients found" className="max-h-72 overflow-y-auto p-1">
        {clients.map((client) => (
          <li key={client.id}>
            <button
              type="button"
              className="w-full cursor-pointer rounded-field px-3 py-2 text-left text-sm hover:bg-base-200"
              onClick={() => onChoose(client.id)}
            >
              <span className="wrap-anywhere block font-medium">{client.name}</span>
              <EmailText email={client.email} className="block text-base-content/70" />
            </button>
          </li>
        ))}
        {clients.length === 0 && !isSearching ? (
          <li className="px-3 py-2 text-base-content/70 text-sm">No client found</li>
        ) : null}
      </ul>
    </TopLayer>
  )
}

/** Searches for a client to filter by. */
export function ClientFilter({ value, onChange }: ClientFilterProps) {
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [hasChosen, setChosen] = useState(false)
  const field = useRef<HTMLDivElement>(null)
  const { data: clients, isFetching } = useQuery(clientSearch(useDeferredValue(text)))
  if (value) return <Chosen id={value} takesFocus={hasChosen} onClear={() => onChange(undefined)} />
  return (
    <div
      ref={field}
      className="min-w-0"
      onBlur={({ relatedTarget, currentTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false)
      }}
    >
      <TextField
        label="Client"
        type="search"
        autoComplete="off"
        placeholder="Name or email"
        value={text}
        onChange={(next) => {
          setText(next)
          setOpen(!isBlank(next))
        }}
      />
      {isOpen && clients ? (
        <Found
          anchor={field}
          clients={clients}
          isSearching={isFetching}
          onClose={() => setOpen(false)}
          onChoose={(id) => {
            setText('')
            setOpen(false)
            setChosen(true)
            onChange(id)
          }}
        />
      ) : null}
    </div>
  )
}
