import type { Client } from '@portal/contract/clients'
import { afterPaint } from '@portal/kit/ui/after-paint'
import type { DialogHandle } from '@portal/kit/ui/dialog'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type Ref, startTransition, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { clientKeys, type ClientPages } from '../queries/clients.ts'
import { ClientDialog } from './dialog.tsx'

/** Delay in ms before the closed dialog is mounted: the list renders first. */
const READY_AFTER_MS = 300

/** Returns the name from the lists in the cache. */
function knownName(cache: QueryClient, id: string): string | undefined {
  const lists = cache.getQueriesData<ClientPages>({ queryKey: clientKeys.lists })
  return lists
    .flatMap(([, list]) => list?.pages ?? [])
    .flatMap((page) => page.items.filter((client) => client.id === id))[0]?.name
}

function useIsReady(): boolean {
  const [ready, setReady] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setReady(true)), READY_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return ready
}

/** Lets the page open the details. */
export interface ShownClientHandle {
  /** Opens the dialog at once. The navigation follows after the next paint. */
  show: (client: Client) => void
}

export interface ShownClientProps {
  ref?: Ref<ShownClientHandle> | undefined
  /** Id of the client in the URL. */
  id: string | undefined
  /** Puts a client into the URL. */
  onShow: (id: string) => void
  onClose: () => void
}

/**
 * Shows a client's details over the list. The dialog opens at once; the URL and the content follow.
 */
export function ShownClient({ ref, id, onShow, onClose }: ShownClientProps) {
  const cache = useQueryClient()
  const isReady = useIsReady()
  const dialog = useRef<DialogHandle>(null)
  const cancel = useRef<() => void>(undefined)
  useImperativeHandle(
    ref,
    () => ({
      show: ({ id: clicked, name }) => {
        if (!dialog.current) return onShow(clicked)
        dialog.current.show(name)
        // If there are two clicks before the paint, the last one counts.
        cancel.current?.()
        cancel.current = afterPaint(() => onShow(clicked))
      },
    }),
    [onShow],
  )
  const name = useMemo(() => (id === undefined ? '' : knownName(cache, id)), [cache, id])
  return <ClientDialog id={id} name={name} kept={isReady} handle={dialog} onClose={onClose} />
}
