import type { TemplateFile } from '@portal/contract/fields'
import { FileRow } from '@portal/kit/answer-view'
import { downloadFile, toastError, toastSuccess } from '@portal/sdk'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'

/** The form to download, fill in and upload again. */
export function TemplateDownload({ template }: { template: TemplateFile }): ReactNode {
  const download = useMutation({
    mutationFn: () => downloadFile(`/api/files/${encodeURIComponent(template.path)}`, template.name),
    onSuccess: () => toastSuccess('Download started', template.name),
    onError: () => toastError('Download failed', 'Please try again'),
  })
  return (
    <div className="mb-3">
      <FileRow file={template} label="Download Template" busy={download.isPending} onDownload={() => download.mutate()} />
    </div>
  )
}
