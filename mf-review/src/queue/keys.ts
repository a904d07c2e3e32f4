import { type ShortcutGroup, useListedShortcuts, useSingleKeys } from '@portal/sdk'
import remote from '../remote/pages.ts'

/**
 * Keyboard shortcuts of the review page. They work on the rendered page itself, so that keyboard and screen always
 * agree.
 */

/**
 * Marks cards and sections for keyboard navigation. `id` is a section's assignment id, or a card's workform and client
 * id.
 */
export const reviewItem = (kind: 'card' | 'section', id: string) => ({ 'data-review': kind, 'data-review-id': id })

/** Marks the buttons that shortcuts press. */
export const reviewAction = (action: 'approve' | 'reject' | 'undo') => ({ 'data-review-action': action })

const SELECTOR = '[data-review]'

/** Returns the card or section that has the focus. */
export function currentItem(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>(SELECTOR) ?? null
}

/** Focuses the heading of a card or section and scrolls it into view. */
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

/**
 * Presses a section's button. A closed section is opened instead, so that bookkeepers do not decide on something that
 * they have not seen.
 */
function press(action: 'approve' | 'reject' | 'undo'): void {
  const item = currentItem()
  if (item?.dataset['review'] !== 'section') return
  const details = item.querySelector('details')
  if (details && !details.open) details.querySelector<HTMLElement>('summary')?.click()
  else item.querySelector<HTMLElement>(`[data-review-action="${action}"]`)?.click()
}

const SHORTCUTS: ShortcutGroup = {
  title: remote.pages['/form-submissions'].title,
  shortcuts: [
    [['j'], 'Next card or section'],
    [['k'], 'Previous card or section'],
    [['n'], 'Next section waiting for review, of any client'],
    [['Enter'], 'Open or close it'],
    [['a'], 'Approve the section'],
    [['d'], 'Decline the section'],
    [['u'], 'Undo the approval'],
    [['Ctrl Enter'], 'Confirm in a dialog'],
    [['←', '→'], 'Previous or next file in a preview'],
  ],
}

/** Handles the shortcuts of the review page while mounted. */
export function useReviewKeys(onNextWaiting: () => void): void {
  useListedShortcuts(SHORTCUTS)
  useSingleKeys({
    j: () => step(1),
    k: () => step(-1),
    a: () => press('approve'),
    d: () => press('reject'),
    u: () => press('undo'),
    n: onNextWaiting,
  })
}
