import { Button } from '@portal/kit/ui/button'
import { cx } from '@portal/kit/ui/class-names'
import { Maximize, ScanSearch } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { useBlobUrl } from './blob-image.tsx'
import { insidePhoto, isConvex, type Point, type Quad, WHOLE } from './image/geometry.ts'
import type { PageVersion, Picture } from './scan-page.ts'

const NAMES = ['Top left', 'Top right', 'Bottom right', 'Bottom left'] as const
/** Steps of the arrow keys, as shares of the photo; the large one with Shift. */
const STEP = 0.005
const LARGE_STEP = 0.05
const KEYS: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}
const percent = (share: number): string => `${(100 * share).toFixed(1)}%`

export interface CornerEditorProps {
  version: PageVersion
  corners: Quad
  onChange: (corners: Quad) => void
}

/** Renders a photo on which the four corners of the page can be moved by touch, mouse and arrow keys. */
export function CornerEditor({ version, corners, onChange }: CornerEditorProps) {
  const { photo, found } = version
  const frame = useRef<HTMLDivElement>(null)
  const [held, setHeld] = useState<number>()
  const url = useBlobUrl(photo.blob)
  const move = (index: number, to: Point): void => {
    const moved = corners.with(index, insidePhoto(to)) as unknown as Quad
    // A page with a corner that points inwards cannot be straightened.
    if (isConvex(moved)) onChange(moved)
  }
  return (
    <div className="flex flex-col items-center gap-4">
      <p className="text-center text-sm">
        Drag the corners to those of the page. With the keyboard: arrow keys, and Shift for larger steps.
      </p>
      <div
        ref={frame}
        className="relative max-w-full bg-base-200"
        style={{ aspectRatio: photo.width / photo.height, width: `calc(52dvh * ${photo.width / photo.height})` }}
      >
        {url === undefined ? null : <img src={url} alt="" draggable={false} className="size-full select-none" />}
        <Outline corners={corners} />
        {corners.map((corner, index) => (
          <Handle
            key={NAMES[index]}
            name={NAMES[index] ?? ''}
            corner={corner}
            frame={frame}
            onHold={(isHeld) => setHeld(isHeld ? index : undefined)}
            onMove={(to) => move(index, to)}
          />
        ))}
        {held !== undefined && url !== undefined ? (
          <Loupe photo={photo} url={url} at={corners[held] ?? WHOLE[0]} />
        ) : null}
      </div>
      <div className="flex flex-wrap justify-center gap-2">
        <Button size="sm" icon={<Maximize />} onClick={() => onChange(WHOLE)}>
          Whole photo
        </Button>
        {found ? (
          <Button size="sm" icon={<ScanSearch />} onClick={() => onChange(found)}>
            Detected corners
          </Button>
        ) : null}
      </div>
    </div>
  )
}

function Outline({ corners }: { corners: Quad }) {
  return (
    <svg
      viewBox="0 0 1 1"
      preserveAspectRatio="none"
      className="pointer-events-none absolute inset-0 size-full"
      aria-hidden
    >
      <polygon
        points={corners.map(({ x, y }) => `${x},${y}`).join(' ')}
        vectorEffect="non-scaling-stroke"
        className="fill-primary/15 stroke-2 stroke-primary"
      />
    </svg>
  )
}

interface HandleProps {
  name: string
  corner: Point
  frame: { readonly current: HTMLDivElement | null }
  onHold: (isHeld: boolean) => void
  onMove: (to: Point) => void
}

function Handle({ name, corner, frame, onHold, onMove }: HandleProps) {
  const release = (): void => onHold(false)
  const follow = (event: PointerEvent): void => {
    const box = frame.current?.getBoundingClientRect()
    if (!box || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    onMove({ x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height })
  }
  const press = (event: KeyboardEvent): void => {
    const direction = KEYS[event.key]
    if (!direction) return
    event.preventDefault()
    const step = event.shiftKey ? LARGE_STEP : STEP
    onMove({ x: corner.x + direction.x * step, y: corner.y + direction.y * step })
  }
  return (
    <button
      type="button"
      aria-label={`${name} corner, ${percent(corner.x)} from the left, ${percent(corner.y)} from the top`}
      style={{ left: percent(corner.x), top: percent(corner.y) }}
      className={cx(
        'absolute size-11 -translate-1/2 cursor-grab touch-none rounded-full border-3 border-primary bg-primary/10',
        'outline-offset-2 ring-2 ring-white/80 focus-visible:outline-3 focus-visible:outline-base-content',
      )}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        onHold(true)
      }}
      onPointerMove={follow}
      onPointerUp={release}
      onPointerCancel={release}
      onKeyDown={press}
    />
  )
}

/** Diameter of the loupe in pixels, and the scale at which it shows the photo. */
const LOUPE = { size: 112, zoom: 0.5 }

/** Renders the place under the finger larger, in the corner that is farther away. */
function Loupe({ photo, url, at }: { photo: Picture; url: string; at: Point }) {
  const { size, zoom } = LOUPE
  const [width, height] = [photo.width * zoom, photo.height * zoom]
  return (
    <div
      aria-hidden
      className={cx(
        'pointer-events-none absolute top-2 rounded-full border-2 border-white bg-black bg-no-repeat shadow-lg',
        at.x < 0.5 ? 'right-2' : 'left-2',
      )}
      style={{
        width: size,
        height: size,
        backgroundImage: `url(${url})`,
        backgroundSize: `${width}px ${height}px`,
        backgroundPosition: `${size / 2 - at.x * width}px ${size / 2 - at.y * height}px`,
      }}
    >
      <div className="absolute inset-x-0 top-1/2 h-px bg-primary" />
      <div className="absolute inset-y-0 left-1/2 w-px bg-primary" />
    </div>
  )
}
