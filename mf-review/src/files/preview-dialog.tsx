import { formatSize } from '@portal/contract/files'
import { Button } from '@portal/kit/ui/button'
import { Dialog } from '@portal/kit/ui/dialog'
import { downloadStoredFile } from '@portal/sdk'
import { ChevronLeft, ChevronRight, Download } from 'lucide-react'
import { useEffect, useEffectEvent, useTransition } from 'react'
import { FileContent, type PreviewFile } from './file-content.tsx'

export interface PreviewDialogProps {
  /** The files to page through. */
  files: readonly PreviewFile[]
  /** The file that is shown. */
  file: PreviewFile
  onShow: (id: string) => void
  onClose: () => void
}

/**
 * Shows submitted files in place. Nothing in them runs: images are drawn by the browser, PDFs by a script on a canvas,
 * text is plain text. Arrow keys go to the previous and next file.
 */
export function PreviewDialog({ files, file, onShow, onClose }: PreviewDialogProps) {
  const index = files.indexOf(file)
  const [before, after] = [files[index - 1], files[index + 1]]
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    const next = event.key === 'ArrowLeft' ? before : event.key === 'ArrowRight' ? after : undefined
    if (!next || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    onShow(next.id)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
  return (
    <Dialog
      open
      size="xl"
      onClose={onClose}
      title={file.name}
      description={`${formatSize(file.size)}${files.length > 1 ? ` · File ${index + 1} of ${files.length}` : ''}`}
      footer={<Footer before={before} after={after} file={file} onShow={onShow} />}
    >
      {/* A scrolling region must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div role="region" aria-label="Preview" tabIndex={0} className="rounded-field outline-offset-4">
        <FileContent key={file.id} file={file} />
      </div>
    </Dialog>
  )
}

interface FooterProps extends Pick<PreviewDialogProps, 'file' | 'onShow'> {
  before: PreviewFile | undefined
  after: PreviewFile | undefined
}

function Footer({ before, after, file, onShow }: FooterProps) {
  const [busy, start] = useTransition()
  const step = (to: PreviewFile | undefined) => ({
    size: 'sm' as const,
    'aria-disabled': !to || undefined,
    className: to ? '' : 'opacity-50',
    onClick: () => to && onShow(to.id),
  })
  return (
    <div className="flex w-full flex-wrap items-center gap-2">
      {before || after ? (
        <>
          <Button {...step(before)} icon={<ChevronLeft />}>
            Previous
          </Button>
          <Button {...step(after)} icon={<ChevronRight />}>
            Next
          </Button>
        </>
      ) : null}
      <Button
        size="sm"
        className="ml-auto"
        busy={busy}
        icon={<Download />}
        onClick={() => start(() => downloadStoredFile(file))}
      >
        Download
      </Button>
    </div>
  )
}
