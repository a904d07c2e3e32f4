/** A picture in memory with 4 bytes per pixel, like `ImageData`. */
export interface Raster {
  data: Uint8ClampedArray<ArrayBuffer>
  width: number
  height: number
}

/** Returns an empty picture. */
export const newRaster = (width: number, height: number): Raster => ({
  data: new Uint8ClampedArray(width * height * 4),
  width,
  height,
})

/** Returns the size that fits a longest side in pixels; never larger than the picture. */
export function fitWithin(width: number, height: number, longest: number): { width: number; height: number } {
  const scale = Math.min(1, longest / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Returns a smaller picture whose pixels are averages, which removes noise and text. */
export function shrink(source: Raster, longest: number): Raster {
  const { width, height } = fitWithin(source.width, source.height, longest)
  const target = newRaster(width, height)
  const [stepX, stepY] = [source.width / target.width, source.height / target.height]
  for (let y = 0; y < target.height; y++) {
    const [top, bottom] = [Math.floor(y * stepY), Math.max(Math.floor((y + 1) * stepY), Math.floor(y * stepY) + 1)]
    for (let x = 0; x < target.width; x++) {
      const [left, right] = [Math.floor(x * stepX), Math.max(Math.floor((x + 1) * stepX), Math.floor(x * stepX) + 1)]
      const sum: [number, number, number] = [0, 0, 0]
      for (let sy = top; sy < bottom; sy++) {
        for (let at = (sy * source.width + left) * 4; at < (sy * source.width + right) * 4; at += 4) {
          sum[0] += source.data[at] ?? 0
          sum[1] += source.data[at + 1] ?? 0
          sum[2] += source.data[at + 2] ?? 0
        }
      }
      const count = (bottom - top) * (right - left)
      target.data.set([sum[0] / count, sum[1] / count, sum[2] / count, 255], (y * target.width + x) * 4)
    }
  }
  return target
}
