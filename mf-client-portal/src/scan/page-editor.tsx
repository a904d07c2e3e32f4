import { Button, IconButton } from '@portal/kit/ui/button'
import { Pills } from '@portal/kit/ui/pills'
import { Crop, RotateCcw, RotateCw, Undo2 } from 'lucide-react'
import type { Look } from './image/enhance.ts'
import type { Turns } from './image/straighten.ts'
import { PagePicture } from './page-picture.tsx'
import { PhotoPicker } from './photo-picker.tsx'
import type { ScanPage } from './scan-page.ts'
import type { ScanWork } from './use-scan.ts'

const LOOKS: { value: Look; label: string }[] = [
  { value: 'enhanced', label: 'Enhanced' },
  { value: 'original', label: 'Original' },
  { value: 'black-and-white', label: 'Black and white' },
]

export interface PageEditorProps {
  page: ScanPage
  number: number
  work: ScanWork
  onAdjust: () => void
}

/** Renders one page, with its look, rotation, corners, photo and undo. */
export function PageEditor({ page, number, work, onAdjust }: PageEditorProps) {
  const { id, version, earlier } = page
  const { turns, look } = version.settings
  const turn = (by: 1 | 3): void => work.change(id, { turns: ((turns + by) % 4) as Turns })
  return (
    <div className="flex flex-col gap-4">
      <div className="grid h-[45dvh] place-items-center rounded-field bg-base-200 p-2 sm:h-[28rem]">
        <PagePicture
          page={page}
          rendered={work.rendered.get(id)}
          alt={`Page ${number} as it will be sent`}
          className="max-h-full min-h-0 max-w-full object-contain shadow"
        />
      </div>
      {work.problem === undefined ? null : <p role="alert">{work.problem}</p>}
      <Pills
        label="Look of the page"
        options={LOOKS}
        value={look}
        onChange={(chosen) => chosen !== look && work.change(id, { look: chosen })}
        className="justify-center"
      />
      <div className="flex flex-wrap items-center justify-center gap-2">
        <Button icon={<Crop />} onClick={onAdjust}>
          Adjust corners
        </Button>
        <IconButton label="Rotate left" icon={<RotateCcw />} onClick={() => turn(3)} />
        <IconButton label="Rotate right" icon={<RotateCw />} onClick={() => turn(1)} />
        <PhotoPicker
          camera="Retake"
          existing="Replace photo"
          disabled={work.reading}
          onPhotos={([photo]) => photo && work.retake(id, photo)}
        />
        <Button icon={<Undo2 />} disabled={earlier.length === 0} onClick={() => work.undo(id)}>
          Undo
        </Button>
      </div>
    </div>
  )
}
