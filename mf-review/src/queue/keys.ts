import { useEffect, useRef } from 'react'

/** Keys of the review page: where they lead is read off the page itself, so that the keyboard and the screen never disagree. */

/** Marks what the keys go through: cards, and the sections of open ones. `id` names a section's assignment, or a card's pair. */
export const reviewItem = (kind: 'card' | 'section', id: string) => ({ 'data-review': kind, 'data-review-id': id })

/** Marks the buttons that keys press. */
export const reviewAction = (action: 'approve' | 'reject' | 'undo') => ({ 'data-review-action': action })

const SELECTOR = '[data-review]'

/** The card or section that has the focus. */
export function currentItem(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>(SELECTOR) ?? null
}

/** Puts the focus on the heading of a card or section, in sight. */
export function focusItem(item: Element | null): void {
  const summary = item?.querySelector<HTMLElement>('summary')
  summary?.focus({ preventScroll: true })
  summary?.scrollIntoView({ block: 'nearest' })
}

function step(by: 1 | -1): void {
  const items = [...document.querySelectorAll<HTMLElement>(SELECTOR)]
  const current = currentItem()
  const index = current ? items.indexOf(current) + by : by === 1 ? 0 : items.length - 1
  focusItem(items[Math.max(0, Math.min(index, items.length - 1))] ?? null)
}

/** Presses a section's button. A folded one is opened instead: nobody decides on what they have not seen. */
function press(action: 'approve' | 'reject' | 'undo'): void {
  const item = currentItem()
  if (item?.dataset['review'] !== 'section') return
  const details = item.querySelector('details')
  if (details && !details.open) details.querySelector<HTMLElement>('summary')?.click()
  else item.querySelector<HTMLElement>(`[data-review-action="${action}"]`)?.click()
}

/** Whether a key belongs to whoever has the focus: somebody types, chooses, or looks at a dialog. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return true
  const target = event.target instanceof HTMLElement ? event.target : null
  const types = target?.isContentEditable || target?.matches('input, textarea, select, [role=textbox], [role=combobox], [role=menu] *')
  return Boolean(types) || document.querySelector('dialog[open], [role=menu], [role=listbox]') !== null
}

const STORED = 'portal.review.keys'

/** Whether single keys do anything: people who speak to their computer, or share a keyboard with a cat, switch them off. */
export const keysAreOn = (): boolean => localStorage.getItem(STORED) !== 'off'

/** Remembers on this device whether single keys do anything. */
export function setKeysOn(on: boolean): void {
  if (on) localStorage.removeItem(STORED)
  else localStorage.setItem(STORED, 'off')
}

export interface ReviewKeys {
  /** n */
  onNextWaiting: () => void
  /** ? */
  onHelp: () => void
}

/** Listens for the keys of the review page while it is mounted. */
export function useReviewKeys(keys: ReviewKeys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const actions: Record<string, () => void> = {
      j: () => step(1),
      k: () => step(-1),
      a: () => press('approve'),
      d: () => press('reject'),
      u: () => press('undo'),
      n: () => latest.current.onNextWaiting(),
    }
    const onKey = (event: KeyboardEvent): void => {
      if (isTaken(event)) return
      const act = event.key === '?' ? () => latest.current.onHelp() : keysAreOn() ? actions[event.key] : undefined
      if (!act) return
      // The letter would otherwise land in the field that the key opens.
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
