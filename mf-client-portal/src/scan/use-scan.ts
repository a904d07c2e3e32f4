import { useEffect, useState } from 'react'
import { WHOLE } from './image/geometry.ts'
import type { ScanEngine } from './scan-engine.ts'
import {
  addPage,
  changePage,
  EMPTY_SCAN,
  MAX_PAGES,
  movePage,
  type PageSettings,
  type PageVersion,
  removePage,
  restorePage,
  type Scan,
  type ScanPage,
  undoPage,
} from './scan-page.ts'
import type { ScanStore } from './scan-store.ts'
import { type Rendered, useRenderedPages } from './use-rendered-pages.ts'

/** A scan that is being made, for its screens. */
export interface ScanWork {
  pages: readonly ScanPage[]
  rendered: ReadonlyMap<string, Rendered>
  /** Whether pages of an earlier visit were restored. */
  restored: boolean
  /** Whether the pages are on this device, so that they survive a closed tab. */
  isStored: boolean
  /** Whether a photo is being read. */
  reading: boolean
  /** Why a photo was not added. */
  problem: string | undefined
  /** Number of the page that was removed last and can be restored. */
  removedNumber: number | undefined
  add: (files: readonly File[]) => void
  /** Replaces the photo of a page. */
  retake: (id: string, file: File) => void
  change: (id: string, settings: Partial<PageSettings>) => void
  undo: (id: string) => void
  move: (id: string, by: -1 | 1) => void
  remove: (id: string) => void
  restore: () => void
  /** Removes all pages from the device. */
  discard: () => void
}

const UNREADABLE = (name: string): string => `${name} cannot be read as a photo.`
const TOO_MANY = `A scan has up to ${MAX_PAGES} pages. Upload these first.`

async function readVersion(engine: ScanEngine, file: File): Promise<PageVersion> {
  const { photo, found } = await engine.readPhoto(file)
  return { photo, found, settings: { corners: found ?? WHOLE, turns: 0, look: 'enhanced' } }
}

/** Loads the pages of an earlier visit, and stores each change. Returns whether pages were restored and are stored. */
function useStored(scan: Scan, setScan: SetScan, store: ScanStore) {
  const [loaded, setLoaded] = useState<{ restored: boolean }>()
  const [isStored, setStored] = useState(true)
  useEffect(() => {
    let current = true
    const restore = async (): Promise<void> => {
      const pages = await store.restore()
      if (!current) return
      setScan((now) => ({ ...now, pages: [...pages, ...now.pages] }))
      setLoaded({ restored: pages.length > 0 })
    }
    void restore()
    return () => {
      current = false
    }
  }, [store, setScan])
  const isLoaded = loaded !== undefined
  useEffect(() => {
    // Before the pages are loaded, an empty scan would replace them.
    if (isLoaded) void (scan.pages.length > 0 ? store.save(scan.pages) : store.clear().then(() => true)).then(setStored)
  }, [isLoaded, scan.pages, store])
  return { restored: loaded?.restored === true, isStored }
}

type SetScan = (change: (scan: Scan) => Scan) => void

/** Reads photos with the worker, and says why one could not be read. */
function useReader(engine: ScanEngine) {
  const [reading, setReading] = useState(0)
  const [problem, setProblem] = useState<string>()
  const read = async (file: File, use: (version: PageVersion) => void): Promise<void> => {
    setReading((count) => count + 1)
    try {
      use(await readVersion(engine, file))
    } catch {
      setProblem(UNREADABLE(file.name))
    } finally {
      setReading((count) => count - 1)
    }
  }
  return { reading: reading > 0, problem, setProblem, read }
}

/** Returns the changes of pages that need no photo. */
const changesOf = (setScan: SetScan) => ({
  undo: (id: string) => setScan((now) => undoPage(now, id)),
  move: (id: string, by: -1 | 1) => setScan((now) => movePage(now, id, by)),
  remove: (id: string) => setScan((now) => removePage(now, id)),
  restore: () => setScan(restorePage),
})

/** Keeps the pages of a scan, on the device too. */
export function useScan(engine: ScanEngine, store: ScanStore): ScanWork {
  const [scan, setScan] = useState<Scan>(EMPTY_SCAN)
  const { reading, problem, setProblem, read } = useReader(engine)
  const stored = useStored(scan, setScan, store)
  const rendered = useRenderedPages(scan.pages, engine)
  const room = MAX_PAGES - scan.pages.length
  const changeVersion = (id: string, change: (version: PageVersion) => PageVersion): void =>
    setScan((now) => {
      const page = now.pages.find((p) => p.id === id)
      return page ? changePage(now, id, change(page.version)) : now
    })
  const addAll = async (files: readonly File[]): Promise<void> => {
    // One after the other, so that they keep their order.
    for (const file of files)
      await read(file, (version) => setScan((now) => addPage(now, { id: crypto.randomUUID(), version, earlier: [] })))
  }
  return {
    ...changesOf(setScan),
    ...stored,
    pages: scan.pages,
    rendered,
    reading,
    problem,
    removedNumber: scan.removed ? scan.removed.index + 1 : undefined,
    add: (files) => {
      setProblem(files.length > room ? TOO_MANY : undefined)
      void addAll(files.slice(0, room))
    },
    retake: (id, file) => {
      setProblem(undefined)
      void read(file, (version) =>
        changeVersion(id, ({ settings: { look } }) => ({ ...version, settings: { ...version.settings, look } })),
      )
    },
    change: (id, settings) =>
      changeVersion(id, (version) => ({ ...version, settings: { ...version.settings, ...settings } })),
    discard: () => {
      setScan(EMPTY_SCAN)
      // The dialog may close before the change is stored.
      void store.clear()
    },
  }
}
