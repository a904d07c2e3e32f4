import { allSpellings, describeFileTypes } from '@portal/contract/files'
import { Upload } from 'lucide-react'
import { type DragEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { cx } from '../../ui/class-names.tsx'
import { FileDropButtons, type FileDropButtonsProps } from './file-drop-buttons.tsx'
import { type Refusal, sortFiles } from './sort-files.tsx'
import { withUniqueName } from './unique-name.tsx'

export interface FileDropProps extends Partial<Pick<FileDropButtonsProps, 'scan' | 'phone'>> {
  /** Accessible name, such as 'Upload files for Bank statement'. */
  label: string
  /** Accepted extensions, with the dot. */
  accept: readonly string[]
  /** How many more files are accepted; with 1, only one can be chosen. */
  remaining?: number | undefined
  /** How many files are accepted in total, shown from the start. */
  maxFiles?: number | undefined
  disabled?: boolean | undefined
  /** Called with the files that pass the checks of type, size and number. */
  onFiles: (files: File[]) => void
  onRefused?: ((refused: Refusal[]) => void) | undefined
}

/** Prevents a file dropped outside the zone from replacing the page and canceling uploads. */
function usePreventMissedDrops(): void {
  useEffect(() => {
    const stop = (event: globalThis.DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    window.addEventListener('dragover', stop)
    window.addEventListener('drop', stop)
    return () => {
      window.removeEventListener('dragover', stop)
      window.removeEventListener('drop', stop)
    }
  }, [])
}

const CAMERA = ['image/jpeg']

interface PickerProps {
  ref: RefObject<HTMLInputElement | null>
  label: string
  accept: readonly string[]
  multiple?: boolean
  camera?: boolean
  disabled: boolean
  onTake: (list: FileList | null) => void
}

function Picker({ ref, label, accept, camera = false, onTake, ...rest }: PickerProps) {
  return (
    <input
      ref={ref}
      type="file"
      aria-label={label}
      accept={allSpellings(accept).join()}
      // Reached through its button; focusable by tools that fill in files.
      tabIndex={-1}
      className="sr-only"
      {...(camera ? { capture: 'environment' as const } : {})}
      {...rest}
      onChange={(event) => {
        onTake(event.target.files)
        // Allow choosing the same file again after it was removed.
        event.target.value = ''
      }}
    />
  )
}

const limits = (accept: readonly string[], maxFiles: number): string =>
  `${describeFileTypes(accept)} · ${maxFiles === 1 ? '1 file of up to 50 MB' : `up to ${maxFiles} files of 50 MB each`}`
const full = (maxFiles: number): string =>
  maxFiles === 1
    ? 'There is already a file. Remove it to send another.'
    : `This field takes ${maxFiles} files. Remove one to send another.`

const ZONE = cx(
  'flex flex-col items-center gap-2 rounded-field border border-base-content/30',
  'border-dashed px-4 py-6 text-center text-sm transition-colors focus:border-primary',
)

/** Renders a zone to drop, paste, choose or (on a phone) photograph files. */
export function FileDrop({
  label,
  accept,
  remaining = 20,
  maxFiles = Math.max(1, remaining),
  disabled = false,
  scan,
  phone,
  onFiles,
  onRefused,
}: FileDropProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  usePreventMissedDrops()
  const off = disabled || remaining <= 0
  const photos = accept.includes('.jpg')
  const take = (list: FileList | null): void => {
    if (off || !list || list.length === 0) return
    const { good, refused } = sortFiles(Array.from(list, withUniqueName), accept, remaining)
    if (good.length > 0) onFiles(good)
    // Last, so that its message stays visible.
    if (refused.length > 0) onRefused?.(refused)
  }
  const drag = (event: DragEvent, inside: boolean): void => {
    event.preventDefault()
    setOver(inside && !off)
  }
  return (
    // Dropping and pasting are shortcuts; the button does the same.
    <div
      // Focusable by click, so that files can be pasted into it.
      tabIndex={-1}
      className={cx(ZONE, over && 'border-primary bg-primary/5', disabled && 'opacity-60')}
      onDragOver={(event) => drag(event, true)}
      onDragLeave={(event) => drag(event, false)}
      onDrop={(event) => {
        drag(event, false)
        take(event.dataTransfer.files)
      }}
      onPaste={(event) => take(event.clipboardData.files)}
    >
      <Upload className="size-5 text-base-content/60" aria-hidden />
      <FileDropButtons
        single={remaining === 1}
        disabled={off}
        limitsId={id}
        onChoose={() => input.current?.click()}
        onTakePhoto={photos ? () => camera.current?.click() : undefined}
        scan={scan}
        phone={phone}
      />
      <p id={id} className="text-base-content/70 text-xs">
        {remaining > 0 || disabled ? limits(accept, maxFiles) : full(maxFiles)}
      </p>
      <Picker ref={input} label={label} accept={accept} multiple={remaining > 1} disabled={off} onTake={take} />
      {photos ? (
        <Picker ref={camera} label={`Take a photo: ${label}`} accept={CAMERA} camera disabled={off} onTake={take} />
      ) : null}
    </div>
  )
}
