import { Button, buttonClass } from '@portal/kit/ui/button'
import { downloadFile, toastProblem, toastSuccess } from '@portal/sdk'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarClock, Download, Plus, Upload } from 'lucide-react'
import { memo } from 'react'
import type { ClientsSearch } from './search.ts'

export interface PageActionsProps {
  /** What is listed when it is asked. */
  listed: () => ClientsSearch
  onAdd: () => void
  onImport: () => void
  /** Fetches the code of the creation flow, which is likely to be wanted. */
  loadCreation: () => Promise<unknown>
}

/** The address of the list as a file: what is searched and filtered is what it holds. */
export function exportPath({ q, status, sort }: ClientsSearch): string {
  const query = new URLSearchParams({ ...(q ? { q } : {}), ...(status ? { status } : {}), ...(sort ? { sort } : {}) })
  return `/api/clients/export${query.size > 0 ? `?${query.toString()}` : ''}`
}

/** The buttons of the page: clients out of a file, into one, and a new one. */
export const PageActions = memo(function PageActions({ listed, onAdd, onImport, loadCreation }: PageActionsProps) {
  const save = useMutation({
    mutationFn: () => downloadFile(exportPath(listed()), `clients-${new Date().toISOString().slice(0, 10)}.csv`),
    onSuccess: () => toastSuccess('Clients exported'),
    onError: (error) => toastProblem(error, 'Failed to export clients'),
  })
  // Where the screen is narrow the list begins high: beside the main button the others are as small as their icons.
  const small = 'max-lg:w-10 max-lg:px-0'
  return (
    <>
      <Link to="/clients/follow-ups" className={buttonClass('secondary', 'md', small)} title="Follow-ups">
        <CalendarClock className="size-4" aria-hidden /> <span className="max-lg:sr-only">Follow-ups</span>
      </Link>
      <Button
        icon={<Upload className="size-4" aria-hidden />}
        className={small}
        title="Clients from a CSV file"
        onClick={onImport}
      >
        <span className="max-lg:sr-only">Import</span>
      </Button>
      <Button
        icon={<Download className="size-4" aria-hidden />}
        className={small}
        busy={save.isPending}
        busyLabel="Exporting..."
        title="The clients that are listed, as a CSV file"
        onClick={() => save.mutate()}
      >
        <span className="max-lg:sr-only">Export</span>
      </Button>
      <Button
        variant="primary"
        className="max-sm:order-first max-sm:flex-1"
        icon={<Plus className="size-4" aria-hidden />}
        onPointerEnter={() => void loadCreation()}
        onClick={onAdd}
      >
        Add Client
      </Button>
    </>
  )
})
