import { Camera, ScanText, Smartphone } from 'lucide-react'
import { Button } from '../../ui/button.tsx'

export interface FileDropButtonsProps {
  single: boolean
  disabled: boolean
  /** Id of the text that names the accepted files. */
  limitsId: string
  onChoose: () => void
  onTakePhoto: (() => void) | undefined
  /** A button that opens the scanner. */
  scan: { label: string; onPress: () => void } | undefined
  /** A button that continues on a phone. Phones do not show it. */
  phone: { label: string; busy: boolean; onPress: () => void } | undefined
}

/** Renders the buttons with which files are chosen. */
export function FileDropButtons({
  single,
  disabled,
  limitsId,
  onChoose,
  onTakePhoto,
  scan,
  phone,
}: FileDropButtonsProps) {
  return (
    <div className="flex flex-wrap items-center justify-center gap-2">
      <Button size="sm" disabled={disabled} onClick={onChoose} aria-describedby={limitsId}>
        Choose {single ? 'file' : 'files'}
      </Button>
      {onTakePhoto ? (
        <Button
          size="sm"
          className="hidden pointer-coarse:inline-flex"
          disabled={disabled}
          onClick={onTakePhoto}
          icon={<Camera />}
        >
          Take photo
        </Button>
      ) : null}
      {scan ? (
        <Button size="sm" disabled={disabled} onClick={scan.onPress} icon={<ScanText />}>
          {scan.label}
        </Button>
      ) : null}
      {phone ? (
        <Button
          size="sm"
          className="pointer-coarse:hidden max-sm:hidden"
          disabled={disabled}
          busy={phone.busy}
          onClick={phone.onPress}
          icon={<Smartphone />}
        >
          {phone.label}
        </Button>
      ) : null}
      <span className="pointer-coarse:hidden text-base-content/70 max-sm:hidden">
        or drop or paste {single ? 'it' : 'them'} here
      </span>
    </div>
  )
}
