import type { Workform } from '@portal/contract/workforms'
import { QueryError, Skeleton } from '@portal/kit/ui/states'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Preview } from '../builder/preview.tsx'
import { sectionsFrom } from '../builder/sections.ts'
import { workformQuery } from '../queries/workforms.ts'

/** Loads a workform and shows it as clients see it. */
export function TemplatePreview({ id }: { id: string }) {
  const workform = useQuery(workformQuery(id))
  if (workform.data) return <Loaded key={id} workform={workform.data} />
  if (workform.error) return <QueryError title="Failed to load workforms" query={workform} />
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
