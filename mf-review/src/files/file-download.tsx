import { FileRow } from '@portal/kit/features/answers/answer-view'
import { Button } from '@portal/kit/ui/button'
import { downloadStoredFile } from '@portal/sdk'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'

/** A file in a list. */
export interface ListedFile {
  id: string
  name: string
  /** Bytes. */
  size: number
}

export interface FileDownloadProps {
  file: ListedFile
  label?: string | undefined
  /** Renders only the button; name and size are shown elsewhere. */
  bare?: boolean | undefined
  /** Opens the preview, if the file has one. */
  onPreview?: (() => void) | undefined
}

/** Renders a stored file with its size and a download button. */
export function FileDownload({ file, label, bare, onPreview }: FileDownloadProps) {
  const download = useMutation({ mutationFn: () => downloadStoredFile(file) })
  if (!bare)
    return (
      <FileRow
        file={file}
        label={label}
        busy={download.isPending}
        onDownload={() => download.mutate()}
        onPreview={onPreview}
      />
    )
  return (
    <Button size="sm" busy={download.isPending} icon={<Download />} onClick={() => download.mutate()}>
      Download
    </Button>
  )
}
