/** What lies open in shell and remotes, for the one guard in the shell that knows when a page is about to be left. */

/** Work that is not saved yet. */
export interface UnsavedWork {
  /** Forgets it, after the person has said so. */
  discard: () => void
}

/** A dialog, drawer or panel over the page. */
export interface Layer {
  /** Closes it, or asks first. */
  close: () => void
  /** The address says that it is open, so that Back closes it by itself. */
  inAddress: boolean
}

const works = new Set<UnsavedWork>()
const layers: Layer[] = []
const listeners = new Set<() => void>()

const announce = (): void => {
  for (const listener of listeners) listener()
}

/** Registers unsaved work. Returns a cleanup function. */
export function holdUnsaved(work: UnsavedWork): () => void {
  works.add(work)
  return () => {
    works.delete(work)
    announce()
  }
}

export const hasUnsaved = (): boolean => works.size > 0

/** Forgets all unsaved work. */
export function discardUnsaved(): void {
  for (const work of works) work.discard()
  works.clear()
}

/** Registers what lies over the page, the last on top. Returns a cleanup function. */
export function openLayer(layer: Layer): () => void {
  layers.push(layer)
  announce()
  return () => {
    layers.splice(layers.indexOf(layer), 1)
    announce()
  }
}

export const topLayer = (): Layer | undefined => layers.at(-1)

/** Calls `listener` when a layer opens or closes, and when unsaved work is gone. Returns a cleanup function. */
export function onScreenChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
