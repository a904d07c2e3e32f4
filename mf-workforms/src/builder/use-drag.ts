import { type PointerEvent as ReactPointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** The dragged item: a field by its id, or a section by its key. */
export interface DragItem {
  kind: 'field' | 'section'
  id: string
}

/**
 * Where the item would be dropped: before the item with this id, or at the end. `section` is the
 * key of the section of a field.
 */
export interface DropPlace {
  section: string
  before: string | null
}

export interface Drag {
  item: DragItem | null
  place: DropPlace | null
  /** Starts a drag; for `onPointerDown` of a handle. */
  start: (event: ReactPointerEvent, item: DragItem) => void
}

/** Movement in px after which a press is a drag. */
const DRAG_THRESHOLD = 4
/** Distance from the edge in px within which the list scrolls. */
const SCROLL_EDGE = 56

const upperHalf = (element: Element, y: number): boolean => {
  const { top, height } = element.getBoundingClientRect()
  return y < top + height / 2
}

/**
 * Returns where an item would be dropped at height `y`. Sections are marked with data-section,
 * fields with data-field.
 */
export function dropPlaceAt(root: Element, kind: DragItem['kind'], y: number): DropPlace | null {
  const sections = [...root.querySelectorAll<HTMLElement>('[data-section]')]
  if (kind === 'section')
    return { section: '', before: sections.find((s) => upperHalf(s, y))?.dataset['section'] ?? null }
  const home = sections.find((s) => y <= s.getBoundingClientRect().bottom) ?? sections.at(-1)
  if (!home) return null
  const fields = [...home.querySelectorAll<HTMLElement>('[data-field]')]
  return {
    section: home.dataset['section'] ?? '',
    before: fields.find((f) => upperHalf(f, y))?.dataset['field'] ?? null,
  }
}

const scrollContainer = (root: Element): Element =>
  root.closest('[data-dialog-body]') ?? document.scrollingElement ?? document.documentElement

function scrollNearEdge(root: Element, y: number): void {
  const box = scrollContainer(root)
  const isPage = box === document.scrollingElement
  const { top, bottom } = isPage ? { top: 0, bottom: window.innerHeight } : box.getBoundingClientRect()
  if (y < top + SCROLL_EDGE) box.scrollTop -= 12
  else if (y > bottom - SCROLL_EDGE) box.scrollTop += 12
}

const samePlace = (a: DropPlace | null, b: DropPlace | null): boolean =>
  a?.section === b?.section && a?.before === b?.before

interface Session {
  item: DragItem
  startY: number
  y: number
  moving: boolean
  stop: () => void
}

/**
 * Implements dragging by mouse, pen and touch within `root`. Calls `onDrop` when an item is
 * dropped; Esc cancels.
 */
export function useDrag(root: RefObject<Element | null>, onDrop: (item: DragItem, place: DropPlace) => void): Drag {
  const [item, setItem] = useState<DragItem | null>(null)
  const [place, setPlace] = useState<DropPlace | null>(null)
  const session = useRef<Session | null>(null)
  const latest = useRef(onDrop)
  useEffect(() => {
    latest.current = onDrop
  })
  const end = useCallback(
    (drop: boolean) => {
      const current = session.current
      if (!current) return
      session.current = null
      current.stop()
      const at = drop && current.moving && root.current ? dropPlaceAt(root.current, current.item.kind, current.y) : null
      setItem(null)
      setPlace(null)
      if (at) latest.current(current.item, at)
    },
    [root],
  )
  useEffect(() => () => end(false), [end])
  const start = useCallback(
    (event: ReactPointerEvent, dragged: DragItem) => {
      if (event.button !== 0 || session.current) return
      event.preventDefault()
      const follow = (): void => {
        const current = session.current
        if (!current || !root.current) return
        scrollNearEdge(root.current, current.y)
        const next = dropPlaceAt(root.current, current.item.kind, current.y)
        setPlace((known) => (samePlace(known, next) ? known : next))
        // Stops when the session ends.
        requestAnimationFrame(follow)
      }
      const begin = (current: Session): void => {
        current.moving = true
        setItem(current.item)
        follow()
      }
      const stop = listen(event.pointerId, {
        move: (y) => {
          const current = session.current
          if (!current) return
          current.y = y
          if (!current.moving && Math.abs(y - current.startY) > DRAG_THRESHOLD) begin(current)
        },
        end,
      })
      session.current = { item: dragged, startY: event.clientY, y: event.clientY, moving: false, stop }
    },
    [root, end],
  )
  return { item, place, start }
}

/** Tracks one pointer on the whole page. Returns a cleanup function. */
function listen(pointer: number, on: { move: (y: number) => void; end: (drop: boolean) => void }): () => void {
  const mine = (act: (event: PointerEvent) => void) => (event: PointerEvent) => {
    if (event.pointerId === pointer) act(event)
  }
  const move = mine((event) => on.move(event.clientY))
  const up = mine(() => on.end(true))
  const cancel = mine(() => on.end(false))
  const escape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    // Cancel only the drag, not the dialog.
    event.preventDefault()
    event.stopPropagation()
    on.end(false)
  }
  window.addEventListener('pointermove', move)
  window.addEventListener('pointerup', up)
  window.addEventListener('pointercancel', cancel)
  window.addEventListener('keydown', escape, true)
  return () => {
    window.removeEventListener('pointermove', move)
    window.removeEventListener('pointerup', up)
    window.removeEventListener('pointercancel', cancel)
    window.removeEventListener('keydown', escape, true)
  }
}
