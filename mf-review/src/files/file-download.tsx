import { FileRow } from '@portal/kit/features/answers/answer-view'
import { Button } from '@portal/kit/ui/button'
import { downloadStoredFile } from '@portal/sdk'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'

/** A file as it is listed. */
export interface ListedFile {
  id: string
  name: string
  /** Bytes. */
  size: number
}

export interface FileDownloadProps {
  file: ListedFile
  label?: string | undefined
  /** Only the button: name and size stand elsewhere. */
  bare?: boolean | undefined
  /** Shows the file in place, where it can be shown. */
  onPreview?: (() => void) | undefined
}

/** A stored file with its size and a button that downloads it. */
export function FileDownload({ file, label, bare, onPreview }: FileDownloadProps): ReactNode {
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
    <Button
      size="sm"
      busy={download.isPending}
      icon={<Download className="size-4" aria-hidden />}
      onClick={() => download.mutate()}
    >
      Download
    </Button>
  )
}
