import { phonePhoto, realJpeg, realPng } from '@portal/contract/testing/real-files'
import { expect, it } from 'vitest'
import { bareJpeg, barePng } from './photo-metadata.tsx'

type Bytes = Uint8Array<ArrayBuffer>
const PRIVATE = /Exif|Acme|Brooklyn|Motion/
const text = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('latin1')
const join = (...parts: (Uint8Array | string | number[])[]): Bytes =>
  new Uint8Array(Buffer.concat(parts.map((p) => (typeof p === 'string' ? Buffer.from(p, 'latin1') : Buffer.from(p)))))

it('removes everything about place and device from a JPEG, and nothing of its picture', () => {
  const photo = phonePhoto(realJpeg())
  expect(text(photo)).toMatch(PRIVATE)
  expect(bareJpeg(photo)).toEqual({ bytes: realJpeg(), orientation: 1 })
})

it.each([3, 6, 8])('keeps only orientation %i of the EXIF data', (orientation) => {
  const bare = bareJpeg(phonePhoto(realJpeg(), orientation))
  expect(bare?.orientation).toBe(orientation)
  expect(text(bare?.bytes)).not.toMatch(/Acme|Brooklyn|Motion/)
  // It reads its own result.
  expect(bareJpeg(bare?.bytes ?? new Uint8Array())).toEqual(bare)
})

it('keeps the color profile and how colors are stored', () => {
  const jpeg = realJpeg()
  const profile = join([0xff, 0xe2, 0, 18], 'ICC_PROFILE\0', [1, 1, 9, 9])
  const adobe = join([0xff, 0xee, 0, 14], 'Adobe', [0, 100, 0, 0, 0, 0, 1])
  const preview = join([0xff, 0xe2, 0, 8], 'MPF\0', [1, 2])
  const withAll = join(jpeg.subarray(0, 2), profile, adobe, preview, jpeg.subarray(2))
  expect(bareJpeg(withAll)?.bytes).toEqual(join(jpeg.subarray(0, 2), profile, adobe, jpeg.subarray(2)))
})

it('keeps all scans of a progressive JPEG, with markers inside', () => {
  const scan = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56]
  const tables = [0xff, 0xc4, 0, 4, 7, 7]
  const image = [0xff, 0xd8, ...scan, ...tables, ...scan, 0xff, 0xd9]
  expect(bareJpeg(Uint8Array.from([...image, 1, 2, 3]))?.bytes).toEqual(Uint8Array.from(image))
  const padded = [0xff, 0xd8, 0xff, 0xff, ...scan, 0xff, 0xd9]
  expect(bareJpeg(Uint8Array.from(padded))?.bytes).toEqual(Uint8Array.from([0xff, 0xd8, ...scan, 0xff, 0xd9]))
})

it('completes a JPEG that ends too early, and refuses a damaged one', () => {
  const jpeg = realJpeg()
  expect(bareJpeg(jpeg.slice(0, -2))?.bytes).toEqual(jpeg)
  expect(bareJpeg(join(jpeg.subarray(0, 2), [1, 2, 3, 4], jpeg.subarray(2)))).toBeUndefined()
  expect(bareJpeg(jpeg.slice(0, 30))).toBeUndefined()
})

it('shows a photo as it is when its EXIF data are damaged', () => {
  const photo = phonePhoto(realJpeg(), 6)
  // The directory is said to be far outside.
  photo.set([0xff, 0xff, 0xff, 0x7f], photo.indexOf(0x2a) + 2)
  expect(bareJpeg(photo)).toEqual({ bytes: realJpeg(), orientation: 1 })
})

it('removes text, time and EXIF data from a PNG', () => {
  const png = realPng(3, 3)
  const chunk = (type: string, data: string): Bytes => join([0, 0, 0, data.length], type, data, [0, 0, 0, 0])
  const head = png.subarray(0, 33)
  const kept = chunk('gAMA', 'data')
  const photo = join(head, chunk('tEXt', 'Brooklyn'), chunk('eXIf', 'Acme'), kept, png.subarray(33), 'Motion')
  expect(barePng(photo)).toEqual({ bytes: join(head, kept, png.subarray(33)), orientation: 1 })
  expect(barePng(png.slice(0, -4))).toBeUndefined()
})
