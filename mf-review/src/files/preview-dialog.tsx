import type { FileAnswer } from '@portal/contract/fields'
import { formatSize, previewKind } from '@portal/contract/files'
import { TEXT_PREVIEW_BYTES } from '@portal/contract/limits'
import { utf16Encoding } from '@portal/contract/text-content'
import { Button } from '@portal/kit/ui/button'
import { Dialog } from '@portal/kit/ui/dialog'
import { lazyComponent } from '@portal/kit/ui/lazy-component'
import { EmptyState, ErrorState, Skeleton } from '@portal/kit/ui/states'
import { ApiError, portalFetch } from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, FileX } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { toastLoadError } from '../load-error.ts'
import { FileDownload } from './file-download.tsx'

const PdfView = lazyComponent(async () => (await import('./pdf-view.tsx')).PdfView)

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

async function fetchPreview(id: string, signal: AbortSignal): Promise<Blob> {
  const response = await portalFetch(`/api/files/${encodeURIComponent(id)}/preview`, { signal })
  if (response.ok) return response.blob()
  const { detail } = (await response.json().catch(() => ({}))) as { detail?: string }
  throw new ApiError({
    code: 'unknown',
    title: 'No preview',
    detail: detail ?? 'Please try again later.',
    status: response.status,
  })
}

export interface PreviewDialogProps {
  /** The files to page through. */
  files: readonly FileAnswer[]
  /** Id of the file that is shown. */
  shown: string
  onShow: (id: string) => void
  onClose: () => void
}

/**
 * Shows submitted files in place. Nothing in them runs: images are drawn by the browser, PDFs by a script on a canvas,
 * text is plain text. Arrow keys go to the previous and next file.
 */
export function PreviewDialog({ files, shown, onShow, onClose }: PreviewDialogProps) {
  const index = files.findIndex((f) => f.id === shown)
  const file = files[index]
  const [before, after] = [files[index - 1], files[index + 1]]
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const next = event.key === 'ArrowLeft' ? before : event.key === 'ArrowRight' ? after : undefined
      if (!next || event.altKey || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      onShow(next.id)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [before, after, onShow])
  useEffect(() => {
    // The file was removed: the section was decided on elsewhere.
    if (!file) onClose()
  }, [file, onClose])
  if (!file) return null
  return (
    <Dialog
      open
      size="xl"
      onClose={onClose}
      title={file.name}
      description={`${formatSize(file.size)}${files.length > 1 ? ` · File ${index + 1} of ${files.length}` : ''}`}
      footer={<Steps before={before} after={after} file={file} onShow={onShow} />}
    >
      {/* A scrolling region must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div role="region" aria-label="Preview" tabIndex={0} className="rounded-field outline-offset-4">
        <Content key={file.id} file={file} />
      </div>
    </Dialog>
  )
}

interface StepsProps {
  before: FileAnswer | undefined
  after: FileAnswer | undefined
  file: FileAnswer
  onShow: (id: string) => void
}

function Steps({ before, after, file, onShow }: StepsProps) {
  const step = (to: FileAnswer | undefined, label: string, icon: ReactNode): ReactNode => (
    <Button
      size="sm"
      aria-disabled={!to || undefined}
      className={to ? '' : 'opacity-50'}
      icon={icon}
      onClick={() => to && onShow(to.id)}
    >
      {label}
    </Button>
  )
  return (
    <div className="flex w-full flex-wrap items-center gap-2">
      {before || after ? (
        <>
          {step(before, 'Previous', <ChevronLeft className="size-4" />)}
          {step(after, 'Next', <ChevronRight className="size-4" />)}
        </>
      ) : null}
      <div className="ml-auto">
        <FileDownload file={file} bare />
      </div>
    </div>
  )
}

function Content({ file }: { file: FileAnswer }) {
  const kind = previewKind(file.name)
  const content = useQuery({
    queryKey: ['file-preview', file.id],
    queryFn: ({ signal }) => fetchPreview(file.id, signal),
    enabled: kind !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  if (!kind) {
    return <EmptyState icon={<FileX />} title="No preview" description="This type of file can only be downloaded." />
  }
  if (content.isError) {
    return <ErrorState title="This file cannot be shown" error={content.error} onRetry={() => void content.refetch()} />
  }
  if (!content.data) return <Loading />
  if (kind === 'image') return <ImageView blob={content.data} name={file.name} />
  if (kind === 'pdf') return <PdfView.Component blob={content.data} fallback={<Loading />} onError={toastLoadError} />
  return <TextView blob={content.data} whole={file.size <= TEXT_PREVIEW_BYTES} />
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
