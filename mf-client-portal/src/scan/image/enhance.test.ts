import { expect, it } from 'vitest'
import { drawPhoto, letter } from '../../testing/draw-photo.ts'
import { applyLook, type Look } from './enhance.ts'
import type { Quad } from './geometry.ts'
import type { Raster } from './raster.ts'

const [W, H] = [420, 594]
const CORNERS: Quad = [
  { x: 0, y: 0 },
  { x: W, y: 0 },
  { x: W, y: H },
  { x: 0, y: H },
]
const shadedPage = (): Raster =>
  drawPhoto({ width: W, height: H, corners: CORNERS, content: letter, shadow: 0.5, noise: 5, paper: [225, 215, 190] })

/** Returns the average brightness of places with and without ink, in the light and in the shadow. */
function measure(page: Raster) {
  const sums = { lightPaper: [0, 0], lightInk: [0, 0], darkPaper: [0, 0], darkInk: [0, 0] }
  for (let y = 0; y < H; y++) {
    for (let x = 0; x < W; x++) {
      const depth = x / W + y / H
      if (depth > 0.7 && depth < 1.4) continue
      const ink = letter((x + 0.5) / W, (y + 0.5) / H) ? 'Ink' : 'Paper'
      const sum = sums[`${depth < 1 ? 'light' : 'dark'}${ink}`]
      const at = (y * W + x) * 4
      sum[0] = (sum[0] ?? 0) + ((page.data[at] ?? 0) + (page.data[at + 1] ?? 0) + (page.data[at + 2] ?? 0)) / 3
      sum[1] = (sum[1] ?? 0) + 1
    }
  }
  const average = ([total = 0, count = 1]: number[]): number => total / count
  return {
    lightPaper: average(sums.lightPaper),
    lightInk: average(sums.lightInk),
    darkPaper: average(sums.darkPaper),
    darkInk: average(sums.darkInk),
  }
}

const withLook = (look: Look): Raster => {
  const page = shadedPage()
  applyLook(page, look)
  return page
}

it.each(['enhanced', 'black-and-white'] as const)('removes the shadow and strengthens the ink: %s', (look) => {
  const before = measure(shadedPage())
  expect(before.lightPaper - before.darkPaper).toBeGreaterThan(60)
  const { lightPaper, lightInk, darkPaper, darkInk } = measure(withLook(look))
  expect(lightPaper).toBeGreaterThan(240)
  expect(darkPaper).toBeGreaterThan(240)
  expect(lightInk).toBeLessThan(look === 'enhanced' ? 60 : 25)
  expect(darkInk).toBeLessThan(look === 'enhanced' ? 70 : 25)
})

it('keeps the color of a stamp when enhanced, and none in black and white', () => {
  const stamp = (look: Look): number[] => {
    const content = (u: number, v: number) =>
      Math.hypot(u - 0.7, v - 0.8) < 0.06 ? ([190, 40, 50] as const) : undefined
    const page = drawPhoto({ width: W, height: H, corners: CORNERS, content, noise: 0 })
    applyLook(page, look)
    const at = (Math.floor(0.8 * H) * W + Math.floor(0.7 * W)) * 4
    return [...page.data.subarray(at, at + 3)]
  }
  const [red = 0, green = 0, blue = 0] = stamp('enhanced')
  expect(red).toBeGreaterThan(150)
  expect(Math.max(green, blue)).toBeLessThan(60)
  const [gray] = stamp('black-and-white')
  expect(stamp('black-and-white')).toEqual([gray, gray, gray])
})

it('changes nothing when the look is original', () => {
  expect(withLook('original').data).toEqual(shadedPage().data)
})
