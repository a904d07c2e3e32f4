/** Removes metadata from pictures without touching their image data, so that they lose no quality. */

type Bytes = Uint8Array<ArrayBuffer>

/** A picture without location, device and other metadata. */
export interface BarePicture {
  bytes: Bytes
  /** How viewers must turn and mirror the image data (EXIF, 1 to 8). 1: it is upright. */
  orientation: number
}

const latin = (bytes: Uint8Array, from: number, to: number): string =>
  new TextDecoder('latin1').decode(bytes.subarray(from, to))

function join(parts: readonly Uint8Array[]): Bytes {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

const EXIF = 'Exif\0\0'
const ORIENTATION_TAG = 0x0112
/** Position of the TIFF header in an EXIF segment, after the marker, the length and `EXIF`. */
const TIFF = 10

/** Returns the orientation in a segment of a JPEG, or undefined if the segment has none. */
function orientationIn(segment: Uint8Array): number | undefined {
  if (latin(segment, 4, TIFF) !== EXIF) return undefined
  const view = new DataView(segment.buffer, segment.byteOffset, segment.byteLength)
  try {
    const little = view.getUint16(TIFF) === 0x4949
    const directory = TIFF + view.getUint32(TIFF + 4, little)
    const count = view.getUint16(directory, little)
    for (let entry = directory + 2; entry < directory + 2 + count * 12; entry += 12) {
      if (view.getUint16(entry, little) !== ORIENTATION_TAG) continue
      const value = view.getUint16(entry + 8, little)
      return value >= 1 && value <= 8 ? value : undefined
    }
  } catch {
    // The metadata is damaged: the picture is shown as it is.
  }
  return undefined
}

/** Returns an EXIF segment that contains only the orientation. */
function orientationSegment(orientation: number): Uint8Array {
  const entry = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
  const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, ...entry, 0, 0, 0, 0]
  const head = [0xff, 0xe1, 0, tiff.length + 8, ...new TextEncoder().encode(EXIF)]
  return Uint8Array.from([...head, ...tiff])
}

/** Returns whether a segment is needed to show the picture: its data, its color profile and how colors are stored. */
function isNeeded(marker: number, segment: Uint8Array): boolean {
  if (marker === 0xe0) return latin(segment, 4, 8) === 'JFIF'
  if (marker === 0xe2) return latin(segment, 4, 15) === 'ICC_PROFILE'
  if (marker === 0xee) return latin(segment, 4, 9) === 'Adobe'
  const isApplication = marker >= 0xe0 && marker <= 0xef
  const isComment = marker === 0xfe
  return !isApplication && !isComment
}

/** Returns where the compressed data that starts at `from` ends. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0xd9
    const isData = next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7)
    if (!isData) return at
  }
  return bytes.length
}

/**
 * Returns a JPEG without metadata, comments, previews and whatever follows its end, such as a video. Only an
 * orientation that is not upright remains. Returns undefined if the structure is damaged.
 */
export function bareJpeg(bytes: Bytes): BarePicture | undefined {
  const parts: Uint8Array[] = [bytes.subarray(0, 2)]
  let orientation = 1
  let at = 2
  while (at + 1 < bytes.length) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xd9) break
    // Markers may be padded.
    if (marker === 0xff) {
      at += 1
      continue
    }
    const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)
    if (length < 2 || at + 2 + length > bytes.length) return undefined
    const segment = bytes.subarray(at, at + 2 + length)
    at += segment.length
    orientation = (marker === 0xe1 ? orientationIn(segment) : undefined) ?? orientation
    if (isNeeded(marker, segment)) parts.push(segment)
    if (marker === 0xda) {
      const end = endOfScan(bytes, at)
      parts.push(bytes.subarray(at, end))
      at = end
    }
  }
  if (orientation !== 1) parts.splice(1, 0, orientationSegment(orientation))
  return { bytes: join([...parts, Uint8Array.of(0xff, 0xd9)]), orientation }
}

/** Chunks of a PNG that are needed to show it, besides the critical ones. */
const SHOWN_CHUNKS = ['tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'cICP', 'sBIT', 'bKGD', 'pHYs', 'acTL', 'fcTL', 'fdAT']

/** Returns a PNG without text, times and EXIF data. Returns undefined if the structure is damaged. */
export function barePng(bytes: Bytes): BarePicture | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts: Uint8Array[] = [bytes.subarray(0, 8)]
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at) + 12
    const type = latin(bytes, at + 4, at + 8)
    if (at + length > bytes.length) return undefined
    if (/^[A-Z]/.test(type) || SHOWN_CHUNKS.includes(type)) parts.push(bytes.subarray(at, at + length))
    if (type === 'IEND') return { bytes: join(parts), orientation: 1 }
    at += length
  }
  return undefined
}
