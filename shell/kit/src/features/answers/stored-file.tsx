import type { TemplateFile } from '@portal/contract/fields'
import { downloadStoredFile } from '@portal/sdk'
import { useTransition } from 'react'
import { FileRow, type FileRowProps } from './answer-view.tsx'

export interface StoredFileProps extends Pick<FileRowProps, 'label' | 'onPreview'> {
  file: { id: string; name: string; size: number }
}

/** Shows a stored file with a download button. */
export function StoredFile({ file, ...row }: StoredFileProps) {
  const [busy, start] = useTransition()
  return <FileRow {...row} file={file} busy={busy} onDownload={() => start(() => downloadStoredFile(file))} />
}

/** Offers the template to download, fill in and upload again. */
export function TemplateDownload({ template: { path, name, size } }: { template: TemplateFile }) {
  return <StoredFile file={{ id: path, name, size }} label="Download Template" />
}
