import { previewKind } from '@portal/contract/files'
import { TEXT_PREVIEW_BYTES } from '@portal/contract/limits'
import { utf16Encoding } from '@portal/contract/text-content'
import { EmptyState, ErrorState, QueryError, Skeleton } from '@portal/kit/ui/states'
import { fetchBlob, lazyCode } from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { FileX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

// The code that draws PDFs is loaded with the first one.
const pdfView = lazyCode(() => import('./pdf-view.tsx'))

/** A stored file to preview. */
export interface PreviewFile {
  id: string
  name: string
  size: number
}

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

/** Renders the content of a file. Nothing in it runs. */
export function FileContent({ file }: { file: PreviewFile }) {
  const kind = previewKind(file.name)
  const content = useQuery({
    queryKey: ['file-preview', file.id],
    queryFn: async ({ signal }) => {
      const [blob, pdf] = await Promise.all([
        fetchBlob(`/api/files/${encodeURIComponent(file.id)}/preview`, signal),
        kind === 'pdf' ? pdfView.load() : undefined,
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
