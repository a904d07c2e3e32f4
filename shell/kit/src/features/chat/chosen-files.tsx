import { CircleAlert, CloudOff, FileText, RotateCw, X } from 'lucide-react'
import { IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.tsx'
import { Progress } from '../../ui/progress.tsx'

/**
 * A file to send with the next message. `progress` is from 0 to 1; `offline` continues when the connection is back; a
 * `refused` file would fail again.
 */
export interface ChosenFile {
  key: string
  name: string
  state: 'uploading' | 'offline' | 'done' | 'failed' | 'refused'
  progress: number
  error?: string | undefined
}

export interface ChosenFilesProps {
  files: readonly ChosenFile[]
  onRemove?: ((key: string) => void) | undefined
  onRetry?: ((key: string) => void) | undefined
}

/** Lists the files of the message being written. */
export function ChosenFiles({ files, onRemove, onRetry }: ChosenFilesProps) {
  if (files.length === 0) return null
  return (
    <ul aria-label="Files of this message" className="mb-2 flex max-h-36 flex-col gap-1 overflow-y-auto">
      {files.map((file) => {
        const bad = file.state === 'failed' || file.state === 'refused'
        const Icon = bad ? CircleAlert : file.state === 'offline' ? CloudOff : FileText
        return (
          <li key={file.key} className="flex items-center gap-2 rounded-field border border-base-300 px-2 py-1 text-sm">
            <Icon className={cx('size-4 shrink-0', bad ? 'text-error' : 'text-base-content/60')} aria-hidden />
            <span className="min-w-0 flex-1">
              <span className="block truncate" title={file.name}>
                {file.name}
              </span>
              {file.state === 'uploading' ? (
                <Progress label={`Uploading ${file.name}`} value={Math.round(file.progress * 100)} />
              ) : null}
              {file.state === 'offline' ? (
                <span role="status" className="block text-base-content/70 text-xs">
                  Waiting for the connection. The file is sent when it is back.
                </span>
              ) : null}
              {bad ? (
                <span role="alert" className="block text-error text-xs">
                  {file.error ?? 'Upload failed'}
                </span>
              ) : null}
            </span>
            {file.state === 'failed' ? (
              <IconButton label={`Retry ${file.name}`} onClick={() => onRetry?.(file.key)} icon={<RotateCw />} />
            ) : null}
            <IconButton label={`Remove ${file.name}`} onClick={() => onRemove?.(file.key)} icon={<X />} />
          </li>
        )
      })}
    </ul>
  )
}
