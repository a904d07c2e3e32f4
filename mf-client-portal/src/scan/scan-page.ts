import type { Look } from './image/enhance.ts'
import type { Quad } from './image/geometry.ts'
import type { Turns } from './image/straighten.ts'

/** A picture as a JPEG. */
export interface Picture {
  blob: Blob
  width: number
  height: number
}

/** How a photo becomes a page. */
export interface PageSettings {
  /** The corners of the page in the photo, as shares of its size. */
  corners: Quad
  turns: Turns
  look: Look
}

/** A photo with settings. Two versions are the same if they are the same object. */
export interface PageVersion {
  photo: Picture
  /** The corners that were found in the photo, if any. */
  found: Quad | undefined
  settings: PageSettings
}

export interface ScanPage {
  id: string
  version: PageVersion
  /** Versions before each change, for undo; the last one is the most recent. */
  earlier: readonly PageVersion[]
}

/** The pages of a document, in order. */
export interface Scan {
  pages: readonly ScanPage[]
  /** The page that was removed last, and where it was. */
  removed: { page: ScanPage; index: number } | undefined
}

export const EMPTY_SCAN: Scan = { pages: [], removed: undefined }

/** Pages of one scan: enough for a contract, and a PDF far below the limit of a file. */
export const MAX_PAGES = 40
/** Changes of a page that can be undone. */
const MAX_UNDO = 20

const mapPage = (scan: Scan, id: string, change: (page: ScanPage) => ScanPage): Scan => ({
  ...scan,
  pages: scan.pages.map((page) => (page.id === id ? change(page) : page)),
})

/** Adds a page at the end. */
export const addPage = (scan: Scan, page: ScanPage): Scan => ({ pages: [...scan.pages, page], removed: undefined })

/** Changes the settings of a page, or replaces its photo. */
export const changePage = (scan: Scan, id: string, version: PageVersion): Scan =>
  mapPage(scan, id, (page) => ({ ...page, version, earlier: [...page.earlier, page.version].slice(-MAX_UNDO) }))

/** Undoes the last change of a page. */
export const undoPage = (scan: Scan, id: string): Scan =>
  mapPage(scan, id, (page) => {
    const version = page.earlier.at(-1)
    return version ? { ...page, version, earlier: page.earlier.slice(0, -1) } : page
  })

/** Moves a page one place towards the start (-1) or the end (1). */
export function movePage(scan: Scan, id: string, by: -1 | 1): Scan {
  const from = scan.pages.findIndex((page) => page.id === id)
  const page = scan.pages[from]
  const to = from + by
  if (!page || to < 0 || to >= scan.pages.length) return scan
  const pages = scan.pages.toSpliced(from, 1).toSpliced(to, 0, page)
  return { ...scan, pages }
}

/** Removes a page. `restorePage` brings it back until the next page is added or removed. */
export function removePage(scan: Scan, id: string): Scan {
  const index = scan.pages.findIndex((page) => page.id === id)
  const page = scan.pages[index]
  return page ? { pages: scan.pages.toSpliced(index, 1), removed: { page, index } } : scan
}

/** Brings the removed page back to its place. */
export function restorePage({ pages, removed }: Scan): Scan {
  return { pages: removed ? pages.toSpliced(removed.index, 0, removed.page) : pages, removed: undefined }
}
