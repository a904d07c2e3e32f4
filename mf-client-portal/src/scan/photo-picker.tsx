import { Button } from '@portal/kit/ui/button'
import { Camera, Images } from 'lucide-react'
import { type RefObject, useRef } from 'react'

interface PhotoInputProps {
  ref: RefObject<HTMLInputElement | null>
  label: string
  multiple?: boolean
  capture?: 'environment'
  onPhotos: (photos: File[]) => void
}

function PhotoInput({ label, onPhotos, ...rest }: PhotoInputProps) {
  return (
    <input
      type="file"
      // With these types, phones offer all photos and convert none.
      accept="image/*,.heic,.heif"
      aria-label={label}
      // Reached through its button.
      tabIndex={-1}
      className="sr-only"
      {...rest}
      onChange={({ target }) => {
        const photos = [...(target.files ?? [])]
        // Allow choosing the same photo again.
        target.value = ''
        if (photos.length > 0) onPhotos(photos)
      }}
    />
  )
}

export interface PhotoPickerProps {
  /** Texts of the buttons for the camera, which only touch screens have, and for existing photos. */
  camera: string
  existing: string
  disabled?: boolean
  multiple?: boolean
  primary?: boolean
  onPhotos: (photos: File[]) => void
}

/** Renders buttons that open the camera of a phone and choose existing photos. */
export function PhotoPicker({ camera, existing, disabled, multiple = false, primary, onPhotos }: PhotoPickerProps) {
  const cameraInput = useRef<HTMLInputElement>(null)
  const existingInput = useRef<HTMLInputElement>(null)
  const variant = primary ? 'primary' : 'secondary'
  return (
    <>
      <Button
        variant={variant}
        className="hidden pointer-coarse:inline-flex"
        disabled={disabled}
        icon={<Camera />}
        onClick={() => cameraInput.current?.click()}
      >
        {camera}
      </Button>
      <Button disabled={disabled} icon={<Images />} onClick={() => existingInput.current?.click()}>
        {existing}
      </Button>
      <PhotoInput ref={cameraInput} label={`${camera} with the camera`} capture="environment" onPhotos={onPhotos} />
      <PhotoInput ref={existingInput} label={`${existing} from this device`} multiple={multiple} onPhotos={onPhotos} />
    </>
  )
}
