import type { HeicAnswer } from './convert-heic.ts'

/** The parts of libheif that are used. Functions of the C library have their names there. */
interface Libheif {
  HeifDecoder: new () => { decode: (bytes: ArrayBuffer) => HeifImage[] }
}

interface HeifImage {
  is_primary: () => boolean
  get_width: () => number
  get_height: () => number
  /** Writes the pixels, upright, or passes null if the image is damaged. */
  display: (target: ImageData, onDone: (pixels: ImageData | null) => void) => void
}

declare function importScripts(url: string): void
declare const buildLibheif: () => Libheif | Promise<Libheif>

// Beside this script in the build of the remote (rspack.config.ts).
importScripts('libheif.js')

/** Returns the pixels of the main image. Memory is freed with the worker, which decodes one photo. */
async function decode(photo: Blob): Promise<ImageData | undefined> {
  const { HeifDecoder } = await buildLibheif()
  const images = new HeifDecoder().decode(await photo.arrayBuffer())
  const image = images.find((i) => i.is_primary()) ?? images[0]
  if (!image) return undefined
  const target = new ImageData(image.get_width(), image.get_height())
  // libheif leaves the transparency of opaque images as it is.
  target.data.fill(255)
  return new Promise((resolve) => image.display(target, (pixels) => resolve(pixels ?? undefined)))
}

self.addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  const answer = (pixels: ImageData | undefined): void => {
    const response: HeicAnswer = pixels ? { pixels } : {}
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
    self.postMessage(response)
  }
  decode(data).then(answer, () => answer(undefined))
})
