import { MEDIA_TYPES } from '@portal/contract/files'
import { redrawAsJpeg } from '@portal/kit/features/uploads/clean-photo'
import { ApiError } from '@portal/sdk'
import { LOST_MESSAGE } from '@portal/kit/features/uploads/upload-job'
import { startWorker } from '../start-worker.ts'

/** What the worker answers: the decoded pixels, or undefined if the photo is damaged. */
export interface HeicAnswer {
  pixels?: ImageData
}

/** Decodes a HEIC photo in a worker. Rejects if the photo is damaged or the worker could not be loaded. */
function decode(photo: Blob): Promise<ImageData> {
  const worker = startWorker('heic')
  return new Promise<ImageData>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<HeicAnswer>) => {
      if (data.pixels) resolve(data.pixels)
      else reject(new Error('The HEIC photo cannot be decoded.'))
    })
    worker.addEventListener('error', () =>
      reject(new ApiError({ code: 'network', title: 'Upload failed', detail: LOST_MESSAGE, status: 0 })),
    )
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
    worker.postMessage(photo)
  }).finally(() => worker.terminate())
}

/**
 * Converts a HEIC photo to an upright JPEG without metadata: with the browser where it can show such photos, otherwise
 * with libheif. Rejects with `ApiError` if libheif could not be loaded, with another error if the photo is damaged.
 */
export async function convertHeic(file: File): Promise<File> {
  const jpeg = await redrawAsJpeg(file).catch(async () => redrawAsJpeg(await decode(file)))
  const name = file.name.replace(/\.(heic|heif|jpe?g|jfif)$/i, '')
  return new File([jpeg], `${name}.jpg`, { type: MEDIA_TYPES['.jpg'] ?? '', lastModified: file.lastModified })
}
