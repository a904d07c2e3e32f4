/**
 * Unsaved work and open layers of shell and remotes. The shell's LeaveGuard reads them before a page
 * is left.
 */

/** Changes that are not saved yet. */
export interface UnsavedWork {
  /** Discards the changes after the user has confirmed. */
  discard: () => void
}

/** A dialog, drawer or panel over the page. */
export interface Layer {
  /** Closes the layer, or asks for confirmation first. */
  close: () => void
  /** Whether the layer is part of the address, so that Back closes it. */
  inAddress: boolean
}

const unsavedWork = new Set<UnsavedWork>()
const layers: Layer[] = []
const listeners = new Set<() => void>()

const notifyListeners = (): void => {
  for (const listener of listeners) listener()
}

/** Registers unsaved work. Returns a cleanup function. */
export function holdUnsaved(work: UnsavedWork): () => void {
  unsavedWork.add(work)
  return () => {
    unsavedWork.delete(work)
    notifyListeners()
  }
}

export const hasUnsaved = (): boolean => unsavedWork.size > 0

/** Discards all unsaved work. */
export function discardUnsaved(): void {
  for (const work of unsavedWork) work.discard()
  unsavedWork.clear()
}

/** Registers a layer on top of the others. Returns a cleanup function. */
export function openLayer(layer: Layer): () => void {
  layers.push(layer)
  notifyListeners()
  return () => {
    layers.splice(layers.indexOf(layer), 1)
    notifyListeners()
  }
}

export const topLayer = (): Layer | undefined => layers.at(-1)

/**
 * Calls `listener` when a layer opens or closes, and when unsaved work is gone. Returns a cleanup
 * function.
 */
export function onScreenChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
