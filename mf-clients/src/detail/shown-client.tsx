import type { Client } from '@portal/contract/clients'
import { afterPaint } from '@portal/kit/ui/after-paint'
import type { DialogHandle } from '@portal/kit/ui/dialog'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type Ref, startTransition, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { clientKeys, type ClientPages } from '../queries/clients.ts'
import { ClientDialog } from './dialog.tsx'

/** The page is first to show what one came for; then the frame of the details is made ready, in ms. */
const READY_AFTER_MS = 300

/** The name as a list that is loaded says it. */
function knownName(cache: QueryClient, id: string): string | undefined {
  const lists = cache.getQueriesData<ClientPages>({ queryKey: clientKeys.lists })
  return lists
    .flatMap(([, list]) => list?.pages ?? [])
    .flatMap((page) => page.items.filter((client) => client.id === id))[0]?.name
}

function useReady(): boolean {
  const [ready, setReady] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setReady(true)), READY_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return ready
}

/** What the page can have the details do. */
export interface ShownClientHandle {
  /** Shows a client's details: the frame at once, and what follows from it behind the paint. */
  show: (client: Client) => void
}

export interface ShownClientProps {
  ref?: Ref<ShownClientHandle> | undefined
  /** Whose details the address asks for. */
  id: string | undefined
  /** Brings a client into the address. */
  onShow: (id: string) => void
  onClose: () => void
}

/** The client's details over the list. What is pressed shows in a frame that lies ready; the address, and what is in the frame, follow. */
export function ShownClient({ ref, id, onShow, onClose }: ShownClientProps) {
  const cache = useQueryClient()
  const ready = useReady()
  const frame = useRef<DialogHandle>(null)
  const callOff = useRef<() => void>(undefined)
  useImperativeHandle(
    ref,
    () => ({
      show: ({ id: pressed, name }) => {
        if (!frame.current) return onShow(pressed)
        frame.current.show(name)
        // Of two presses before the paint the last one counts.
        callOff.current?.()
        callOff.current = afterPaint(() => onShow(pressed))
      },
    }),
    [onShow],
  )
  const name = useMemo(() => (id === undefined ? '' : knownName(cache, id)), [cache, id])
  return <ClientDialog id={id} name={name} kept={ready} handle={frame} onClose={onClose} />
}
