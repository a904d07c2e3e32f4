import { formatSize } from '@portal/contract/files'
import {
  CircleAlert,
  CircleCheck,
  CloudOff,
  Download,
  FileText,
  RotateCw,
  Trash2,
  TriangleAlert,
  X,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.tsx'
import { Progress } from '../../ui/progress.tsx'

/** A file in a list of uploads. `progress` is from 0 to 1 while it is uploading. */
export interface UploadItem {
  key: string
  name: string
  size: number
  /**
   * `asking`: sent once the warnings are confirmed. `finishing`: the server checks the file. `offline`: continues when
   * the connection is back. `missing`: started earlier, must be chosen again. `refused`: cannot be sent. `failed`: can
   * be retried.
   */
  state:
    | 'checking'
    | 'asking'
    | 'waiting'
    | 'uploading'
    | 'finishing'
    | 'offline'
    | 'done'
    | 'failed'
    | 'refused'
    | 'missing'
  progress?: number | undefined
  error?: string | undefined
  warnings?: readonly string[] | undefined
  /** Whether the person may not remove it. */
  isKept?: boolean | undefined
}

export interface UploadListProps {
  items: readonly UploadItem[]
  /** Removes a stored file, cancels an upload, or dismisses a failed one. */
  onRemove?: ((item: UploadItem) => void) | undefined
  onRetry?: ((item: UploadItem) => void) | undefined
  /** Sends a file despite its warnings. */
  onConfirm?: ((item: UploadItem) => void) | undefined
  onDownload?: ((item: UploadItem) => void) | undefined
  disabled?: boolean | undefined
}

/** Lists files with size, progress and actions. */
export function UploadList({ items, ...actions }: UploadListProps) {
  if (items.length === 0) return null
  return (
    <ul className="mt-3 grid grid-cols-1 gap-2">
      {items.map((item) => (
        <li
          key={item.key}
          className={cx('flex flex-wrap items-center gap-x-3 gap-y-1 rounded-field border px-3 py-2', borderOf(item))}
        >
          <div className="flex min-w-0 flex-[1_1_8rem] items-center gap-3">
            <StateIcon item={item} />
            <div className="min-w-0 flex-1">
              <p className="line-clamp-3 text-sm wrap-anywhere" title={item.name}>
                {item.name}
              </p>
              <Details item={item} />
            </div>
          </div>
          <Actions item={item} {...actions} />
        </li>
      ))}
    </ul>
  )
}

function borderOf({ state }: UploadItem): string {
  if (state === 'failed' || state === 'refused') return 'border-error/50'
  return state === 'asking' || state === 'missing' ? 'border-warning' : 'border-base-300'
}

function StateIcon({ item: { state } }: { item: UploadItem }): ReactNode {
  if (state === 'failed' || state === 'refused')
    return <CircleAlert className="size-4 shrink-0 text-error" aria-hidden />
  if (state === 'asking' || state === 'missing')
    return <TriangleAlert className="size-4 shrink-0 text-warning" aria-hidden />
  if (state === 'offline') return <CloudOff className="size-4 shrink-0 text-base-content/60" aria-hidden />
  if (state === 'done') return <CircleCheck className="size-4 shrink-0 text-success" aria-hidden />
  return <FileText className="size-4 shrink-0 text-base-content/60" aria-hidden />
}

const QUIET = 'text-base-content/70 text-xs tabular-nums'

function Details({ item }: { item: UploadItem }): ReactNode {
  const { name, state, size, progress = 0, error, warnings = [] } = item
  const percent = Math.round(progress * 100)
  switch (state) {
    case 'uploading':
      return (
        <div className="mt-1 flex items-center gap-2">
          <Progress label={`Uploading ${name}`} value={percent} className="block flex-1" />
          <span className={QUIET} aria-hidden>
            {percent}%
          </span>
        </div>
      )
    case 'failed':
    case 'refused':
      return (
        <p role="alert" className="text-error text-xs">
          {error ?? 'Upload failed'}
        </p>
      )
    case 'asking':
      return (
        <p role="alert" className="text-xs">
          {warnings.join(' ')}
        </p>
      )
    case 'offline':
      return (
        <p role="status" className="text-base-content/70 text-xs">
          Waiting for the connection. The file is sent when it is back.
        </p>
      )
    case 'missing':
      return (
        <p role="status" className="text-xs">
          The upload of this file was interrupted. Choose the file again to continue.
        </p>
      )
    case 'done':
      return <p className={QUIET}>{formatSize(size)}</p>
    default:
      return <p className={QUIET}>{state === 'waiting' ? `Waiting · ${formatSize(size)}` : 'Checking...'}</p>
  }
}

function Actions({
  item,
  onRemove,
  onRetry,
  onConfirm,
  onDownload,
  disabled,
}: Omit<UploadListProps, 'items'> & { item: UploadItem }): ReactNode {
  const { name, state } = item
  const stored = state === 'done'
  const dropped = stored || state === 'failed' || state === 'refused'
  return (
    <div className="ml-auto flex items-center gap-1">
      {state === 'asking' && onConfirm ? (
        <Button size="sm" disabled={disabled} onClick={() => onConfirm(item)} aria-label={`Send anyway: ${name}`}>
          Send anyway
        </Button>
      ) : null}
      {(state === 'failed' || state === 'offline') && onRetry ? (
        <Button
          size="sm"
          disabled={disabled}
          onClick={() => onRetry(item)}
          aria-label={`Retry ${name}`}
          icon={<RotateCw />}
        >
          Retry
        </Button>
      ) : null}
      {stored && onDownload ? (
        <IconButton
          label={`Download ${name}`}
          disabled={disabled}
          onClick={() => onDownload(item)}
          icon={<Download />}
        />
      ) : null}
      {onRemove && !item.isKept ? (
        <IconButton
          label={`${dropped ? 'Remove' : 'Cancel'} ${name}`}
          disabled={disabled}
          onClick={() => onRemove(item)}
          icon={dropped ? <Trash2 /> : <X />}
        />
      ) : null}
    </div>
  )
}
