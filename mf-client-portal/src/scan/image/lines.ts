import type { Edges } from './edges.ts'
import type { Point } from './geometry.ts'

/** A straight line: all points with `x * nx + y * ny = rho`. */
export interface Line {
  nx: number
  ny: number
  rho: number
}

/** Directions that the Hough transform distinguishes: one per degree. */
const ANGLES = 180
/** How far the direction of a pixel's edge may be off, in degrees. */
const TOLERANCE = 3
/** Two lines are the same one below both differences, in degrees and pixels. */
const SAME = { degrees: 8, pixels: 5 }
/** Lines to return in each of the two main directions: a page full of text has many. */
const PER_DIRECTION = 14
/** Stronger edges count the same, so that text does not outvote the border of a page on a light table. */
const FULL_STRENGTH = 60

/** Returns the line through two points. */
export const lineThrough = (a: Point, b: Point): Line => {
  const length = Math.hypot(b.x - a.x, b.y - a.y)
  const [nx, ny] = [(a.y - b.y) / length, (b.x - a.x) / length]
  return { nx, ny, rho: a.x * nx + a.y * ny }
}

/** Returns where two lines meet, or undefined if they are parallel. */
export function intersection(a: Line, b: Line): Point | undefined {
  const det = a.nx * b.ny - b.nx * a.ny
  if (Math.abs(det) < 1e-6) return undefined
  return { x: (a.rho * b.ny - b.rho * a.ny) / det, y: (a.nx * b.rho - b.nx * a.rho) / det }
}

/** Returns the angle between two lines in degrees, from 0 to 90. */
export const angleBetween = (a: Line, b: Line): number =>
  (Math.acos(Math.min(1, Math.abs(a.nx * b.nx + a.ny * b.ny))) * 180) / Math.PI

const normals = Array.from({ length: ANGLES }, (_, i) => ({
  nx: Math.cos((i * Math.PI) / ANGLES),
  ny: Math.sin((i * Math.PI) / ANGLES),
}))

/** Counts for every line how much edge is on it (Hough transform). Each edge votes only for lines along it. */
function vote({ width, height, strength, dx, dy }: Edges, reach: number): Float32Array {
  const votes = new Float32Array(ANGLES * (2 * reach + 1))
  for (let at = 0; at < strength.length; at++) {
    const weight = Math.min(strength[at] ?? 0, FULL_STRENGTH)
    if (weight === 0) continue
    const [x, y] = [at % width, Math.floor(at / width)]
    if (x < 2 || y < 2 || x > width - 3 || y > height - 3) continue
    const direction = Math.round((Math.atan2(dy[at] ?? 0, dx[at] ?? 0) * 180) / Math.PI)
    for (let offset = -TOLERANCE; offset <= TOLERANCE; offset++) {
      const angle = (direction + offset + 2 * ANGLES) % ANGLES
      const { nx, ny } = normals[angle] ?? { nx: 1, ny: 0 }
      const index = angle * (2 * reach + 1) + Math.round(x * nx + y * ny) + reach
      votes[index] = (votes[index] ?? 0) + weight
    }
  }
  return votes
}

function isSame(a: Line, b: Line): boolean {
  if (angleBetween(a, b) > SAME.degrees) return false
  const facing = a.nx * b.nx + a.ny * b.ny > 0 ? 1 : -1
  return Math.abs(a.rho - facing * b.rho) < SAME.pixels
}

/** Returns the longest straight edges: at most `PER_DIRECTION` rather horizontal and as many rather vertical ones. */
export function findLines(edges: Edges): Line[] {
  const reach = Math.ceil(Math.hypot(edges.width, edges.height))
  const row = 2 * reach + 1
  const votes = vote(edges, reach)
  const least = (FULL_STRENGTH / 3) * 0.15 * Math.min(edges.width, edges.height)
  const candidates = Array.from(votes.keys())
    .filter((i) => (votes[i] ?? 0) > least)
    .sort((a, b) => (votes[b] ?? 0) - (votes[a] ?? 0))
  const lines: Record<'horizontal' | 'vertical', Line[]> = { horizontal: [], vertical: [] }
  for (const index of candidates) {
    const line: Line = { ...(normals[Math.floor(index / row)] ?? { nx: 1, ny: 0 }), rho: (index % row) - reach }
    const list = Math.abs(line.nx) > Math.abs(line.ny) ? lines.vertical : lines.horizontal
    if (list.length < PER_DIRECTION && !list.some((known) => isSame(known, line))) list.push(line)
    if (lines.horizontal.length + lines.vertical.length === 2 * PER_DIRECTION) break
  }
  return [...lines.horizontal, ...lines.vertical]
}
