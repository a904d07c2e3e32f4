import type { TemplateFile } from '@portal/contract/fields'
import { ASSIGN_TEMPLATE_EXTENSIONS, WORKFORM_TEMPLATE_EXTENSIONS } from '@portal/contract/files'
import { GroupFrame } from '@portal/kit/field-frame'
import { FileDrop, type Refusal, type UploadItem, UploadList } from '@portal/kit/file-drop'
import { isApiError, newIdempotencyKey, toastError, toastSuccess, uploadFile } from '@portal/sdk'
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
  /** Undefined where there is nothing to try again: the browser refused it. */
  file: File | undefined
  /** How much of it is sent, from 0 to 1. */
  share: number
  error: string | undefined
}

const underWay = (file: File, share: number, error?: string): Upload => ({ name: file.name, size: file.size, file, share, error })

const reasonOf = (error: unknown): string => (isApiError(error) ? error.detail : 'Failed to upload template file')

/** Says in the specification's words why a template did not get there. */
function tell(error: unknown, name: string): void {
  if (isApiError(error, 'unauthenticated')) toastError('Authentication required', 'You must be logged in to upload files.')
  else toastError('Upload failed', isApiError(error) ? `Failed to upload ${name}: ${error.detail}` : 'Failed to upload template file')
}

function useTemplateUpload({ onChange, screen, onUploading }: TemplateUploadProps) {
  const [upload, setUpload] = useState<Upload | null>(null)
  const running = useRef<AbortController>(undefined)
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
    setUpload(underWay(file, 0))
    onUploading(true)
    try {
      const query = new URLSearchParams({ name: file.name, screen })
      const stored = await uploadFile<TemplateFile>(`/api/templates/files?${query}`, file, {
        signal: abort.signal,
        idempotencyKey: newIdempotencyKey(),
        onProgress: ({ sent, total }) => setUpload(underWay(file, total > 0 ? sent / total : 0)),
      })
      onChange(stored)
      setUpload(null)
      toastSuccess('Template uploaded')
    } catch (error) {
      if (abort.signal.aborted) return
      setUpload(underWay(file, 0, reasonOf(error)))
      tell(error, file.name)
    } finally {
      if (running.current === abort) latest.current(false)
    }
  }
  const cancel = (): void => {
    running.current?.abort()
    setUpload(null)
    onUploading(false)
  }
  const refuse = ({ name, reason }: Refusal): void => {
    setUpload({ name, size: 0, file: undefined, share: 0, error: reason })
    toastError('Upload failed', `Failed to upload ${name}: ${reason}`)
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

/** The file that clients download, complete and upload again. */
export function TemplateUpload(props: TemplateUploadProps) {
  const { value, onChange, screen, error } = props
  const { upload, start, cancel, refuse } = useTemplateUpload(props)
  const id = useId()
  const accept = screen === 'assign' ? ASSIGN_TEMPLATE_EXTENSIONS : WORKFORM_TEMPLATE_EXTENSIONS
  const items: UploadItem[] = []
  if (upload) items.push(itemOf(upload))
  else if (value) items.push({ key: value.path, name: value.name, size: value.size, state: 'done' })
  const again = upload?.file
  return (
    <GroupFrame id={id} label="Template file" error={error} required={screen === 'assign'}>
      {items.some((item) => item.state !== 'failed') ? null : (
        <FileDrop
          label="Upload template file"
          accept={accept}
          room={1}
          onFiles={([file]) => (file ? void start(file) : undefined)}
          onRefused={([refused]) => (refused ? refuse(refused) : undefined)}
        />
      )}
      <UploadList
        items={items}
        onRemove={() => (upload ? cancel() : onChange(null))}
        onRetry={again ? () => void start(again) : undefined}
      />
    </GroupFrame>
  )
}
