import { expect, it } from 'vitest'
import { drawPhoto, letter, type Photo, statement } from '../../testing/draw-photo.ts'
import { detectPage } from './detect-page.ts'
import { distance, type Quad, scaleQuad } from './geometry.ts'

const [W, H] = [600, 800]
const quad = (...[a, b, c, d]: [number, number][]): Quad =>
  [a, b, c, d].map(([x, y] = [0, 0]) => ({ x, y })) as unknown as Quad
const STRAIGHT = quad([90, 100], [510, 110], [505, 700], [95, 690])
const SKEWED = quad([170, 120], [470, 170], [560, 690], [40, 640])

/** The distance of the worst corner from where it is, as a share of the photo's longest side. */
function errorOf({ corners, width, height, ...more }: Photo): number {
  const found = detectPage(drawPhoto({ corners, width, height, ...more }))
  if (!found || !corners) return Number.POSITIVE_INFINITY
  const pixels = scaleQuad(found, width, height)
  const errors = corners.map((corner, i) => distance(corner, pixels[i] ?? { x: 0, y: 0 }))
  return Math.max(...errors) / Math.max(width, height)
}

/** Returns a photo of half the size, which takes less time to draw. */
function photo(more: Partial<Photo>): Photo {
  const { width, height, corners, ...rest } = { width: W, height: H, corners: STRAIGHT, content: letter, ...more }
  return { ...rest, width: width / 2, height: height / 2, corners: corners && scaleQuad(corners, 0.5, 0.5) }
}

it.each<[string, Photo]>([
  ['a letter from above', photo({})],
  ['a letter in perspective', photo({ corners: SKEWED })],
  ['a blank page', photo({ content: () => undefined })],
  ['a framed table on a page', photo({ corners: SKEWED, content: statement })],
  ['a page with a shadow across it', photo({ corners: SKEWED, shadow: 0.5 })],
  ['a noisy photo', photo({ corners: SKEWED, noise: 30 })],
  ['a white page on a light table', photo({ paper: [240, 240, 238], table: [200, 196, 186] })],
  ['a page that differs from the table in color only', photo({ paper: [200, 200, 190], table: [170, 205, 215] })],
  ['a dark page on a light table', photo({ paper: [70, 80, 110], table: [210, 205, 195], content: () => undefined })],
  ['a receipt', photo({ corners: quad([240, 60], [370, 70], [360, 740], [235, 735]), content: letter })],
  ['a page that lies askew', photo({ corners: quad([250, 90], [560, 330], [330, 690], [40, 440]) })],
  [
    'a landscape photo',
    photo({ width: H, height: W, corners: quad([120, 80], [690, 60], [720, 540], [80, 520]), content: statement }),
  ],
])('finds the corners of %s', (_, drawn) => {
  expect(errorOf(drawn)).toBeLessThan(0.012)
})

it('uses the border of the photo when the page is cut off', () => {
  const cut = photo({ corners: quad([80, 120], [520, 130], [540, 1000], [60, 990]) })
  const found = detectPage(drawPhoto(cut))
  expect(found?.[0].y).toBeCloseTo(120 / H, 1)
  expect(found?.[2].y).toBeGreaterThan(0.98)
  expect(found?.[3].y).toBeGreaterThan(0.98)
})

it.each([
  ['a table without a page', photo({ corners: undefined })],
  ['a page that fills the photo', photo({ corners: quad([-60, -60], [660, -60], [660, 860], [-60, 860]) })],
  ['a small piece of paper', photo({ corners: quad([250, 350], [330, 350], [330, 450], [250, 450]) })],
])('finds nothing in %s', (_, drawn) => {
  expect(detectPage(drawPhoto(drawn))).toBeUndefined()
})
