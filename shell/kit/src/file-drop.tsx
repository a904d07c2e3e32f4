import { extensionOf, formatSize } from '@portal/contract/files'
import { MAX_FILE_BYTES } from '@portal/contract/limits'
import { CircleAlert, FileText, RotateCw, Trash2, Upload } from 'lucide-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import { Button, IconButton } from './button.tsx'
import { cx } from './class-names.tsx'
import { Progress } from './progress.tsx'

/** Why the browser does not even send a file. */
export interface Refusal {
  name: string
  reason: string
}

/**
 * Sorts files into those that may be sent and those that may not, with the contract's words for why. `room` is how many
 * more are taken.
 */
export function sortFiles(files: readonly File[], accept: readonly string[], room: number): { good: File[]; refused: Refusal[] } {
  const good: File[] = []
  const refused: Refusal[] = []
  for (const file of files) {
    const reason = !accept.includes(extensionOf(file.name))
      ? 'This type of file is not accepted here.'
      : file.size === 0
        ? 'The file is empty.'
        : file.size > MAX_FILE_BYTES
          ? 'The file is larger than 50 MB.'
          : good.length >= room
            ? 'This field already holds the most files it takes.'
            : undefined
    if (reason) refused.push({ name: file.name, reason })
    else good.push(file)
  }
  return { good, refused }
}

export interface FileDropProps {
  /** Names the control, such as 'Upload files for Bank statement'. */
  label: string
  /** Extensions with the dot. */
  accept: readonly string[]
  /** How many more files are taken; 1 lets one be chosen at a time. */
  room?: number | undefined
  disabled?: boolean | undefined
  /** Files that pass the checks of type, size and number. */
  onFiles: (files: File[]) => void
  onRefused?: ((refused: Refusal[]) => void) | undefined
}

/** A zone to drop, paste or choose files. */
export function FileDrop({ label, accept, room = 20, disabled = false, onFiles, onRefused }: FileDropProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const off = disabled || room <= 0
  const take = (list: FileList | null): void => {
    if (off || !list || list.length === 0) return
    const { good, refused } = sortFiles([...list], accept, room)
    if (refused.length > 0) onRefused?.(refused)
    if (good.length > 0) onFiles(good)
  }
  const drag = (event: DragEvent, inside: boolean): void => {
    event.preventDefault()
    setOver(inside && !off)
  }
  return (
    // Dropping and pasting are shortcuts: the button does the same.
    <div
      className={cx(
        'flex flex-col items-center gap-2 rounded-field border border-base-content/30 border-dashed px-4 py-6 text-center text-sm transition-colors',
        over && 'border-primary bg-primary/5',
        off && 'opacity-60',
      )}
      onDragOver={(event) => drag(event, true)}
      onDragLeave={(event) => drag(event, false)}
      onDrop={(event) => {
        drag(event, false)
        take(event.dataTransfer.files)
      }}
      onPaste={(event) => take(event.clipboardData.files)}
    >
      <Upload className="size-5 text-base-content/60" aria-hidden />
      <div>
        <Button size="sm" disabled={off} onClick={() => input.current?.click()} aria-describedby={id}>
          Choose {room === 1 ? 'file' : 'files'}
        </Button>
        <span className="ml-2 text-base-content/70 max-sm:hidden">or drop {room === 1 ? 'it' : 'them'} here</span>
      </div>
      <p id={id} className="text-base-content/70 text-xs">
        {accept.map((e) => e.slice(1).toUpperCase()).join(', ')} · up to 50 MB each
      </p>
      <input
        ref={input}
        type="file"
        aria-label={label}
        // Reached by its button, but there for tools that fill in files.
        tabIndex={-1}
        className="sr-only"
        multiple={room > 1}
        accept={accept.join()}
        disabled={off}
        onChange={(event) => {
          take(event.target.files)
          // The same file may be chosen again after it was removed.
          event.target.value = ''
        }}
      />
    </div>
  )
}

/** A file in a list of uploads. `progress` is a share from 0 to 1 while it is on its way. */
export interface UploadItem {
  key: string
  name: string
  size: number
  state: 'uploading' | 'done' | 'failed'
  progress?: number | undefined
  error?: string | undefined
}

export interface UploadListProps {
  items: readonly UploadItem[]
  /** Removes a stored file, cancels one on its way, or drops a failed one. */
  onRemove?: ((item: UploadItem) => void) | undefined
  onRetry?: ((item: UploadItem) => void) | undefined
  disabled?: boolean | undefined
}

/** Files with size, progress, and buttons to remove, cancel or retry. */
export function UploadList({ items, onRemove, onRetry, disabled }: UploadListProps) {
  if (items.length === 0) return null
  return (
    <ul className="mt-3 grid grid-cols-1 gap-2">
      {items.map((item) => (
        <li
          key={item.key}
          className={cx(
            'flex items-center gap-3 rounded-field border px-3 py-2',
            item.state === 'failed' ? 'border-error/50' : 'border-base-300',
          )}
        >
          {item.state === 'failed' ? (
            <CircleAlert className="size-4 shrink-0 text-error" aria-hidden />
          ) : (
            <FileText className="size-4 shrink-0 text-base-content/60" aria-hidden />
          )}
          <div className="min-w-0 flex-1">
            <p className="break-words text-sm">{item.name}</p>
            {item.state === 'uploading' ? (
              <Progress label={`Uploading ${item.name}`} value={Math.round((item.progress ?? 0) * 100)} className="mt-1.5 block" />
            ) : (
              <p
                role={item.state === 'failed' ? 'alert' : undefined}
                className={cx('text-xs tabular-nums', item.state === 'failed' ? 'text-error' : 'text-base-content/70')}
              >
                {item.state === 'failed' ? (item.error ?? 'Upload failed') : formatSize(item.size)}
              </p>
            )}
          </div>
          {item.state === 'failed' && onRetry ? (
            <IconButton label={`Retry ${item.name}`} disabled={disabled} onClick={() => onRetry(item)}>
              <RotateCw className="size-4" aria-hidden />
            </IconButton>
          ) : null}
          {onRemove ? (
            <IconButton
              label={item.state === 'uploading' ? `Cancel ${item.name}` : `Remove ${item.name}`}
              disabled={disabled}
              onClick={() => onRemove(item)}
            >
              <Trash2 className="size-4" aria-hidden />
            </IconButton>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
