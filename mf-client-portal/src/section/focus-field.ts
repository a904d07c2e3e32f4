/** Id of the element around a field's control. */
export function fieldElementId(formId: string, fieldId: string): string {
  return `${formId}-${fieldId}`
}

const FOCUSABLE = ['input:not([type=file])', 'textarea', 'select', 'button'].map((tag) => `${tag}:not(:disabled)`).join()

/** Moves the focus to a field's control, and shows it with its label. */
export function focusField(formId: string, fieldId: string): void {
  const element = document.getElementById(fieldElementId(formId, fieldId))
  const control = element?.querySelector<HTMLElement>(FOCUSABLE)
  control?.focus({ preventScroll: true })
  show(element, 'center')
}

function show(element: Element | null, block: ScrollLogicalPosition): void {
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  element?.scrollIntoView({ block, behavior: calm ? 'auto' : 'smooth' })
}

/** Scrolls so that an element begins at the top of the screen. */
export function showFrom(element: Element | null): void {
  show(element, 'start')
}
