import { type Edges, findEdges } from './edges.ts'
import { areaOf, distance, insidePhoto, isConvex, type Point, type Quad, scaleQuad, sortCorners } from './geometry.ts'
import { angleBetween, findLines, intersection, type Line, lineThrough } from './lines.ts'
import { type Raster, shrink } from './raster.ts'

/*
 * Finds a page in a photo: long straight edges (Hough transform) are combined into quadrilaterals. The best one is
 * large, and its sides lie on edges. They are then fitted to the edges with a precision below one pixel.
 */

/** Longest side of the picture that is searched, in pixels. Text is a gray veil at this size. */
const SEARCHED = 256
/** Smallest page, as a share of the photo. */
const MIN_AREA = 0.12
/** The sides of a page are parallel, but for the perspective; its corners are right angles. In degrees. */
const MAX_CONVERGENCE = 30
const MIN_CORNER = 55
/** How far a corner may be outside of the photo, as a share of the longest side. */
const OUTSIDE = 0.02
/** Smallest share of a side that must be on an edge: for a whole page, and for one that the photo cuts off. */
const MIN_SHARE = { whole: 0.45, cutOff: 0.75 }
/** An edge of this strength counts half: the border of a page is stronger than text or the grain of a table. */
const HALF_STRENGTH = 80
const MIN_CLARITY = 0.4
/** Support of a side that is the border of the photo: less than a clear edge, more than a line of text. */
const BORDER_SUPPORT = 0.4

interface Side {
  line: Line
  /** Whether it is the border of the photo. */
  isBorder: boolean
}

/** A page that may be the one in the photo. */
interface Candidate {
  corners: Quad
  score: number
}

/** Calls `visit` with evenly spaced points of a side, apart from its ends. */
function walk(a: Point, b: Point, visit: (p: Point) => void): number {
  const count = Math.max(8, Math.round(distance(a, b) / 3))
  for (let i = 0; i < count; i++) {
    const t = 0.04 + (0.92 * (i + 0.5)) / count
    visit({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t })
  }
  return count
}

interface EdgePoint extends Point {
  strength: number
  /** 1 or -1: on which side of the line it is brighter. */
  sign: number
}

/** Returns the strongest edge along a line near a point, within `reach` pixels across. */
function edgeNear({ width, height, strength, dx, dy }: Edges, { nx, ny }: Line, p: Point, reach: number) {
  let best: EdgePoint | undefined
  for (let offset = -reach; offset <= reach; offset++) {
    const [x, y] = [Math.round(p.x + offset * nx), Math.round(p.y + offset * ny)]
    if (x < 0 || y < 0 || x >= width || y >= height) continue
    const at = y * width + x
    const along = (dx[at] ?? 0) * nx + (dy[at] ?? 0) * ny
    const found = strength[at] ?? 0
    if (found > (best?.strength ?? 0) && Math.abs(along) > 0.92)
      best = { x, y, strength: found, sign: Math.sign(along) }
  }
  return best
}

/**
 * Returns how clearly a side is on an edge, from 0 to 1. The edge is brighter on the same side everywhere. Returns 0 if
 * less than `minShare` of the side is on it.
 */
function supportOf(edges: Edges, a: Point, b: Point, minShare: number): number {
  const line = lineThrough(a, b)
  const found = { [1]: { count: 0, clarity: 0 }, [-1]: { count: 0, clarity: 0 } }
  const count = walk(a, b, (p) => {
    const edge = edgeNear(edges, line, p, 2)
    if (!edge) return
    const side = found[edge.sign > 0 ? 1 : -1]
    side.count += 1
    side.clarity += edge.strength / (edge.strength + HALF_STRENGTH)
  })
  const side = found[1].count > found[-1].count ? found[1] : found[-1]
  const isClear = side.count >= minShare * count && side.clarity >= MIN_CLARITY * side.count
  return isClear ? side.clarity / count : 0
}

/** Returns the pairs of sides that may be opposite each other. */
function oppositeSides(sides: readonly Side[]): [Side, Side][] {
  return sides.flatMap((a, i) =>
    sides.slice(i + 1).flatMap((b): [Side, Side][] => {
      if (a.isBorder && b.isBorder) return []
      return angleBetween(a.line, b.line) <= MAX_CONVERGENCE ? [[a, b]] : []
    }),
  )
}

/** Returns the corners of four sides, if they could be a page in a photo of this size. */
function cornersOf([a, c]: [Side, Side], [b, d]: [Side, Side], { width, height }: Edges): Quad | undefined {
  const crossings = [
    [a, b],
    [b, c],
    [c, d],
    [d, a],
  ] as const
  const margin = OUTSIDE * Math.max(width, height)
  const points: Point[] = []
  for (const [one, other] of crossings) {
    const p = angleBetween(one.line, other.line) < MIN_CORNER ? undefined : intersection(one.line, other.line)
    if (!p || p.x < -margin || p.y < -margin || p.x > width + margin || p.y > height + margin) return undefined
    points.push(p)
  }
  const corners = sortCorners(points as [Point, Point, Point, Point])
  return isConvex(corners) && areaOf(corners) >= MIN_AREA * width * height ? corners : undefined
}

const isOn = ({ nx, ny, rho }: Line, p: Point): boolean => Math.abs(p.x * nx + p.y * ny - rho) < 1

/** Returns how likely the corners are those of a page, from 0 to 1. */
function scoreOf(edges: Edges, corners: Quad, borders: readonly Line[]): number {
  const sides = corners.map((a, i): readonly [Point, Point] => [a, corners[(i + 1) % 4] ?? a])
  const visible = sides.filter(([a, b]) => !borders.some((line) => isOn(line, a) && isOn(line, b)))
  const minShare = visible.length === 4 ? MIN_SHARE.whole : MIN_SHARE.cutOff
  let score = Math.sqrt(areaOf(corners) / (edges.width * edges.height)) * BORDER_SUPPORT ** (4 - visible.length)
  for (const [a, b] of visible) {
    score *= supportOf(edges, a, b, minShare)
    if (score === 0) break
  }
  return score
}

/** Fits a line to the edge along a side (total least squares), or returns the side if there is too little edge. */
function fitted(edges: Edges, a: Point, b: Point): Line {
  const line = lineThrough(a, b)
  const points: EdgePoint[] = []
  walk(a, b, (p) => {
    const found = edgeNear(edges, line, p, 3)
    if (found) points.push(found)
  })
  if (points.length < 6) return line
  const mean = (of: (p: Point) => number): number => points.reduce((sum, p) => sum + of(p), 0) / points.length
  const [mx, my] = [mean((p) => p.x), mean((p) => p.y)]
  const xx = mean((p) => (p.x - mx) ** 2)
  const yy = mean((p) => (p.y - my) ** 2)
  const xy = mean((p) => (p.x - mx) * (p.y - my))
  const along = 0.5 * Math.atan2(2 * xy, xx - yy)
  const [nx, ny] = [-Math.sin(along), Math.cos(along)]
  return { nx, ny, rho: mx * nx + my * ny }
}

/** Moves the corners to where the fitted sides meet. */
function refine(edges: Edges, corners: Quad): Quad {
  const sides = corners.map((a, i) => fitted(edges, a, corners[(i + 1) % 4] ?? a))
  const moved = corners.map((corner, i) => {
    const [before, after] = [sides[(i + 3) % 4], sides[i]]
    const p = before && after ? intersection(before, after) : undefined
    return p && distance(p, corner) < 8 ? p : corner
  })
  return moved as unknown as Quad
}

/** Returns the best page whose sides are straight edges or borders of the photo. */
function bestOf(edges: Edges): Quad | undefined {
  const { width, height } = edges
  const borders: Line[] = [
    { nx: 1, ny: 0, rho: 0 },
    { nx: 1, ny: 0, rho: width - 1 },
    { nx: 0, ny: 1, rho: 0 },
    { nx: 0, ny: 1, rho: height - 1 },
  ]
  const sides = [
    ...findLines(edges).map((line) => ({ line, isBorder: false })),
    ...borders.map((line) => ({ line, isBorder: true })),
  ]
  const pairs = oppositeSides(sides)
  let best: Candidate | undefined
  for (const [i, pair] of pairs.entries()) {
    for (const other of pairs.slice(i + 1)) {
      const corners = cornersOf(pair, other, edges)
      // The largest score that these corners could get.
      if (!corners || Math.sqrt(areaOf(corners) / (width * height)) <= (best?.score ?? 0)) continue
      const score = scoreOf(edges, corners, borders)
      if (score > (best?.score ?? 0)) best = { corners, score }
    }
  }
  return best?.corners
}

/** Returns the corners of the page in a photo as shares of its size, or undefined if there is no clear page. */
export function detectPage(photo: Raster): Quad | undefined {
  const edges = findEdges(shrink(photo, SEARCHED))
  const corners = bestOf(edges)
  if (!corners) return undefined
  // An edge at a pixel goes through the middle of the pixel.
  const shares = refine(edges, corners).map(({ x, y }) => ({ x: x + 0.5, y: y + 0.5 })) as unknown as Quad
  const [a, b, c, d] = scaleQuad(shares, 1 / edges.width, 1 / edges.height)
  return [insidePhoto(a), insidePhoto(b), insidePhoto(c), insidePhoto(d)]
}
