import type { FileAnswer } from '@portal/contract/fields'
import { ConfirmDialog } from '@portal/kit/ui/dialog'
import { api, call, isApiError, toastProblem, toastSuccess } from '@portal/sdk'
import { useMutation } from '@tanstack/react-query'
import { changeFiles, type Place } from './uploads.ts'

/** Removes a file. A file that is already gone counts as removed. */
async function remove(id: string): Promise<void> {
  try {
    await call(api.portal.files[':id'].$delete({ param: { id } }))
  } catch (error) {
    if (!isApiError(error, 'not_found')) throw error
  }
}

/** Asks before an uploaded file is removed. Mount it to open it. */
export function RemoveFileDialog({ place, file, onClose }: { place: Place; file: FileAnswer; onClose: () => void }) {
  const removal = useMutation({
    mutationFn: () => remove(file.id),
    onSuccess: () => {
      changeFiles(place.assignmentId, place.fieldId, (files) => files.filter((f) => f.id !== file.id))
      toastSuccess('File removed', file.name)
      onClose()
    },
    onError: (error) => toastProblem(error, 'Error removing file', { message: 'Please try again' }),
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => removal.mutate()}
      title="Remove file?"
      message={`"${file.name}" will be removed from this section.`}
      confirmLabel="Remove"
      busyLabel="Removing..."
      danger
      busy={removal.isPending}
    />
  )
}
