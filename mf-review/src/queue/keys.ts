import { type ShortcutGroup, useListedShortcuts, useSingleKeys } from '@portal/sdk'
import place from '../remote/remote.json'

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

const SHORTCUTS: ShortcutGroup = {
  title: place.headings['/form-submissions'].title,
  shortcuts: [
    [['j'], 'Next card or section'],
    [['k'], 'Previous card or section'],
    [['n'], 'Next section that waits for review, of any client'],
    [['Enter'], 'Open or fold it'],
    [['a'], 'Approve the section'],
    [['d'], 'Decline the section'],
    [['u'], 'Undo the approval'],
    [['Ctrl Enter'], 'Confirm in a dialog'],
    [['←', '→'], 'Previous or next file in a preview'],
  ],
}

/** Listens for the keys of the review page while it is mounted. */
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
