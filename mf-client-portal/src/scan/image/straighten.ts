import { pageSize, projectionTo, type Quad } from './geometry.ts'
import { fitWithin, newRaster, type Raster } from './raster.ts'

/** Quarter turns clockwise. */
export type Turns = 0 | 1 | 2 | 3

/** Returns where a point of the turned page is on the page that is not turned, as shares. */
const UNTURN: Record<Turns, (u: number, v: number) => [number, number]> = {
  0: (u, v) => [u, v],
  1: (u, v) => [v, 1 - u],
  2: (u, v) => [1 - u, 1 - v],
  3: (u, v) => [1 - v, u],
}

/** Writes the color at a point between pixels into the target, blended from the four pixels around it. */
function sample({ data, width, height }: Raster, x: number, y: number, target: Raster, to: number): void {
  const cx = Math.min(Math.max(x - 0.5, 0), width - 1)
  const cy = Math.min(Math.max(y - 0.5, 0), height - 1)
  const [left, top] = [Math.floor(cx), Math.floor(cy)]
  const [fx, fy] = [cx - left, cy - top]
  const right = left + 1 < width ? 4 : 0
  const below = top + 1 < height ? width * 4 : 0
  const at = (top * width + left) * 4
  for (let c = 0; c < 3; c++) {
    const upper = (data[at + c] ?? 0) * (1 - fx) + (data[at + right + c] ?? 0) * fx
    const lower = (data[at + below + c] ?? 0) * (1 - fx) + (data[at + below + right + c] ?? 0) * fx
    target.data[to + c] = upper * (1 - fy) + lower * fy
  }
  target.data[to + 3] = 255
}

/**
 * Returns the page inside the corners (in pixels) as if it had been photographed from straight above, turned, and with
 * at most `longest` pixels on a side.
 */
export function straighten(photo: Raster, corners: Quad, turns: Turns, longest: number): Raster {
  const flat = pageSize(corners)
  const [w, h] = turns % 2 === 0 ? [flat.width, flat.height] : [flat.height, flat.width]
  const { width, height } = fitWithin(Math.round(w), Math.round(h), longest)
  const page = newRaster(width, height)
  const project = projectionTo(corners)
  const unturn = UNTURN[turns]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [u, v] = unturn((x + 0.5) / width, (y + 0.5) / height)
      const p = project(u, v)
      sample(photo, p.x, p.y, page, (y * width + x) * 4)
    }
  }
  return page
}
