import { FileRow } from '@portal/kit/answer-view'
import { downloadFile, toastError, toastSuccess } from '@portal/sdk'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'

/** A file as it is listed. */
export interface ListedFile {
  id: string
  name: string
  /** Bytes. */
  size: number
}

/** A stored file with its size and a button that downloads it. */
export function FileDownload({ file, label }: { file: ListedFile; label?: string | undefined }): ReactNode {
  const download = useMutation({
    mutationFn: () => downloadFile(`/api/files/${encodeURIComponent(file.id)}`, file.name),
    onSuccess: () => toastSuccess('Download started', file.name),
    onError: () => toastError('Download failed', 'Please try again'),
  })
  return <FileRow file={file} label={label} busy={download.isPending} onDownload={() => download.mutate()} />
}
