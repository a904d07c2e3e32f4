import { newRaster, type Raster, shrink } from './raster.ts'

/** How a page looks: as photographed, with even light and strong contrast, or in black and white. */
export type Look = 'original' | 'enhanced' | 'black-and-white'

/** Longest side of the grid on which the light is measured. */
const GRID = 48
/** Cells around a cell in which the paper is searched: text and stamps are smaller. */
const NEIGHBORS = 3
/** The paper is never assumed darker than this share of the brightest place, or dark pictures would turn gray. */
const DARKEST_PAPER = 0.4
/** Shares of the paper's brightness that become black and white. */
const BLACK = 0.18
const WHITE = 0.94
/** The same for black and white: what is between them stays gray, so that letters keep smooth edges. */
const INK = 0.62
const PAPER = 0.86

/** Returns the brightness of the paper around each cell: text and lines are darker than the paper. */
function lightOf(grid: Raster): Raster {
  const light = newRaster(grid.width, grid.height)
  const around = (x: number, y: number, c: number, reach: number, of: (values: number[]) => number): number => {
    const values: number[] = []
    for (let ny = Math.max(0, y - reach); ny <= Math.min(grid.height - 1, y + reach); ny++) {
      for (let nx = Math.max(0, x - reach); nx <= Math.min(grid.width - 1, x + reach); nx++)
        values.push((reach === 1 ? light : grid).data[(ny * grid.width + nx) * 4 + c] ?? 0)
    }
    return of(values)
  }
  // Almost the brightest: a single reflection is not the paper.
  const paper = (values: number[]): number => values.sort((a, b) => b - a)[Math.floor(values.length / 8)] ?? 0
  const average = (values: number[]): number => values.reduce((sum, v) => sum + v, 0) / values.length
  for (const [reach, of] of [
    [NEIGHBORS, paper],
    [1, average],
  ] as const) {
    const next = newRaster(grid.width, grid.height)
    for (let y = 0; y < grid.height; y++) {
      for (let x = 0; x < grid.width; x++) {
        for (let c = 0; c < 3; c++) next.data[(y * grid.width + x) * 4 + c] = around(x, y, c, reach, of)
      }
    }
    light.data.set(next.data)
  }
  return withFloor(light)
}

function withFloor(light: Raster): Raster {
  const brightest = light.data.reduce((most, v) => Math.max(most, v), 1)
  for (const [i, v] of light.data.entries()) light.data[i] = Math.max(v, brightest * DARKEST_PAPER)
  return light
}

/** Returns positions between two cells for each pixel of a side: the first cell, and the share of the second. */
function between(length: number, cells: number): { cell: Uint16Array; share: Float32Array } {
  const cell = new Uint16Array(length)
  const share = new Float32Array(length)
  for (let i = 0; i < length; i++) {
    const at = Math.min(Math.max(((i + 0.5) * cells) / length - 0.5, 0), cells - 1)
    cell[i] = Math.floor(at)
    share[i] = at - Math.floor(at)
  }
  return { cell, share }
}

/** Calls `write` with each pixel's colors as shares of the paper's brightness at that place. */
function againstPaper(page: Raster, write: (at: number, r: number, g: number, b: number) => void): void {
  const light = lightOf(shrink(page, GRID))
  const columns = between(page.width, light.width)
  const rows = between(page.height, light.height)
  for (let y = 0; y < page.height; y++) {
    const [top, fy] = [rows.cell[y] ?? 0, rows.share[y] ?? 0]
    const below = top + 1 < light.height ? light.width * 4 : 0
    for (let x = 0; x < page.width; x++) {
      const [left, fx] = [columns.cell[x] ?? 0, columns.share[x] ?? 0]
      const right = left + 1 < light.width ? 4 : 0
      const cell = (top * light.width + left) * 4
      const at = (y * page.width + x) * 4
      const share = (c: number): number => {
        const upper = (light.data[cell + c] ?? 1) * (1 - fx) + (light.data[cell + right + c] ?? 1) * fx
        const lower = (light.data[cell + below + c] ?? 1) * (1 - fx) + (light.data[cell + below + right + c] ?? 1) * fx
        return (page.data[at + c] ?? 0) / (upper * (1 - fy) + lower * fy)
      }
      write(at, share(0), share(1), share(2))
    }
  }
}

const stretch = (value: number, black: number, white: number): number => (255 * (value - black)) / (white - black)

/** Changes the page to the look. Shadows and the color of the light disappear unless it stays original. */
export function applyLook(page: Raster, look: Look): void {
  const { data } = page
  if (look === 'enhanced') {
    againstPaper(page, (at, r, g, b) => {
      data[at] = stretch(r, BLACK, WHITE)
      data[at + 1] = stretch(g, BLACK, WHITE)
      data[at + 2] = stretch(b, BLACK, WHITE)
    })
  }
  if (look === 'black-and-white') {
    againstPaper(page, (at, r, g, b) => {
      const gray = stretch(0.3 * r + 0.59 * g + 0.11 * b, INK, PAPER)
      data[at] = gray
      data[at + 1] = gray
      data[at + 2] = gray
    })
  }
}
