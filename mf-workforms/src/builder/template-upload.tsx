import type { TemplateFile } from '@portal/contract/fields'
import { ASSIGN_TEMPLATE_EXTENSIONS, WORKFORM_TEMPLATE_EXTENSIONS } from '@portal/contract/files'
import { FieldGroup } from '@portal/kit/ui/field-layout'
import { FileDrop } from '@portal/kit/features/uploads/file-drop'
import type { Refusal } from '@portal/kit/features/uploads/sort-files'
import { type Destination, cancelUpload, sendFile } from '@portal/kit/features/uploads/send-file'
import { type UploadItem, UploadList } from '@portal/kit/features/uploads/upload-list'
import {
  api,
  call,
  errorMessage,
  idempotent,
  isApiError,
  newIdempotencyKey,
  toastError,
  toastSuccess,
  toastUploadFailure,
  uploadedShare,
} from '@portal/sdk'
import { useEffect, useId, useRef, useState } from 'react'

export interface TemplateUploadProps {
  value: TemplateFile | null
  onChange: (file: TemplateFile | null) => void
  screen: 'assign' | 'workforms'
  error?: string | undefined
  onUploading: (uploading: boolean) => void
}

interface Upload {
  name: string
  size: number
  /** Undefined if the browser refused the file, so that there is nothing to retry. */
  file: File | undefined
  /** Uploaded share, from 0 to 1. */
  share: number
  error: string | undefined
}

const uploadOf = (file: File, share: number, error?: string): Upload => ({
  name: file.name,
  size: file.size,
  file,
  share,
  error,
})

/** Shows a toast that says why the upload failed. */
function toastUploadError(error: unknown, name: string): void {
  if (isApiError(error, 'unauthenticated'))
    toastError('Authentication required', 'You must be logged in to upload files.')
  else if (isApiError(error)) toastUploadFailure(name, error.detail)
  else toastError('Upload failed', 'Failed to upload template file')
}

const destinationOf = (screen: TemplateUploadProps['screen']): Destination => ({
  whole: ({ name }) => `/api/templates/files?${new URLSearchParams({ name, screen })}`,
  begin: ({ name, size }, key) => call(api.templates.uploads.$post({ json: { name, screen, size } }, idempotent(key))),
})

function useTemplateUpload({ onChange, screen, onUploading }: TemplateUploadProps) {
  const [upload, setUpload] = useState<Upload | null>(null)
  const running = useRef<AbortController>(undefined)
  /** An unfinished multipart upload, which a retry continues. */
  const opened = useRef<{ file: File; id: string }>(undefined)
  const latest = useRef(onUploading)
  useEffect(() => {
    latest.current = onUploading
  })
  useEffect(
    () => () => {
      running.current?.abort()
      latest.current(false)
    },
    [],
  )
  const start = async (file: File): Promise<void> => {
    const abort = new AbortController()
    running.current = abort
    setUpload(uploadOf(file, 0))
    onUploading(true)
    try {
      const stored = await sendFile(file, destinationOf(screen), {
        key: newIdempotencyKey(),
        signal: abort.signal,
        uploadId: opened.current?.file === file ? opened.current.id : undefined,
        onProgress: (sent) => setUpload(uploadOf(file, uploadedShare(sent, file.size))),
        onOpened: (id) => {
          opened.current = id === undefined ? undefined : { file, id }
        },
        onArrived: () => setUpload(uploadOf(file, 1)),
      })
      onChange(stored)
      setUpload(null)
      toastSuccess('Template uploaded')
    } catch (error) {
      if (abort.signal.aborted) return
      setUpload(uploadOf(file, 0, errorMessage(error, 'Failed to upload template file')))
      toastUploadError(error, file.name)
    } finally {
      if (running.current === abort) latest.current(false)
    }
  }
  const cancel = (): void => {
    running.current?.abort()
    if (opened.current) void cancelUpload(opened.current.id)
    opened.current = undefined
    setUpload(null)
    onUploading(false)
  }
  const refuse = ({ name, reason }: Refusal): void => {
    setUpload({ name, size: 0, file: undefined, share: 0, error: reason })
    toastUploadFailure(name, reason)
  }
  return { upload, start, cancel, refuse }
}

const itemOf = (upload: Upload): UploadItem => ({
  key: 'upload',
  name: upload.name,
  size: upload.size,
  state: upload.error === undefined ? 'uploading' : 'failed',
  progress: upload.share,
  error: upload.error,
})

/** Shows the upload of the file that clients download, complete and upload again. */
export function TemplateUpload(props: TemplateUploadProps) {
  const { value, onChange, screen, error } = props
  const { upload, start, cancel, refuse } = useTemplateUpload(props)
  const id = useId()
  const accept = screen === 'assign' ? ASSIGN_TEMPLATE_EXTENSIONS : WORKFORM_TEMPLATE_EXTENSIONS
  const items: UploadItem[] = []
  if (upload) items.push(itemOf(upload))
  else if (value) items.push({ key: value.path, name: value.name, size: value.size, state: 'done' })
  const retryFile = upload?.file
  return (
    <FieldGroup id={id} label="Template file" error={error} required={screen === 'assign'}>
      {items.some((item) => item.state !== 'failed') ? null : (
        <FileDrop
          label="Upload template file"
          accept={accept}
          remaining={1}
          onFiles={([file]) => (file ? void start(file) : undefined)}
          onRefused={([refused]) => (refused ? refuse(refused) : undefined)}
        />
      )}
      <UploadList
        items={items}
        onRemove={() => (upload ? cancel() : onChange(null))}
        onRetry={retryFile ? () => void start(retryFile) : undefined}
      />
    </FieldGroup>
  )
}
