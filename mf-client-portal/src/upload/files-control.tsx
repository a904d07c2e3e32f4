import type { FileAnswer, WorkformField } from '@portal/contract/fields'
import { acceptedExtensions } from '@portal/contract/files'
import { MAX_FILES_PER_FIELD } from '@portal/contract/limits'
import { FileDrop, type Refusal } from '@portal/kit/features/uploads/file-drop'
import { TemplateDownload } from '@portal/kit/features/answers/stored-file'
import { UploadList, type UploadItem } from '@portal/kit/features/uploads/upload-list'
import { isActive, type Upload } from '@portal/kit/features/uploads/upload-job'
import { downloadStoredFile, toastUploadFailure } from '@portal/sdk'
import { useState } from 'react'
import { RemoveFileDialog } from './remove-file-dialog.tsx'
import { type Place, uploadQueue, useUploads } from './uploads.ts'

export interface FilesControlProps {
  assignmentId: string
  field: WorkformField
  /** Files on the server. */
  files: readonly FileAnswer[]
}

/** Returns whether an upload counts toward the field's limit: not if it is refused or failed. */
const countsTowardLimit = (upload: Upload<Place>): boolean =>
  isActive(upload) || upload.state === 'asking' || upload.state === 'missing'

/** Renders the control of a file field: stored files, uploads, and a zone for more. */
export function FilesControl({ assignmentId, field, files }: FilesControlProps) {
  const uploads = useUploads(assignmentId).filter((u) => u.place.fieldId === field.id)
  const [removing, setRemoving] = useState<FileAnswer>()
  const [refused, setRefused] = useState<Refusal[]>([])
  const place = { assignmentId, fieldId: field.id }
  const maxFiles = Math.min(field.maxFiles ?? MAX_FILES_PER_FIELD, MAX_FILES_PER_FIELD)
  const remaining = maxFiles - files.length - uploads.filter(countsTowardLimit).length
  const missing = uploads.filter((u) => u.state === 'missing').length
  return (
    <>
      {field.type === 'download-reupload' && field.templateFile ? (
        <div className="mb-3">
          <TemplateDownload template={field.templateFile} />
        </div>
      ) : null}
      <FileDrop
        label={`Upload files for ${field.name}`}
        accept={acceptedExtensions(field)}
        remaining={remaining + missing}
        maxFiles={maxFiles}
        onFiles={(chosen) => {
          setRefused([])
          uploadQueue().add(place, chosen)
        }}
        onRefused={(list) => {
          setRefused(list)
          for (const { name, reason } of list) toastUploadFailure(name, reason)
        }}
      />
      <UploadList
        items={uploads.map(itemOf)}
        onRemove={({ key }) => uploadQueue().cancel(key)}
        onRetry={({ key }) => uploadQueue().retry(key)}
        onConfirm={({ key }) => uploadQueue().confirm(key)}
      />
      <UploadList
        items={refused.map(({ name, reason }, i) => ({
          key: `${i} ${name}`,
          name,
          size: 0,
          state: 'refused',
          error: reason,
        }))}
        onRemove={({ key }) => setRefused(refused.filter(({ name }, i) => `${i} ${name}` !== key))}
      />
      <Stored files={files} onRemove={setRemoving} />
      {removing ? <RemoveFileDialog place={place} file={removing} onClose={() => setRemoving(undefined)} /> : null}
    </>
  )
}

function Stored({ files, onRemove }: { files: readonly FileAnswer[]; onRemove: (file: FileAnswer) => void }) {
  const fileOf = ({ key }: UploadItem): FileAnswer | undefined => files.find((f) => f.id === key)
  const on = (act: (file: FileAnswer) => void) => (item: UploadItem) => {
    const file = fileOf(item)
    if (file) act(file)
  }
  return (
    <UploadList
      items={files.map(({ id, name, size }) => ({ key: id, name, size, state: 'done' }))}
      onDownload={on((file) => void downloadStoredFile(file))}
      onRemove={on(onRemove)}
    />
  )
}

const itemOf = ({ key, name, size, state, progress, error, warnings }: Upload<Place>): UploadItem => ({
  key,
  name,
  size,
  state: state === 'sending' ? 'uploading' : state,
  progress,
  error,
  warnings,
})
