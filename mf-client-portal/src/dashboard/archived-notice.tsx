import { Notice } from '@portal/kit/ui/notice'
import { isApiError } from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { Archive } from 'lucide-react'
import { sectionQuery } from './queries.ts'

/**
 * Asks the server why the open section is not in the list: a link may lead to an archived section, or it was archived
 * while it was open. Returns whether the request is under way, and the text about an archived section.
 */
export function useMissingSection(id: string | undefined): { checking: boolean; archived: string | undefined } {
  const { error, isFetching } = useQuery({
    ...sectionQuery(id ?? ''),
    enabled: id !== undefined,
    retry: false,
    staleTime: 0,
  })
  if (id === undefined) return { checking: false, archived: undefined }
  return { checking: isFetching, archived: isApiError(error, 'archived') ? error.detail : undefined }
}

/** Says that a section is archived. */
export function ArchivedNotice({ text }: { text: string }) {
  return (
    <Notice tone="info" role="status" className="flex gap-3">
      <Archive className="mt-0.5 size-4 shrink-0" aria-hidden />
      <p>{text}</p>
    </Notice>
  )
}
