import type { FileAnswer, WorkformField } from '@portal/contract/fields'
import { acceptedExtensions } from '@portal/contract/files'
import { FileDrop } from '@portal/kit/features/uploads/file-drop'
import type { Refusal } from '@portal/kit/features/uploads/sort-files'
import { TemplateDownload } from '@portal/kit/features/answers/stored-file'
import { UploadList, type UploadItem } from '@portal/kit/features/uploads/upload-list'
import type { Upload } from '@portal/kit/features/uploads/upload-job'
import { downloadStoredFile, toastUploadFailure } from '@portal/sdk'
import { useState } from 'react'
import { useHandOff } from '../hand-off/use-hand-off.tsx'
import { withHeic } from '../photo/accept-heic.ts'
import { useScanner } from '../scan/scanner.tsx'
import { RemoveFileDialog } from './remove-file-dialog.tsx'
import { roomIn } from './room.ts'
import { type Place, uploadQueue, useUploads } from './uploads.ts'

export interface FilesControlProps {
  assignmentId: string
  field: WorkformField
  /** Files on the server. */
  files: readonly FileAnswer[]
  /** The files that the person may remove; all by default. */
  removable?: ReadonlySet<string> | undefined
}

/** Renders the control of a file field: stored files, uploads, and a zone for more. */
export function FilesControl({ assignmentId, field, files, removable }: FilesControlProps) {
  const uploads = useUploads(assignmentId).filter((u) => u.place.fieldId === field.id)
  const [removing, setRemoving] = useState<FileAnswer>()
  const [refused, setRefused] = useState<Refusal[]>([])
  const place = { assignmentId, fieldId: field.id }
  const { maxFiles, remaining } = roomIn(field, files.length, uploads)
  const accept = acceptedExtensions(field)
  const scanner = useScanner({
    place,
    question: field.name,
    enabled: accept.includes('.pdf'),
    onScanned: (pdf) => uploadQueue().add(place, [pdf]),
  })
  const handOff = useHandOff({ place, question: field.name, files })
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
        accept={withHeic(accept)}
        remaining={remaining + missing}
        maxFiles={maxFiles}
        scan={scanner.button}
        phone={handOff.button}
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
      <Refused files={refused} onChange={setRefused} />
      <Stored files={files} removable={removable} onRemove={setRemoving} />
      {scanner.dialog}
      {handOff.dialog}
      {removing ? <RemoveFileDialog place={place} file={removing} onClose={() => setRemoving(undefined)} /> : null}
    </>
  )
}

function Refused({ files, onChange }: { files: readonly Refusal[]; onChange: (files: Refusal[]) => void }) {
  const keyOf = ({ name }: Refusal, index: number): string => `${index} ${name}`
  return (
    <UploadList
      items={files.map((file, i) => ({
        key: keyOf(file, i),
        name: file.name,
        size: 0,
        state: 'refused',
        error: file.reason,
      }))}
      onRemove={({ key }) => onChange(files.filter((file, i) => keyOf(file, i) !== key))}
    />
  )
}

interface StoredProps extends Pick<FilesControlProps, 'files' | 'removable'> {
  onRemove: (file: FileAnswer) => void
}

function Stored({ files, removable, onRemove }: StoredProps) {
  const fileOf = ({ key }: UploadItem): FileAnswer | undefined => files.find((f) => f.id === key)
  const on = (act: (file: FileAnswer) => void) => (item: UploadItem) => {
    const file = fileOf(item)
    if (file) act(file)
  }
  return (
    <UploadList
      items={files.map(({ id, name, size }) => ({
        key: id,
        name,
        size,
        state: 'done',
        isKept: removable && !removable.has(id),
      }))}
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
