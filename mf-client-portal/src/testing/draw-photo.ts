import type { Point, Quad } from '../scan/image/geometry.ts'
import { newRaster, type Raster } from '../scan/image/raster.ts'

/** Draws photos of pages for tests: in perspective, on a grained table, with noise and shadow. */

type Color = readonly [number, number, number]

export interface Photo {
  width: number
  height: number
  /** The corners of the page in pixels; undefined for a table without a page. */
  corners: Quad | undefined
  /** Colors of the paper and of the table. */
  paper?: Color
  table?: Color
  /** How dark a shadow across the photo is, from 0 to 1. */
  shadow?: number
  /** Largest random change of a pixel. */
  noise?: number
  /** What is on the page. `u` and `v` are shares of its width and height. */
  content?: (u: number, v: number) => Color | undefined
}

/** Returns random numbers from -1 to 1 that are the same in each run. */
function randomNumbers(): () => number {
  let state = 12345
  return () => {
    state = (state * 1_103_515_245 + 12345) % 2_147_483_648
    return (state / 2_147_483_648) * 2 - 1
  }
}

/** Solves a system of linear equations (Gaussian elimination). The last column of each row is the right side. */
function solve(rows: number[][]): number[] {
  for (const [i] of rows.entries()) {
    const best = rows.findIndex(
      (r, at) => at >= i && rows.every((s, j) => j < i || Math.abs(s[i] ?? 0) <= Math.abs(r[i] ?? 0)),
    )
    const pivot = rows[best] ?? []
    rows[best] = rows[i] ?? []
    rows[i] = pivot
    for (const [j, row] of rows.entries()) {
      if (j === i) continue
      const factor = (row[i] ?? 0) / (pivot[i] ?? 1)
      rows[j] = row.map((v, k) => v - factor * (pivot[k] ?? 0))
    }
  }
  return rows.map((row, i) => (row.at(-1) ?? 0) / (row[i] ?? 1))
}

const UNIT: Quad = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
]

/** Returns the projection from the photo to the page. Written without the code that it tests. */
function toPage(corners: Quad): (p: Point) => Point {
  const rows = corners.flatMap(({ x, y }, i) => {
    const { x: u, y: v } = UNIT[i] ?? { x: 0, y: 0 }
    return [
      [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
      [0, 0, 0, x, y, 1, -v * x, -v * y, v],
    ]
  })
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = solve(rows)
  return ({ x, y }) => {
    const w = g * x + h * y + 1
    return { x: (a * x + b * y + c) / w, y: (d * x + e * y + f) / w }
  }
}

/** Returns the ink of a letter: lines of words with gaps between them, and a heading. */
export function letter(u: number, v: number): Color | undefined {
  if (u < 0.1 || u > 0.9 || v < 0.06 || v > 0.92) return undefined
  if (v < 0.1) return u < 0.45 ? [20, 30, 90] : undefined
  const line = Math.floor(v * 42)
  const isInLine = v * 42 - line < 0.45
  const letters = Math.floor(u * 90)
  const isGap = (letters * 7 + line * 13) % 11 < 2 || (line % 9 === 0 && u > 0.4)
  return isInLine && !isGap && letters % 2 === 0 ? [45, 45, 50] : undefined
}

/** Returns the ink of a bank statement: a framed table with columns and rows. */
export function statement(u: number, v: number): Color | undefined {
  const near = (value: number, line: number): boolean => Math.abs(value - line) < 0.004
  const isInFrame = u > 0.08 && u < 0.92 && v > 0.3 && v < 0.85
  const isRule = [0.08, 0.3, 0.6, 0.92].some((x) => near(u, x)) && v > 0.3 && v < 0.85
  const isRow = Array.from({ length: 12 }, (_, i) => 0.3 + i * 0.05).some((y) => near(v, y)) && u > 0.08 && u < 0.92
  return isRule || isRow ? [0, 0, 0] : isInFrame || v < 0.2 ? letter(u, v) : undefined
}

export function drawPhoto(photo: Photo): Raster {
  const { width, height, corners, content, shadow = 0, noise = 6 } = photo
  const { paper = [236, 234, 228], table = [96, 66, 44] } = photo
  const random = randomNumbers()
  const raster = newRaster(width, height)
  const project = corners && toPage(corners)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const p = project?.({ x: x + 0.5, y: y + 0.5 })
      const isPage = p && p.x >= 0 && p.x <= 1 && p.y >= 0 && p.y <= 1
      const grain = 10 * Math.sin(y / 7 + 3 * Math.sin(x / 160)) + 6 * Math.sin(y / 2.3)
      const color = isPage ? (content?.(p.x, p.y) ?? paper) : table.map((c) => c + grain)
      // The shadow of a hand: soft, from the lower right.
      const depth = Math.min(1, Math.max(0, (x / width + y / height - 0.9) * 3))
      const light = (1 - shadow * depth) * (1 - 0.12 * (x / width))
      const shake = noise * random()
      raster.data.set([...color.map((c) => c * light + shake), 255], (y * width + x) * 4)
    }
  }
  return raster
}
