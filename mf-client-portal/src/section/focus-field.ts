/** Returns the id of the element around a field's control. */
export function fieldElementId(formId: string, fieldId: string): string {
  return `${formId}-${fieldId}`
}

const FOCUSABLE = ['input:not([type=file])', 'textarea', 'select', 'button']
  .map((tag) => `${tag}:not(:disabled)`)
  .join()

/** Focuses a field's control and scrolls it into view with its label. */
export function focusField(formId: string, fieldId: string): void {
  const element = document.getElementById(fieldElementId(formId, fieldId))
  const control = element?.querySelector<HTMLElement>(FOCUSABLE)
  control?.focus({ preventScroll: true })
  bringIntoView(element, 'center')
}

function bringIntoView(element: Element | null, block: ScrollLogicalPosition): void {
  const reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  element?.scrollIntoView({ block, behavior: reducedMotion ? 'auto' : 'smooth' })
}

/** Scrolls to the start of a section, unless a large screen shows it. */
export function scrollToSection(section: HTMLElement | null): void {
  if (!section) return
  const { top } = section.getBoundingClientRect()
  const small = window.matchMedia('(width < 48rem)').matches
  if (small || top < 0 || top > window.innerHeight / 2) bringIntoView(section, 'start')
}

/**
 * Scrolls to the start of a section that was opened, or to the field to continue with if that is far below. Focuses
 * that field unless the focus is already inside, or if the form `takesFocus`.
 */
export function revealSection(section: HTMLElement | null, field: HTMLElement | null, takesFocus = false): void {
  if (!section) return
  if (takesFocus || !section.contains(document.activeElement)) {
    const control = field?.querySelector<HTMLElement>(FOCUSABLE) ?? section.querySelector('summary')
    control?.focus({ preventScroll: true })
  }
  const far =
    field &&
    field.contains(document.activeElement) &&
    field.getBoundingClientRect().bottom - section.getBoundingClientRect().top > window.innerHeight * 0.8
  if (far) bringIntoView(field, 'center')
  else scrollToSection(section)
}
