import { afterPaint } from '@portal/kit/ui/after-paint'

/** Id of the element around a field's control. */
export function fieldElementId(formId: string, fieldId: string): string {
  return `${formId}-${fieldId}`
}

const FOCUSABLE = ['input:not([type=file])', 'textarea', 'select', 'button']
  .map((tag) => `${tag}:not(:disabled)`)
  .join()

/** Moves the focus to a field's control, and shows it with its label. */
export function focusField(formId: string, fieldId: string): void {
  const element = document.getElementById(fieldElementId(formId, fieldId))
  const control = element?.querySelector<HTMLElement>(FOCUSABLE)
  control?.focus({ preventScroll: true })
  // Where it is, what is said of it makes room.
  afterPaint(() => show(element, 'center'))
}

function show(element: Element | null, block: ScrollLogicalPosition): void {
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  element?.scrollIntoView({ block, behavior: calm ? 'auto' : 'smooth' })
}

/**
 * Shows the beginning of a section that has opened, or the field to go on with where that is far below. The focus, if it is elsewhere,
 * goes to that field.
 */
export function arrive(section: HTMLElement | null, field: HTMLElement | null): void {
  if (!section) return
  if (!section.contains(document.activeElement)) {
    const control = field?.querySelector<HTMLElement>(FOCUSABLE) ?? section.querySelector('summary')
    control?.focus({ preventScroll: true })
  }
  const { top } = section.getBoundingClientRect()
  const small = window.matchMedia('(width < 48rem)').matches
  const far =
    field &&
    field.contains(document.activeElement) &&
    field.getBoundingClientRect().bottom - top > window.innerHeight * 0.8
  if (far) show(field, 'center')
  else if (small || top < 0 || top > window.innerHeight / 2) show(section, 'start')
}
