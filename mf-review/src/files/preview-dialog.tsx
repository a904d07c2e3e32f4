import type { FileAnswer } from '@portal/contract/fields'
import { formatSize, previewKind } from '@portal/contract/files'
import { TEXT_PREVIEW_BYTES } from '@portal/contract/limits'
import { utf16Encoding } from '@portal/contract/text-content'
import { Button } from '@portal/kit/ui/button'
import { Dialog } from '@portal/kit/ui/dialog'
import { EmptyState, ErrorState, QueryError, Skeleton } from '@portal/kit/ui/states'
import { downloadStoredFile, fetchBlob } from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Download, FileX } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, useTransition } from 'react'

/** Decodes text as UTF-16 if it has a byte order mark, else as UTF-8, else as Windows-1252. */
function decoded(bytes: ArrayBuffer): string {
  const utf16 = utf16Encoding(new Uint8Array(bytes))
  if (utf16) return new TextDecoder(utf16).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: bytes.byteLength >= TEXT_PREVIEW_BYTES })
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

export interface PreviewDialogProps {
  /** The files to page through. */
  files: readonly FileAnswer[]
  /** The file that is shown. */
  file: FileAnswer
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
        <Content key={file.id} file={file} />
      </div>
    </Dialog>
  )
}

interface FooterProps extends Pick<PreviewDialogProps, 'file' | 'onShow'> {
  before: FileAnswer | undefined
  after: FileAnswer | undefined
}

function Footer({ before, after, file, onShow }: FooterProps) {
  const [busy, start] = useTransition()
  const step = (to: FileAnswer | undefined) => ({
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

function Content({ file }: { file: FileAnswer }) {
  const kind = previewKind(file.name)
  const content = useQuery({
    queryKey: ['file-preview', file.id],
    queryFn: async ({ signal }) => {
      // The code that draws PDFs is loaded with the first one.
      const [blob, pdf] = await Promise.all([
        fetchBlob(`/api/files/${encodeURIComponent(file.id)}/preview`, signal),
        kind === 'pdf' ? import('./pdf-view.tsx') : undefined,
      ])
      return { blob, PdfView: pdf?.PdfView }
    },
    enabled: kind !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  if (!kind)
    return <EmptyState icon={<FileX />} title="No preview" description="This type of file can only be downloaded." />
  if (content.isError) return <QueryError title="This file cannot be shown" query={content} />
  if (!content.data) return <Loading />
  const { blob, PdfView } = content.data
  if (PdfView) return <PdfView blob={blob} />
  if (kind === 'image') return <ImageView blob={blob} name={file.name} />
  return <TextView blob={blob} whole={file.size <= TEXT_PREVIEW_BYTES} />
}

function Loading() {
  return (
    <div role="status" aria-label="Loading preview">
      <Skeleton className="h-[60dvh] w-full" />
    </div>
  )
}

function ImageView({ blob, name }: { blob: Blob; name: string }) {
  const image = useRef<HTMLImageElement>(null)
  const [broken, setBroken] = useState(false)
  useEffect(() => {
    const url = URL.createObjectURL(blob)
    if (image.current) image.current.src = url
    return () => URL.revokeObjectURL(url)
  }, [blob])
  if (broken) return <ErrorState title="This file cannot be shown" error={undefined} />
  return (
    <img
      ref={image}
      alt={name}
      onError={() => setBroken(true)}
      className="mx-auto max-h-[70dvh] max-w-full rounded-field object-contain"
    />
  )
}

function TextView({ blob, whole }: { blob: Blob; whole: boolean }) {
  const [text, setText] = useState<string>()
  useEffect(() => {
    let current = true
    void blob.arrayBuffer().then((bytes) => current && setText(decoded(bytes)))
    return () => {
      current = false
    }
  }, [blob])
  if (text === undefined) return <Loading />
  return (
    <>
      <pre className="wrap-anywhere whitespace-pre-wrap rounded-field bg-base-200 p-4 font-mono text-sm">{text}</pre>
      {whole ? null : (
        <p className="mt-3 text-base-content/70 text-sm">
          Only the beginning is shown. Download the file to read all of it.
        </p>
      )}
    </>
  )
}
