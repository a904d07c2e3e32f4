/** A point in pixels, or as a share of width and height from 0 to 1. */
export interface Point {
  x: number
  y: number
}

/** Four corners, clockwise from the top left. */
export type Quad = readonly [Point, Point, Point, Point]

/** The corners of the whole photo, as shares. */
export const WHOLE: Quad = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
]

export const distance = (a: Point, b: Point): number => Math.hypot(b.x - a.x, b.y - a.y)

/** Returns the nearest point inside the photo; both are shares. */
export function insidePhoto({ x, y }: Point): Point {
  const clamp = (share: number): number => Math.min(1, Math.max(0, share))
  return { x: clamp(x), y: clamp(y) }
}

/** Scales the corners, such as from shares to pixels. */
export function scaleQuad(quad: Quad, x: number, y: number): Quad {
  const scale = (p: Point): Point => ({ x: p.x * x, y: p.y * y })
  const [a, b, c, d] = quad
  return [scale(a), scale(b), scale(c), scale(d)]
}

/** Returns the area inside the corners. */
export function areaOf([a, b, c, d]: Quad): number {
  const cross = (p: Point, q: Point): number => p.x * q.y - q.x * p.y
  return Math.abs(cross(a, b) + cross(b, c) + cross(c, d) + cross(d, a)) / 2
}

/** Returns whether the corners run clockwise and no corner points inwards: only such a page can be straightened. */
export function isConvex(quad: Quad): boolean {
  return quad.every((b, i) => {
    const a = quad[(i + 3) % 4] ?? b
    const c = quad[(i + 1) % 4] ?? b
    return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x) > 0
  })
}

/** Returns four points in the order of a `Quad`. */
export function sortCorners(points: readonly [Point, Point, Point, Point]): Quad {
  const center = {
    x: points.reduce((sum, p) => sum + p.x, 0) / 4,
    y: points.reduce((sum, p) => sum + p.y, 0) / 4,
  }
  const angle = (p: Point): number => Math.atan2(p.y - center.y, p.x - center.x)
  const [a, b, c, d] = points.toSorted((p, q) => angle(p) - angle(q)) as [Point, Point, Point, Point]
  const turns: Quad[] = [
    [a, b, c, d],
    [b, c, d, a],
    [c, d, a, b],
    [d, a, b, c],
  ]
  const first = (quad: Quad): number => quad[0].x + quad[0].y
  return turns.reduce((best, quad) => (first(quad) < first(best) ? quad : best))
}

/** Returns the size in pixels of the page inside the corners, once it is straight. */
export function pageSize([a, b, c, d]: Quad): { width: number; height: number } {
  return {
    width: Math.max(distance(a, b), distance(d, c)),
    height: Math.max(distance(a, d), distance(b, c)),
  }
}

/**
 * Returns the projection that maps the unit square to the corners (Heckbert 1989, "Fundamentals of Texture Mapping and
 * Image Warping", 2.2.3).
 */
export function projectionTo([p0, p1, p2, p3]: Quad): (u: number, v: number) => Point {
  const [dx1, dx2, sx] = [p1.x - p2.x, p3.x - p2.x, p0.x - p1.x + p2.x - p3.x]
  const [dy1, dy2, sy] = [p1.y - p2.y, p3.y - p2.y, p0.y - p1.y + p2.y - p3.y]
  const det = dx1 * dy2 - dx2 * dy1
  const g = (sx * dy2 - dx2 * sy) / det
  const h = (dx1 * sy - sx * dy1) / det
  const [a, b] = [p1.x - p0.x + g * p1.x, p3.x - p0.x + h * p3.x]
  const [d, e] = [p1.y - p0.y + g * p1.y, p3.y - p0.y + h * p3.y]
  return (u, v) => {
    const w = g * u + h * v + 1
    return { x: (a * u + b * v + p0.x) / w, y: (d * u + e * v + p0.y) / w }
  }
}
