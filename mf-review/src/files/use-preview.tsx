import { type ReactNode, useCallback, useState } from 'react'
import type { PreviewFile } from './file-content.tsx'
import { PreviewDialog } from './preview-dialog.tsx'

/** Opens a preview of one of these files. */
export type OnPreview = (files: readonly PreviewFile[], id: string) => void

/** Returns a function that opens a preview of files, and the dialog to render. */
export function usePreview(): { onPreview: OnPreview; dialog: ReactNode } {
  const [preview, setPreview] = useState<{ files: readonly PreviewFile[]; id: string }>()
  const onPreview = useCallback<OnPreview>((files, id) => setPreview({ files, id }), [])
  const file = preview?.files.find(({ id }) => id === preview.id)
  const dialog =
    preview && file ? (
      <PreviewDialog
        files={preview.files}
        file={file}
        onShow={(id) => setPreview({ ...preview, id })}
        onClose={() => setPreview(undefined)}
      />
    ) : null
  return { onPreview, dialog }
}
