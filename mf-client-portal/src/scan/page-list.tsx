import { Button, IconButton } from '@portal/kit/ui/button'
import { Notice } from '@portal/kit/ui/notice'
import { Skeleton } from '@portal/kit/ui/states'
import { ArrowLeft, ArrowRight, ScanText, Trash2, Undo2 } from 'lucide-react'
import { PagePicture } from './page-picture.tsx'
import { PhotoPicker } from './photo-picker.tsx'
import { MAX_PAGES, type ScanPage } from './scan-page.ts'
import type { ScanWork } from './use-scan.ts'

/** Renders the pages of a scan, with buttons to add, edit, move and remove them. */
export function PageList({ work, onEdit }: { work: ScanWork; onEdit: (id: string) => void }) {
  const { pages, reading, problem, removedNumber } = work
  const isEmpty = pages.length === 0 && !reading
  return (
    <div className="grid grid-cols-1 gap-4">
      {isEmpty ? <Introduction /> : null}
      {work.restored && !isEmpty ? (
        <Notice tone="info" role="status">
          Your pages from earlier are still here.
        </Notice>
      ) : null}
      <div className="flex flex-wrap justify-center gap-2">
        <PhotoPicker
          camera={isEmpty ? 'Take photo' : 'Add page'}
          existing="Choose photos"
          multiple
          primary={isEmpty}
          disabled={pages.length >= MAX_PAGES}
          onPhotos={work.add}
        />
      </div>
      {problem === undefined ? null : (
        <Notice tone="error" role="alert">
          {problem}
        </Notice>
      )}
      {removedNumber === undefined ? null : (
        <Notice tone="info" role="status" className="flex flex-wrap items-center justify-between gap-2">
          Page {removedNumber} was removed.
          <Button size="sm" icon={<Undo2 />} onClick={work.restore}>
            Undo
          </Button>
        </Notice>
      )}
      <ol className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {pages.map((page, index) => (
          <PageCard key={page.id} page={page} number={index + 1} work={work} onEdit={() => onEdit(page.id)} />
        ))}
        {reading ? (
          <li role="status" aria-label="Reading photo">
            <Skeleton className="aspect-3/4 w-full" />
          </li>
        ) : null}
      </ol>
    </div>
  )
}

function Introduction() {
  return (
    <div className="flex flex-col items-center gap-3 px-2 pt-4 text-center">
      <ScanText className="size-8 text-base-content/60" aria-hidden />
      <p className="max-w-md text-sm">
        Photograph each page on a darker surface. The page is cut out, straightened and made easy to read, and all pages
        are sent as one PDF.
      </p>
    </div>
  )
}

interface PageCardProps {
  page: ScanPage
  number: number
  work: ScanWork
  onEdit: () => void
}

function PageCard({ page, number, work, onEdit }: PageCardProps) {
  const name = `page ${number}`
  const needsCorners = !page.version.found && page.earlier.length === 0
  return (
    <li className="flex min-w-0 flex-col gap-1 rounded-field border border-base-300 p-2">
      <button
        type="button"
        onClick={onEdit}
        aria-label={`Edit ${name}`}
        className="grid aspect-3/4 w-full cursor-pointer place-items-center overflow-hidden rounded-field bg-base-200"
      >
        <PagePicture page={page} rendered={work.rendered.get(page.id)} alt="" className="size-full object-contain" />
      </button>
      <p className="text-center text-sm">Page {number}</p>
      {needsCorners ? <p className="text-center font-medium text-xs">Check its corners</p> : null}
      <div className="flex justify-between">
        <IconButton
          label={`Move ${name} earlier`}
          icon={<ArrowLeft />}
          disabled={number === 1}
          onClick={() => work.move(page.id, -1)}
        />
        <IconButton
          label={`Move ${name} later`}
          icon={<ArrowRight />}
          disabled={number === work.pages.length}
          onClick={() => work.move(page.id, 1)}
        />
        <IconButton label={`Remove ${name}`} icon={<Trash2 />} onClick={() => work.remove(page.id)} />
      </div>
    </li>
  )
}
