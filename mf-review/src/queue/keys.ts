import { type ShortcutGroup, useListedShortcuts, useSingleKeys } from '@portal/sdk'
import remote from '../remote/pages.ts'

/**
 * Keyboard shortcuts of the review page. They work on the rendered page itself, so that keyboard and screen always
 * agree.
 */

type ReviewItem = 'card' | 'section' | 'answer'
type ReviewAction = 'approve' | 'reject' | 'undo' | 'send_back' | 'accept' | 'flag' | 'clear'

/**
 * Marks cards, sections and answers for keyboard navigation. `id` is a section's assignment id, a card's workform and
 * client id, or the field id of an answer.
 */
export const reviewItem = (kind: ReviewItem, id: string) => ({ 'data-review': kind, 'data-review-id': id })

/** Marks the buttons that shortcuts press. */
export const reviewAction = (action: ReviewAction) => ({ 'data-review-action': action })

/** Marks the files of an answer, whose first button opens the preview. */
export const reviewPreview = { 'data-review-preview': '' }

/** Marks the button that finishes the review of a section. It gets the focus after the last answer. */
export const reviewFinish = { 'data-review-finish': '' }

const SELECTOR = '[data-review]'
const SECTION = '[data-review=section]'
const ANSWER = '[data-review=answer]'

/** Returns the card, section or answer that has the focus. */
function currentItem(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>(SELECTOR) ?? null
}

/** Returns the card or section that has the focus, or has the answer with the focus. */
export function currentSubmission(): HTMLElement | null {
  const item = currentItem()
  return item?.closest<HTMLElement>(SECTION) ?? item
}

/** Returns whether a card is open, and may be looked at. */
export const hasOpenCard = (): boolean => document.querySelector('[data-review=card] > details[open]') !== null

/** Returns what takes the focus for an item: an answer itself, or the heading of a card or section. */
function targetOf(item: Element): HTMLElement | null {
  return item.matches(ANSWER) && item instanceof HTMLElement ? item : item.querySelector('summary')
}

function focus(target: HTMLElement | null | undefined): void {
  target?.focus({ preventScroll: true })
  target?.scrollIntoView({ block: 'nearest' })
}

/** Focuses the heading of a card or section, or an answer, and scrolls it into view. */
export const focusItem = (item: Element | null): void => focus(item && targetOf(item))

/** Does the same, with the heading at the top: what belongs to it is below. */
export function showItem(item: Element | null): void {
  focusItem(item)
  item?.scrollIntoView({ block: 'start' })
}

/** Moves the focus to the next or previous item from where it is. */
function step(by: 1 | -1, selector: string): void {
  const from = document.activeElement ?? document.body
  const targets = [...document.querySelectorAll(selector)].flatMap((item) => targetOf(item) ?? [])
  const isAfter = (target: Element): boolean =>
    (from.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  // Exactly preceding: an answer does not come before its own buttons.
  const isBefore = (target: Element): boolean =>
    from.compareDocumentPosition(target) === Node.DOCUMENT_POSITION_PRECEDING
  if (by === 1) focus(targets.find(isAfter))
  else focus(from === document.body ? targets.at(-1) : targets.findLast(isBefore))
}

/** Focuses the answer after this one; after the last, the button that finishes the review of the section. */
export function focusNextAnswer(item: Element | null): void {
  const section = item?.closest(SECTION)
  const answers = [...(section?.querySelectorAll(ANSWER) ?? [])]
  const next = answers[answers.findIndex((answer) => answer === item) + 1]
  if (next) focusItem(next)
  else section?.querySelector<HTMLElement>('[data-review-finish]')?.focus()
}

const actionButton = (item: Element, action: ReviewAction): HTMLElement | null =>
  item.querySelector<HTMLElement>(`[data-review-action="${action}"]`)

/**
 * Presses a section's button. A closed section is opened instead, so that bookkeepers do not decide on something that
 * they have not seen.
 */
function press(action: ReviewAction): void {
  const section = currentItem()?.closest(SECTION)
  if (!section) return
  const details = section.querySelector('details')
  if (details && !details.open) details.querySelector<HTMLElement>('summary')?.click()
  else actionButton(section, action)?.click()
}

/** Presses a button of the answer that has the focus. Returns the answer, or undefined if none has it. */
function pressOnAnswer(action: ReviewAction): Element | undefined {
  const item = currentItem()
  if (!item?.matches(ANSWER)) return undefined
  actionButton(item, action)?.click()
  return item
}

function accept(): void {
  const answer = pressOnAnswer('accept')
  if (answer) focusNextAnswer(answer)
  else press('approve')
}

const SHORTCUTS: ShortcutGroup = {
  title: remote.pages['/form-submissions'].title,
  shortcuts: [
    [['j'], 'Next card, section or answer'],
    [['k'], 'Previous card, section or answer'],
    [['Shift J'], 'Next card or section'],
    [['Shift K'], 'Previous card or section'],
    [['n'], 'Next section waiting for review, of any client'],
    [['Enter'], 'Open or close it'],
    [['a'], 'Accept the answer, or approve the section'],
    [['f'], 'Flag the answer; then a number picks the reason'],
    [['p'], 'Preview the files of the answer'],
    [['s'], 'Send flagged answers back'],
    [['d'], 'Reject the section'],
    [['u'], 'Clear the mark of the answer, or undo the approval'],
    [['Ctrl Enter'], 'Confirm in a dialog'],
    [['←', '→'], 'Previous or next file in a preview'],
  ],
}

const ITEMS = `[data-review=card], ${SECTION}`

/** Handles the shortcuts of the review page while mounted. */
export function useReviewKeys(onNextWaiting: () => void): void {
  useListedShortcuts(SHORTCUTS)
  useSingleKeys({
    j: () => step(1, SELECTOR),
    k: () => step(-1, SELECTOR),
    J: () => step(1, ITEMS),
    K: () => step(-1, ITEMS),
    a: accept,
    f: () => void pressOnAnswer('flag'),
    p: () => currentItem()?.querySelector<HTMLElement>('[data-review-preview] button')?.click(),
    s: () => press('send_back'),
    d: () => press('reject'),
    u: () => void (pressOnAnswer('clear') ?? press('undo')),
    n: onNextWaiting,
  })
}
