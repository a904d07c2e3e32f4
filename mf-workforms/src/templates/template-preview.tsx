import type { Workform } from '@portal/contract/workforms'
import { ErrorState, Skeleton } from '@portal/kit/ui/states'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Preview } from '../builder/preview.tsx'
import { sectionsFrom } from '../builder/sections.ts'
import { workformQuery } from '../queries/workforms.ts'

/** Loads a workform and shows it as clients see it. */
export function TemplatePreview({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useQuery(workformQuery(id))
  if (data) return <Loaded key={id} workform={data} />
  if (error && !isFetching)
    return <ErrorState title="Failed to load workforms" error={error} onRetry={() => void refetch()} />
  return (
    <div role="status" aria-label="Loading workform" className="grid gap-4">
      <Skeleton className="h-6 w-56 max-w-full" />
      <Skeleton className="h-40 w-full" />
      <Skeleton className="h-40 w-full" />
    </div>
  )
}

function Loaded({ workform: { name, description, fields } }: { workform: Workform }) {
  const sections = useMemo(() => sectionsFrom(fields), [fields])
  return <Preview state={{ name, description: description ?? '', sections }} />
}
