import type { Raster } from './raster.ts'

/** How much the color changes at each pixel, and in which direction. */
export interface Edges {
  width: number
  height: number
  /** Strength of the change; 0 where another pixel of the same edge is stronger. */
  strength: Float32Array
  /** Direction of the change, as a unit vector. */
  dx: Float32Array
  dy: Float32Array
}

/** Weaker changes are noise or the grain of a table. */
const MIN_STRENGTH = 10

const clamp = (v: number, max: number): number => Math.min(Math.max(v, 0), max)

/** Blurs along rows (`step` 1) or columns (`step` width) with the binomial filter 1-4-6-4-1. */
function blur(source: Float32Array, width: number, height: number, step: number): Float32Array {
  const target = new Float32Array(source.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [place, last] = step === 1 ? [x, width - 1] : [y, height - 1]
      const at = y * width + x
      const near = (offset: number): number => source[at + (clamp(place + offset, last) - place) * step] ?? 0
      target[at] = (near(-2) + 4 * near(-1) + 6 * near(0) + 4 * near(1) + near(2)) / 16
    }
  }
  return target
}

/** Returns one color channel, blurred. */
function blurred({ data, width, height }: Raster, channel: number): Float32Array {
  const plane = Float32Array.from({ length: width * height }, (_, i) => data[i * 4 + channel] ?? 0)
  return blur(blur(plane, width, height, 1), width, height, width)
}

/** Adds the changes of a channel (Sobel) where they are stronger than those of the channels before. */
function addChannel(edges: Edges, plane: Float32Array): void {
  const { width, height, strength, dx, dy } = edges
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x
      const p = (offset: number): number => plane[at + offset] ?? 0
      const right = p(1 - width) + 2 * p(1) + p(1 + width)
      const left = p(-1 - width) + 2 * p(-1) + p(-1 + width)
      const below = p(width - 1) + 2 * p(width) + p(width + 1)
      const above = p(-width - 1) + 2 * p(-width) + p(-width + 1)
      const length = Math.hypot(right - left, below - above)
      if (length <= (strength[at] ?? 0)) continue
      strength[at] = length
      dx[at] = (right - left) / length
      dy[at] = (below - above) / length
    }
  }
}

/** Keeps only the strongest pixel across each edge. */
function thin({ width, height, strength, dx, dy }: Edges): Float32Array {
  const thinned = new Float32Array(strength.length)
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x
      const own = strength[at] ?? 0
      const next = Math.round(dy[at] ?? 0) * width + Math.round(dx[at] ?? 0)
      const isStrongest = own >= (strength[at + next] ?? 0) && own > (strength[at - next] ?? 0)
      if (own >= MIN_STRENGTH && isStrongest) thinned[at] = own
    }
  }
  return thinned
}

/** Finds the edges of a picture in all colors: a white page on a light table may differ in color only. */
export function findEdges(image: Raster): Edges {
  const { width, height } = image
  const plane = (): Float32Array => new Float32Array(width * height)
  const edges: Edges = { width, height, strength: plane(), dx: plane(), dy: plane() }
  for (const channel of [0, 1, 2]) addChannel(edges, blurred(image, channel))
  return { ...edges, strength: thin(edges) }
}
