import { Button, buttonClass } from '@portal/kit/ui/button'
import { downloadFile, toastProblem, toastSuccess } from '@portal/sdk'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarClock, Download, Plus, Upload } from 'lucide-react'
import { filterParams } from '../queries/clients.ts'
import type { ClientsSearch } from './search.ts'

export interface PageActionsProps {
  search: ClientsSearch
  onAdd: () => void
  onImport: () => void
  /** Preloads the code of the creation flow. */
  loadCreation: () => void
}

/** Returns the URL that exports the list as CSV, with its search, filters and order. */
function exportPath({ sort, ...filter }: ClientsSearch): string {
  const query = new URLSearchParams({ ...filterParams(filter), ...(sort && { sort }) })
  return `/api/clients/export${query.size > 0 ? `?${query.toString()}` : ''}`
}

/** Shows the actions of the page: follow-ups, import, export, and Add Client. */
export function PageActions({ search, onAdd, onImport, loadCreation }: PageActionsProps) {
  const save = useMutation({
    mutationFn: () => downloadFile(exportPath(search), `clients-${new Date().toISOString().slice(0, 10)}.csv`),
    onSuccess: () => toastSuccess('Clients exported'),
    onError: (error) => toastProblem(error, 'Failed to export clients'),
  })
  // On narrow screens, secondary buttons shrink to their icons, so that the list starts higher.
  const small = 'max-lg:w-10 max-lg:px-0'
  return (
    <>
      <Link to="/clients/follow-ups" className={buttonClass('secondary', 'md', small)} title="Follow-ups">
        <CalendarClock className="size-4" /> <span className="max-lg:sr-only">Follow-ups</span>
      </Link>
      <Button icon={<Upload />} className={small} title="Import clients from a CSV file" onClick={onImport}>
        <span className="max-lg:sr-only">Import</span>
      </Button>
      <Button
        icon={<Download />}
        className={small}
        busy={save.isPending}
        busyLabel="Exporting..."
        title="Export the listed clients as a CSV file"
        onClick={() => save.mutate()}
      >
        <span className="max-lg:sr-only">Export</span>
      </Button>
      <Button
        variant="primary"
        className="max-sm:order-first max-sm:flex-1"
        icon={<Plus />}
        onPointerEnter={loadCreation}
        onClick={onAdd}
      >
        Add Client
      </Button>
    </>
  )
}
