import type { WidgetProps } from '@portal/contract/widgets'
import { useState } from 'react'
import { PreviewDialog } from '../files/preview-dialog.tsx'

/** Renders the widget `mf-review/preview`, with which other remotes show stored files. */
export default function PreviewWidget({ files, fileId, onClose }: WidgetProps['mf-review/preview']) {
  const [shown, setShown] = useState(fileId)
  const file = files.find(({ id }) => id === shown)
  return file ? <PreviewDialog files={files} file={file} onShow={setShown} onClose={onClose} /> : null
}
