import { expect, it } from 'vitest'
import { drawPhoto } from '../../testing/draw-photo.ts'
import { isConvex, type Quad, sortCorners } from './geometry.ts'
import type { Raster } from './raster.ts'
import { straighten } from './straighten.ts'

const RED = [200, 20, 20] as const
const GREEN = [20, 160, 20] as const
const BLUE = [20, 20, 200] as const
const WHITE = [240, 240, 240] as const
const CORNERS: Quad = [
  { x: 120, y: 60 },
  { x: 330, y: 90 },
  { x: 380, y: 460 },
  { x: 40, y: 420 },
]
/** A page with a red dot at the top left, a green one at the top right and a blue one at the bottom right. */
const page = (u: number, v: number) => {
  const isNear = (x: number, y: number): boolean => Math.hypot(u - x, v - y) < 0.08
  return isNear(0.2, 0.1) ? RED : isNear(0.8, 0.1) ? GREEN : isNear(0.8, 0.9) ? BLUE : WHITE
}
const photo = drawPhoto({ width: 420, height: 500, corners: CORNERS, content: page, noise: 0 })

const colorAt = ({ data, width, height }: Raster, u: number, v: number): string => {
  const at = (Math.floor(v * height) * width + Math.floor(u * width)) * 4
  const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3)
  if (r > 150 && g > 150 && b > 150) return 'white'
  return r > g && r > b ? 'red' : g > b ? 'green' : 'blue'
}
const dots = (raster: Raster) => ({
  topLeft: colorAt(raster, 0.2, 0.1),
  topRight: colorAt(raster, 0.8, 0.1),
  bottomRight: colorAt(raster, 0.8, 0.9),
  bottomLeft: colorAt(raster, 0.2, 0.9),
})

it('corrects the perspective', () => {
  const straight = straighten(photo, CORNERS, 0, 2000)
  expect(dots(straight)).toEqual({ topLeft: 'red', topRight: 'green', bottomRight: 'blue', bottomLeft: 'white' })
  // Nothing of the table is left at the edges.
  for (const [u, v] of [
    [0.01, 0.01],
    [0.99, 0.01],
    [0.99, 0.99],
    [0.01, 0.99],
  ] as const)
    expect(colorAt(straight, u, v)).toBe('white')
  expect(straight.height / straight.width).toBeGreaterThan(1)
})

it('limits the size', () => {
  const { width, height } = straighten(photo, CORNERS, 0, 200)
  expect(Math.max(width, height)).toBe(200)
})

it.each([
  [1, { topRight: 'red', bottomRight: 'green', bottomLeft: 'blue', topLeft: 'white' }],
  [2, { bottomRight: 'red', bottomLeft: 'green', topLeft: 'blue', topRight: 'white' }],
  [3, { bottomLeft: 'red', topLeft: 'green', topRight: 'blue', bottomRight: 'white' }],
] as const)('turns the page by %i quarter turns clockwise', (turns, expected) => {
  // The dots are not in the middle of their quarter, so that they are elsewhere on a page in landscape.
  const flat: Quad = [
    { x: 0, y: 0 },
    { x: 100, y: 0 },
    { x: 100, y: 100 },
    { x: 0, y: 100 },
  ]
  const square = drawPhoto({
    width: 100,
    height: 100,
    corners: flat,
    content: (u, v) => page(u < 0.5 ? 0.2 : 0.8, v < 0.5 ? 0.1 : 0.9),
    noise: 0,
  })
  expect(dots(straighten(square, flat, turns, 2000))).toEqual(expected)
})

it('sorts corners clockwise from the top left', () => {
  const [a, b, c, d] = CORNERS
  for (const mixed of [
    [c, a, d, b],
    [d, c, b, a],
    [b, a, c, d],
  ] as const)
    expect(sortCorners(mixed)).toEqual(CORNERS)
  expect(isConvex(CORNERS)).toBe(true)
  expect(isConvex([a, { x: 60, y: 350 }, c, d])).toBe(false)
})
