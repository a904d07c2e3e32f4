import { phonePhoto, realJpeg, realPdf } from '@portal/contract/testing/real-files'
import { afterEach, expect, it, vi } from 'vitest'
import { cleanPhoto } from './clean-photo.tsx'

/** Replaces the browser's canvas, which happy-dom does not have. `drawn` is what it encodes. */
function stubCanvas(drawn: string, picture = { width: 6000, height: 4000 }) {
  const size = vi.fn()
  vi.stubGlobal('createImageBitmap', async () => ({ ...picture, close: vi.fn() }))
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      constructor(width: number, height: number) {
        size(width, height)
      }
      getContext = () => ({ fillRect: vi.fn(), drawImage: vi.fn() })
      convertToBlob = async () => new Blob([drawn], { type: 'image/jpeg' })
    },
  )
  return size
}
afterEach(() => vi.unstubAllGlobals())

const bytesOf = async (file: Blob) => new Uint8Array(await file.arrayBuffer())
const fileOf = (bytes: Uint8Array<ArrayBuffer>, name = 'IMG_1.jpg') => new File([bytes], name, { lastModified: 7 })

it('does not encode an upright photo again', async () => {
  const clean = await cleanPhoto(fileOf(phonePhoto(realJpeg())))
  expect(await bytesOf(clean)).toEqual(realJpeg())
  expect([clean.name, clean.lastModified, clean.type]).toEqual(['IMG_1.jpg', 7, 'image/jpeg'])
})

it('turns a photo upright, and limits its size', async () => {
  const size = stubCanvas('upright')
  const clean = await cleanPhoto(fileOf(phonePhoto(realJpeg(), 6)))
  expect(await clean.text()).toBe('upright')
  expect(size).toHaveBeenCalledWith(2400, 1600)
})

it.each([
  [4032, 3024, 2400, 1800],
  // A scrolled page stays readable.
  [1080, 12_000, 1080, 12_000],
  [3000, 20_000, 1586, 10_575],
])('makes %s × %s pixels %s × %s', async (width, height, ...drawn) => {
  const size = stubCanvas('drawn', { width, height })
  await cleanPhoto(fileOf(phonePhoto(realJpeg(), 6)))
  expect(size).toHaveBeenCalledWith(...drawn)
})

it('makes a large photo of a camera smaller, but no other large picture', async () => {
  const size = stubCanvas('smaller')
  const large = new Uint8Array(
    Buffer.concat([realJpeg().subarray(0, -2), Buffer.alloc(1_000_000), realJpeg().slice(-2)]),
  )
  expect(await (await cleanPhoto(fileOf(phonePhoto(large)))).text()).toBe('smaller')
  expect(size).toHaveBeenCalledWith(2400, 1600)
  const scanned = fileOf(large)
  expect(await cleanPhoto(scanned)).toBe(scanned)
  stubCanvas('larger'.repeat(200_000))
  expect(await bytesOf(await cleanPhoto(fileOf(phonePhoto(large))))).toEqual(large)
})

it('keeps the orientation of a photo that the browser cannot turn', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no memory')))
  const clean = await bytesOf(await cleanPhoto(fileOf(phonePhoto(realJpeg(), 6))))
  const text = Buffer.from(clean).toString('latin1')
  expect(text).toContain('Exif')
  expect(text).not.toMatch(/Acme|Brooklyn/)
})

it('draws a damaged photo again, or refuses it', async () => {
  const damaged = fileOf(new Uint8Array([...realJpeg().subarray(0, 2), 0xff, 0xe1, 0xff, 0xff]))
  stubCanvas('drawn')
  expect(await (await cleanPhoto(damaged)).text()).toBe('drawn')
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('not a picture')))
  await expect(cleanPhoto(damaged)).rejects.toThrow()
})

it('returns other files, and photos without metadata, unchanged', async () => {
  for (const file of [fileOf(realPdf(), 'a.pdf'), fileOf(realJpeg()), new File([], 'empty.jpg')])
    expect(await cleanPhoto(file)).toBe(file)
})
