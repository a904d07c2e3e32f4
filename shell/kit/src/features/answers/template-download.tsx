import type { TemplateFile } from '@portal/contract/fields'
import { downloadStoredFile } from '@portal/sdk'
import { type ReactNode, useState } from 'react'
import { FileRow } from './answer-view.tsx'

/** Offers the template to download, fill in and upload again. */
export function TemplateDownload({ template }: { template: TemplateFile }): ReactNode {
  const [busy, setBusy] = useState(false)
  const download = async (): Promise<void> => {
    setBusy(true)
    await downloadStoredFile({ id: template.path, name: template.name })
    setBusy(false)
  }
  return (
    <div className="mb-3">
      <FileRow file={template} label="Download Template" busy={busy} onDownload={() => void download()} />
    </div>
  )
}
