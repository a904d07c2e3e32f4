import { queryClient } from '@portal/sdk'
import { queryOptions } from '@tanstack/react-query'
import { useEffect } from 'react'

/** Delay after which the page has shown its content, in ms. */
const PRELOAD_AFTER_MS = 2000

/**
 * The component that renders the form of a section. Its code is loaded after the list of sections, like data: it is
 * tried again, and waits for the connection.
 */
export const formCode = queryOptions({
  queryKey: ['client-portal-form'] as const,
  queryFn: async () => (await import('./section-form.tsx')).SectionForm,
  retry: 3,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

/**
 * Loads the code a while after the page, so that it is there when the connection is lost. When a section is open, it
 * loads at once, together with the list.
 */
export function usePreloadedForm(isOpen: boolean): void {
  useEffect(() => {
    const timer = setTimeout(() => void queryClient.prefetchQuery(formCode), isOpen ? 0 : PRELOAD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isOpen])
}
