import type { FileAnswer, WorkformField } from '@portal/contract/fields'
import { acceptedExtensions } from '@portal/contract/files'
import { MAX_FILES_PER_FIELD } from '@portal/contract/limits'
import { ConfirmDialog } from '@portal/kit/dialog'
import { FileDrop, type Refusal, UploadList } from '@portal/kit/file-drop'
import { toastError } from '@portal/sdk'
import { type ReactNode, useState } from 'react'
import { splitDuplicates } from './check-file.ts'
import { RemoveFileDialog } from './remove-file-dialog.tsx'
import { TemplateDownload } from './template-download.tsx'
import { isActive, type Upload } from './upload-queue.ts'
import { uploadQueue, useUploads } from './uploads.ts'

export interface FilesControlProps {
  assignmentId: string
  field: WorkformField
  /** What the server has. */
  files: readonly FileAnswer[]
}

/** The control of a file field: what is there, what is on its way, and a zone for more. */
export function FilesControl({ assignmentId, field, files }: FilesControlProps): ReactNode {
  const uploads = useUploads(assignmentId).filter((u) => u.fieldId === field.id)
  const [removing, setRemoving] = useState<FileAnswer>()
  const [twice, setTwice] = useState<File[]>([])
  const [refused, setRefused] = useState<Refusal[]>([])
  const place = { assignmentId, fieldId: field.id }
  const room = Math.min(field.maxFiles ?? MAX_FILES_PER_FIELD, MAX_FILES_PER_FIELD) - files.length - uploads.filter(isActive).length
  const take = (chosen: File[]): void => {
    setRefused([])
    const { fresh, duplicates } = splitDuplicates(chosen, [...files, ...uploads.map((u) => u.file)])
    if (fresh.length > 0) uploadQueue().add(place, fresh)
    setTwice(duplicates)
  }
  return (
    <>
      {field.type === 'download-reupload' && field.templateFile ? <TemplateDownload template={field.templateFile} /> : null}
      <FileDrop
        label={`Upload files for ${field.name}`}
        accept={acceptedExtensions(field)}
        room={room}
        onFiles={take}
        onRefused={(list) => {
          setRefused(list)
          for (const { name, reason } of list) toastError('Upload failed', `Failed to upload ${name}: ${reason}`)
        }}
      />
      <OnTheirWay uploads={uploads} />
      <UploadList
        items={refused.map(({ name, reason }) => ({ key: name, name, size: 0, state: 'failed', error: reason }))}
        onRemove={({ name }) => setRefused(refused.filter((r) => r.name !== name))}
      />
      <Stored files={files} onRemove={setRemoving} />
      {removing ? <RemoveFileDialog place={place} file={removing} onClose={() => setRemoving(undefined)} /> : null}
      <ConfirmDialog
        open={twice.length > 0}
        onClose={() => setTwice([])}
        onConfirm={() => {
          uploadQueue().add(place, twice)
          setTwice([])
        }}
        title="Already uploaded"
        message={`${twice.map((f) => f.name).join(', ')} ${twice.length === 1 ? 'is' : 'are'} already here. Do you want to upload ${twice.length === 1 ? 'it' : 'them'} again?`}
        confirmLabel="Upload Anyway"
        cancelLabel="Skip"
      />
    </>
  )
}

function Stored({ files, onRemove }: { files: readonly FileAnswer[]; onRemove: (file: FileAnswer) => void }): ReactNode {
  return (
    <UploadList
      items={files.map(({ id, name, size }) => ({ key: id, name, size, state: 'done' }))}
      onRemove={({ key }) => {
        const file = files.find((f) => f.id === key)
        if (file) onRemove(file)
      }}
    />
  )
}

function OnTheirWay({ uploads }: { uploads: readonly Upload[] }): ReactNode {
  const shown = (list: readonly Upload[]) =>
    list.map(({ key, file, state, progress, error }) => ({
      key,
      name: file.name,
      size: file.size,
      state: isActive({ state }) ? ('uploading' as const) : ('failed' as const),
      progress,
      error,
    }))
  const cancel = ({ key }: { key: string }): void => uploadQueue().cancel(key)
  return (
    <>
      <UploadList
        items={shown(uploads.filter((u) => u.state !== 'refused'))}
        onRemove={cancel}
        onRetry={({ key }) => uploadQueue().retry(key)}
      />
      <UploadList items={shown(uploads.filter((u) => u.state === 'refused'))} onRemove={cancel} />
    </>
  )
}
