import { buildPdf } from './build-pdf.ts'
import { detectPage } from './image/detect-page.ts'
import { applyLook } from './image/enhance.ts'
import { type Quad, scaleQuad } from './image/geometry.ts'
import { fitWithin, type Raster } from './image/raster.ts'
import { straighten } from './image/straighten.ts'
import type { PageSettings, Picture } from './scan-page.ts'

/*
 * What the worker of the scanner does. It handles one photo at a time and keeps none in memory, so that a phone needs
 * no more for forty pages than for one.
 */

/** Longest sides in pixels of a photo that is kept and of a page: A4 with 200 pixels per inch. */
const PHOTO_LONGEST = 3000
const PAGE_LONGEST = 2400
const PHOTO_QUALITY = 0.92
/** Small print stays readable, and a page takes about 500 kB. */
const PAGE_QUALITY = 0.82

type Context = OffscreenCanvasRenderingContext2D

function newContext(width: number, height: number): Context {
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('There is no canvas.')
  return context
}

async function toJpeg(context: Context, quality: number): Promise<Picture> {
  const { width, height } = context.canvas
  return { blob: await context.canvas.convertToBlob({ type: 'image/jpeg', quality }), width, height }
}

/** Draws a picture upright, with at most `longest` pixels on a side. */
async function draw(picture: Blob, longest: number): Promise<Context> {
  const bitmap = await createImageBitmap(picture)
  const { width, height } = fitWithin(bitmap.width, bitmap.height, longest)
  const context = newContext(width, height)
  context.imageSmoothingQuality = 'high'
  context.fillStyle = 'white'
  context.fillRect(0, 0, width, height)
  context.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  return context
}

const pixelsOf = (context: Context): Raster => {
  const { data, width, height } = context.getImageData(0, 0, context.canvas.width, context.canvas.height)
  return { data, width, height }
}

/** Reads a photo: returns it upright, of a sensible size and without metadata, with the corners of the page in it. */
export async function readPhoto(file: Blob): Promise<{ photo: Picture; found: Quad | undefined }> {
  const context = await draw(file, PHOTO_LONGEST)
  const found = detectPage(pixelsOf(context))
  return { photo: await toJpeg(context, PHOTO_QUALITY), found }
}

/** Returns the page in a photo: straightened, turned and with the chosen look. */
export async function renderPage(photo: Blob, { corners, turns, look }: PageSettings): Promise<Picture> {
  const pixels = pixelsOf(await draw(photo, PHOTO_LONGEST))
  const page = straighten(pixels, scaleQuad(corners, pixels.width, pixels.height), turns, PAGE_LONGEST)
  applyLook(page, look)
  const context = newContext(page.width, page.height)
  context.putImageData(new ImageData(page.data, page.width, page.height), 0, 0)
  return toJpeg(context, PAGE_QUALITY)
}

/** Combines pages into one PDF. */
export async function combinePages(pages: readonly Blob[], title: string): Promise<Blob> {
  const jpegs = await Promise.all(pages.map(async (page) => new Uint8Array(await page.arrayBuffer())))
  return new Blob([(await buildPdf(jpegs, title)) as Uint8Array<ArrayBuffer>], { type: 'application/pdf' })
}
