import { contentMatches, MEDIA_TYPES } from '@portal/contract/files'
import { bareJpeg, barePng } from './photo-metadata.tsx'

/** Why a damaged photo is not sent: its metadata cannot be removed, and the other side could not see it either. */
export const PHOTO_DAMAGED = 'This photo cannot be read. It may be damaged, or not completely downloaded.'

/** Quality of pictures that are encoded again: small print stays readable. */
const JPEG_QUALITY = 0.82
/** Sides of pictures that are encoded again, in pixels: as for scanned pages, A4 with 200 pixels per inch. */
const [LONG_SIDE, SHORT_SIDE] = [2400, 1600]
/** Most pixels that browsers draw on phones. */
const PIXELS_MAX = 4096 ** 2
/** Size in bytes from which photos are made smaller. On slow mobile networks, 4 MB take 45 seconds. */
const LARGE_BYTES = 1_000_000

/** Returns by how much a picture is made smaller. A long one, such as of a scrolled page, keeps a readable width. */
function scaleOf({ width, height }: { width: number; height: number }): number {
  const sides = Math.max(LONG_SIDE / Math.max(width, height), SHORT_SIDE / Math.min(width, height))
  return Math.min(1, sides, Math.sqrt(PIXELS_MAX / (width * height)))
}

/** Returns a picture as an upright JPEG of limited size without metadata. Throws if the browser cannot show it. */
export async function redrawAsJpeg(picture: Blob | ImageData): Promise<Blob> {
  const bitmap = await createImageBitmap(picture)
  try {
    const scale = scaleOf(bitmap)
    const [width, height] = [Math.floor(bitmap.width * scale), Math.floor(bitmap.height * scale)]
    const canvas = new OffscreenCanvas(width, height)
    const context = canvas.getContext('2d')
    if (!context) throw new Error('There is no canvas.')
    context.imageSmoothingQuality = 'high'
    // JPEG has no transparency.
    context.fillStyle = 'white'
    context.fillRect(0, 0, width, height)
    context.drawImage(bitmap, 0, 0, width, height)
    return await canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY })
  } finally {
    bitmap.close()
  }
}

/**
 * Returns a JPEG or PNG upright and without location, device and other metadata, and a large photo of a camera smaller.
 * Returns other files unchanged. The image data of other upright pictures does not change. A photo that the browser
 * cannot turn keeps its orientation. Throws if the photo is damaged.
 */
export async function cleanPhoto(file: File): Promise<File> {
  const bytes = new Uint8Array(await file.slice(0, 16).arrayBuffer())
  const kind = ['.jpg', '.png'].find((extension) => contentMatches(extension, bytes))
  if (!kind) return file
  const whole = new Uint8Array(await file.arrayBuffer())
  const bare = kind === '.jpg' ? bareJpeg(whole) : barePng(whole)
  const options = { type: MEDIA_TYPES[kind] ?? '', lastModified: file.lastModified }
  if (!bare && kind === '.png') throw new Error('The picture is damaged.')
  if (!bare) return new File([await redrawAsJpeg(file)], file.name, options)
  const size = bare.bytes.length
  const isTurned = bare.orientation !== 1
  // Cameras add metadata. Pictures without them, such as those of scanners, were made as they should be.
  const isLarge = kind === '.jpg' && size > LARGE_BYTES && size < file.size
  if (isTurned || isLarge) {
    const redrawn = await redrawAsJpeg(new Blob([bare.bytes], options)).catch(() => undefined)
    if (redrawn && (isTurned || redrawn.size < size)) return new File([redrawn], file.name, options)
  }
  return size === file.size ? file : new File([bare.bytes], file.name, options)
}
