import { Notice } from '@portal/kit/ui/notice'
import { isApiError } from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { sectionQuery } from './queries.ts'

interface MissingSection {
  checking: boolean
  archived?: string | undefined
  unknown?: string | undefined
}

const UNKNOWN = 'This section is not in your list. It was withdrawn, or it belongs to another bookkeeper of yours.'

/**
 * Asks the server why the open section is not in the list: a link may lead to a section that was archived or withdrawn,
 * or that happened while it was open. Returns whether the request is under way, and what to say about the section.
 */
export function useMissingSection(id: string | undefined): MissingSection {
  const { error, isFetching } = useQuery({
    ...sectionQuery(id ?? ''),
    enabled: id !== undefined,
    retry: false,
    staleTime: 0,
  })
  if (id === undefined) return { checking: false }
  return {
    checking: isFetching,
    archived: isApiError(error, 'archived') ? error.detail : undefined,
    unknown: isApiError(error, 'not_found') ? UNKNOWN : undefined,
  }
}

/** Says why a section cannot be opened. */
export function MissingNotice({ text }: { text: string }) {
  return (
    <Notice tone="info" role="status" className="flex gap-3">
      <Info className="mt-0.5 size-4 shrink-0" aria-hidden />
      <p>{text}</p>
    </Notice>
  )
}
